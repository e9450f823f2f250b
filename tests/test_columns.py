"""Every column of a view says what it holds: a quantity, or a role; nothing is guessed from its name."""

import pytest

from rightreasons.columns import roles
from rightreasons.errors import UndeclaredColumnError
from rightreasons.figures import holding, quantities, where
from rightreasons.findings import Cell, View, bounded
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.labels import Label
from rightreasons.reports.views import shown_view


def view(*columns: str, **more: object) -> View:
    return View("", columns, (), **more)  # type: ignore[arg-type] # any fields


def test_an_undeclared_column_is_refused_with_its_name() -> None:
    with pytest.raises(UndeclaredColumnError, match="'novelty'") as caught:
        view("n", "novelty")
    assert caught.value.code == "RR009"
    assert view("n", "novelty", roles={"novelty": "number"}).roles == {"n": "count", "novelty": "number"}


def test_a_role_that_is_neither_quantity_nor_role_is_refused() -> None:
    with pytest.raises(UndeclaredColumnError, match="'novelties'"):
        view("n", "novelty", roles={"novelty": "novelties"})


def test_what_makes_a_line_what_it_is_is_a_group_where_nothing_else_is_said() -> None:
    made = view("genre", "label", "seed", by=("genre", "label", "seed"))
    assert made.roles == {"genre": "group", "label": "label", "seed": "number"}


def test_bounds_are_of_the_quantity_that_they_bound_and_none_is_found_by_its_name() -> None:
    made = view("gain", "gain_low", "gain_high", bounds=bounded("gain"))
    assert made.roles == dict.fromkeys(made.columns, "gain")
    with pytest.raises(UndeclaredColumnError, match="gain_low"):
        view("gain", "gain_low", "gain_high")


@pytest.mark.parametrize("cell", ["many", True])
def test_texts_in_a_column_of_numbers_are_refused(cell: Cell) -> None:
    with pytest.raises(ValueError, match="'n'"):
        View("", ("n",), ((1,), (cell,)))


def test_a_column_is_written_as_declared_whatever_its_cells_are() -> None:
    none = View("", ("accuracy", "reason"), ((None, None),))
    assert [column.is_number for column in shown_view(none).columns] == [True, False]
    whole = View("", ("share",), ((1,), (0,)))
    assert [line.cells[0].text for line in shown_view(whole).lines] == ["100.0", "0.0"]


def test_rows_of_a_line_follow_from_what_its_columns_hold() -> None:
    lines = (("no # way", "non-entailment", "hypothesis"),)
    items = {"pattern": "hypothesis", "label": "label", "what": "hypothesis"}
    made = View("", ("pattern", "label", "what"), lines, rows=where(set="dev"), items=items)
    of_line = made.rows_of(0)
    assert of_line is not None
    assert of_line.where[1:] == (
        holding("no # way"),
        *where(label=Label.NON_ENTAILMENT).where,
        *where(hypothesis="hypothesis").where,
    )


def test_the_shared_table_names_a_column_once_and_only_what_there_is() -> None:
    listed = [
        (name, role)
        for role, names in packaged_yaml("rightreasons", "columns.yaml")["views"].items()
        for each in names
        for name in (each if isinstance(each, list) else [each])
    ]
    assert len(listed) == len({name for name, _ in listed})
    assert {type(name) for name, _ in listed} == {str}
    assert {role for _, role in listed} <= {*roles(), *quantities()}
    assert not {name for name, _ in listed} & set(quantities())


def test_no_role_is_called_as_a_quantity_and_each_has_a_sentence() -> None:
    assert not set(roles()) & set(quantities())
    assert all(role.meaning.endswith(".") for role in roles().values())
