"""Which column plays which role: stated by the user, known from the catalogue, or told by its name."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import polars as pl

from rightreasons.errors import ColumnError
from rightreasons.printable import printable, quoted
from rightreasons.sources.raw import RawTable

EXAMPLE = "--columns premise=...,hypothesis=...,label=..."


@dataclass(frozen=True, slots=True)
class Roles:
    """The columns of a table by role.

    Parameters
    ----------
    premise
        One column, or several that are joined by a space.
    hypothesis
        Its column.
    label
        Its column; None if there is none.
    ids
        Columns that may hold ids, the likeliest first.
    parses
        Name in a `PairTable` to column.
    annotators
        One column of lists, or one column an annotator.
    """

    premise: tuple[str, ...]
    hypothesis: str
    label: str | None
    ids: tuple[str, ...] = ()
    parses: Mapping[str, str] = field(default_factory=dict)
    annotators: tuple[str, ...] = ()

    def named(self) -> dict[str, str]:
        """Return role to column, as provenance keeps it (without the id, which is settled later)."""
        named = {"premise": "+".join(self.premise), "hypothesis": self.hypothesis}
        if self.label is not None:
            named["label"] = self.label
        return (
            named
            | dict(self.parses)
            | ({"annotator_labels": "+".join(self.annotators)} if self.annotators else {})
        )

    def used(self) -> frozenset[str]:
        """Return every column that plays a role, those of possible ids not among them."""
        label = () if self.label is None else (self.label,)
        return frozenset({*self.premise, self.hypothesis, *label, *self.parses.values(), *self.annotators})


def settle_roles(raw: RawTable, stated: Mapping[str, str]) -> Roles:
    """Return the columns by role.

    Parameters
    ----------
    raw
        The table.
    stated
        Role to column, from the user or the catalogue; a number is a position where no column has it as name.

    Raises
    ------
    ColumnError
        If a stated column is not there, no shape of names fits, or more than one does.
    """
    said = {role: _stated_column(raw, role, column) for role, column in stated.items()}
    premise, hypothesis = _pair_columns(raw, said)
    spellings = _by_spelling(raw)
    aliases = _aliases()
    parses = {
        role: said[role] if role in said else spellings[names[0]][0]
        for role, known in aliases["parses"].items()
        if (names := [name for name in known if name in spellings]) or role in said
    }
    return Roles(
        premise=premise,
        hypothesis=hypothesis,
        label=said["label"] if "label" in said else _label_column(raw),
        ids=(said["id"],) if "id" in said else id_columns(raw),
        parses=parses,
        annotators=(said["annotator_labels"],) if "annotator_labels" in said else _annotators(spellings),
    )


def id_columns(raw: RawTable) -> tuple[str, ...]:
    """Return the columns that may hold ids, the likeliest first."""
    spellings = _by_spelling(raw)
    return tuple(spellings[name][0] for name in _aliases()["id"] if name in spellings)


def has_pair(raw: RawTable) -> bool:
    """Whether any known shape of premise and hypothesis fits the columns."""
    return bool(_fitting_shapes(raw, {}))


def spelling(column: str) -> str:
    """Return a column name as aliases are compared: lower case, ``_`` for ``-`` and spaces."""
    return re.sub(r"[-\s]+", "_", column.strip().lower())


def _pair_columns(raw: RawTable, said: Mapping[str, str]) -> tuple[tuple[str, ...], str]:
    if "premise" in said and said["premise"] == said.get("hypothesis"):
        raise ColumnError(
            f"column '{printable(said['premise'])}' stated as premise and as hypothesis",
            "two columns",
            EXAMPLE,
        )
    if "premise" in said and "hypothesis" in said:
        return (said["premise"],), said["hypothesis"]
    fitting = _fitting_shapes(raw, said)
    if len(fitting) == 1:
        return fitting[0]
    columns = quoted(tuple(raw.columns), 40)
    if not fitting:
        raise ColumnError(
            f"{printable(raw.name)} has the columns {columns}",
            "premise and hypothesis under one of their usual names",
            f"say which they are: {EXAMPLE} (positions from 0 if there is no header)",
        )
    pairs = "; ".join(f"{quoted(premise)} with {quoted((hypothesis,))}" for premise, hypothesis in fitting)
    raise ColumnError(
        f"{printable(raw.name)} has the columns {columns}, in which more than one pair fits ({pairs})",
        "one premise and one hypothesis",
        f"say which they are: {EXAMPLE}",
    )


def _fitting_shapes(raw: RawTable, said: Mapping[str, str]) -> list[tuple[tuple[str, ...], str]]:
    spellings = _by_spelling(raw)
    found: dict[tuple[tuple[str, ...], str], None] = {}
    for shape in _aliases()["shapes"]:
        premises = [(said["premise"],)] if "premise" in said else _all_of(spellings, shape["premise"])
        hypotheses = [said["hypothesis"]] if "hypothesis" in said else spellings.get(shape["hypothesis"], [])
        for premise in premises:
            for hypothesis in hypotheses:
                if hypothesis not in premise:
                    found[premise, hypothesis] = None
    return list(found)


def _all_of(spellings: Mapping[str, Sequence[str]], names: Sequence[str]) -> list[tuple[str, ...]]:
    if len(names) == 1:
        return [(column,) for column in spellings.get(names[0], ())]
    if not all(len(spellings.get(name, ())) == 1 for name in names):
        return []
    return [tuple(spellings[name][0] for name in names)]


def predicted_label_column(raw: RawTable, taken: Collection[str]) -> str | None:
    """Return the column of predicted labels, not one of `taken`; None if there is none."""
    return _label_column(raw, "predicted_label", taken)


def _label_column(raw: RawTable, kind: str = "label", taken: Collection[str] = ()) -> str | None:
    """Return the label column; several are one if their content is the same."""
    spellings = _by_spelling(raw)
    found = [column for name in _aliases()[kind] for column in spellings.get(name, ()) if column not in taken]
    frame = raw.parsed.frame
    for other in found[1:]:
        if (
            not frame[found[0]]
            .cast(pl.String, strict=False)
            .equals(frame[other].cast(pl.String, strict=False))
        ):
            raise ColumnError(
                f"{printable(raw.name)} has the label columns {quoted(tuple(found))} with different content",
                "one label column",
                f"say which it is: --columns label={printable(found[0])}",
            )
    return found[0] if found else None


def _annotators(spellings: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    aliases = _aliases()
    lists = [spellings[name][0] for name in aliases["annotator_labels"] if name in spellings]
    if lists:
        return (lists[0],)
    single = [spellings[name][0] for name in aliases["annotator_columns"] if name in spellings]
    return tuple(single) if len(single) > 1 else ()


def _stated_column(raw: RawTable, role: str, column: str) -> str:
    columns = raw.columns
    if column in columns:
        return column
    if column.isdecimal() and int(column) < len(columns):
        return columns[int(column)]
    raise ColumnError(
        f"{printable(raw.name)} has no column '{printable(column)}' for {role}, "
        f"but {quoted(tuple(columns), 40)}",
        "a column of the file",
        "correct --columns",
    )


def _by_spelling(raw: RawTable) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for column in raw.columns:
        found.setdefault(spelling(column), []).append(column)
    return found


@cache
def _aliases() -> dict[str, Any]:
    import yaml

    text = files("rightreasons.sources").joinpath("column_aliases.yaml").read_text(encoding="utf-8")
    table: dict[str, Any] = yaml.safe_load(text)
    return table
