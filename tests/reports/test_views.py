"""A view is written one way everywhere: as its columns ask, bounds beside values, lines with their rows."""

from urllib.parse import parse_qsl

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reports.results import accuracy, finding

from rightreasons.figures import Figure, Rows, containing, holding, where
from rightreasons.findings import View, bounded
from rightreasons.labels import Label
from rightreasons.numbers import p_value
from rightreasons.reports.results import shown_estimate
from rightreasons.reports.views import ShownView, address, described, shown_figures, shown_view
from rightreasons.statistics.results import Estimate, Interval


def texts(view: ShownView) -> list[list[str]]:
    return [[cell.text for cell in line.cells] for line in view.lines]


def test_numbers_are_written_as_their_quantity_asks() -> None:
    columns = ("word", "n", "accuracy", "gain", "p", "mean", "flagged", "normal")
    view = View(
        "",
        columns,
        (("nobody", 12_345, 0.5915, -0.0312, 0.0, 7.5, True, 0.25),),
        roles={"normal": "accuracy"},
    )
    shown = shown_view(view)
    assert [column.heading for column in shown.columns] == [
        *("word", "n", "accuracy %", "gain (points)", "p", "mean", "flagged", "normal %"),
    ]
    assert texts(shown) == [["nobody", "12,345", "59.2", "-3.1", "< .001", "7.500", "yes", "25.0"]]
    assert [column.is_number for column in shown.columns] == [False, *[True] * 5, False, True]


def test_bounds_stand_beside_what_they_bound_and_nowhere_else() -> None:
    view = View(
        "",
        ("set", "accuracy", "low", "high", "gain", "gain_low", "gain_high"),
        (("dev", 0.5, 0.4, 0.6, 0.1, None, None),),
        bounds={"accuracy": ("low", "high"), **bounded("gain")},
    )
    shown = shown_view(view)
    assert [column.heading for column in shown.columns] == ["set", "accuracy %", "gain (points)"]
    assert texts(shown) == [["dev", "50.0 (40.0 to 60.0)", "+10.0"]]


def test_differences_are_drawn_to_one_scale_with_none_in_the_middle() -> None:
    columns = ("cell", "difference", "difference_low", "difference_high")
    lines = (("a", 0.5, 0.2, 1.0), ("b", 0.0, -0.1, 0.1))
    shown = shown_view(View("", columns, lines, bounds=bounded("difference")))
    first, second = (line.cells[1].whisker for line in shown.lines)
    assert first is not None
    assert second is not None
    assert (first.low, first.at, first.high) == (60, 75, 100)
    assert (second.low, second.at, second.high) == (45, 50, 55)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (1.0, "1.000"),
        (0.0321, ".032"),
        (0.001, ".001"),
        (0.0009, "< .001"),
        (0.0, "< .001"),
    ],
)
def test_a_p_value_never_reads_nought(value: float | None, text: str) -> None:
    assert p_value(value) == text


@given(st.floats(0, 1))
def test_every_p_value_below_a_tenth_percent_is_seen_to_be_so(value: float) -> None:
    text = p_value(value)
    assert text.startswith("<") == (value < 0.001)
    assert "e" not in text
    assert text != ".000"


def test_differences_of_proportions_are_points_other_units_are_not() -> None:
    interval = Interval(0.05, 0.15, 0.95, "newcombe")
    gain = Figure("gain", Estimate(0.1, "proportion", 9, interval))
    kappa = Figure("difference", Estimate(0.1, "kappa", 9, interval))
    assert shown_estimate(gain) == "+10.0 points (+5.0 to +15.0)"
    assert shown_estimate(kappa) == "0.1 (0.05 to 0.15)"
    assert shown_estimate(Figure("accuracy", gain.estimate)) == "10.0 % (5.0 to 15.0)"
    assert (
        shown_estimate(Figure("accuracy", Estimate(None, "proportion", 0, reason="no items")))
        == "– (no items)"
    )


def test_figures_stand_with_n_how_their_interval_was_made_and_their_rows() -> None:
    rows = where(set="dev").ordered_by("correct")
    shown = shown_figures(finding(figures=[accuracy(rows=rows), Figure("count", Estimate(3, "count", 3))]))
    assert texts(shown) == [
        ["hypothesis_only.accuracy", "59.1 % (49.1 to 69.1)", "100", "95 % interval over items (wilson)"],
        ["hypothesis_only.count", "3", "3", "exact"],
    ]
    assert [line.rows for line in shown.lines] == [rows, None]


def test_addresses_say_what_rows_are_and_their_order() -> None:
    rows = where(set="a & b", label=Label.NON_ENTAILMENT, correct=False).also(holding("is # outside"))
    found = parse_qsl(address(Rows(rows.where, ("-probability",))).removeprefix("#rows?"))
    assert found == [
        ("set", "a & b"),
        *(("label", "neutral"), ("label", "contradiction"), ("label", "non-entailment")),
        ("correct", "false"),
        ("~hypothesis", "is # outside"),
        ("~", "-probability"),
    ]
    assert address(Rows((containing("words", "no", "not"),))) == "#rows?words=no&words=not"
    assert described(where(set="a", correct=False)) == "set is 'a' and correct is 'false'"
    assert described(Rows()) == "all rows"


def test_lines_lead_to_the_rows_that_their_view_names() -> None:
    view = View.from_frame(
        "",
        pl.DataFrame({"heuristic": ["overlap"], "label": ["non-entailment"], "accuracy": [0.1]}),
        by=("heuristic", "label"),
        rows=where(set="hans"),
        items={"heuristic": "heuristic", "label": "label"},
    )
    (line,) = shown_view(view).lines
    assert line.rows is not None
    assert line.rows.where[:2] == where(set="hans", heuristic="overlap").where
    assert shown_view(View("", ("n",), ((3,),))).has_rows is False
