"""What Python shows of a figure, a table, an issue and a finding: short, and what matters first."""

import pytest

from rightreasons.errors import UnknownNameError
from rightreasons.figures import Figure, Figures
from rightreasons.findings import Finding, View
from rightreasons.issues import Issue, Verdict
from rightreasons.statistics.results import Estimate, Interval


def figure(
    quantity: str, value: float | None, unit: str, low: float | None = None, high: float = 0
) -> Figure:
    interval = None if low is None else Interval(low, high, 0.95, "wilson")
    return Figure(quantity, Estimate(value, unit, 1_917, interval, "too few" if value is None else None))


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (figure("gain", 0.006, "proportion", -0.036, 0.048), "+0.6 points (-3.6 to +4.8, n = 1,917)"),
        (figure("accuracy", 0.3383, "proportion", 0.321, 0.355), "33.8 % (32.1 to 35.5, n = 1,917)"),
        (figure("accuracy", 0.5, "proportion"), "50.0 % (n = 1,917)"),
        (figure("count", 1234, "count"), "1,234 (n = 1,917)"),
        (figure("accuracy", None, "proportion"), "no value: too few (n = 1,917)"),
    ],
)
def test_a_figure_is_its_value_with_its_interval_and_n(shown: Figure, expected: str) -> None:
    assert repr(shown) == expected


def test_figures_stand_below_each_other_by_name() -> None:
    figures = Figures([figure("gain", 0.1, "proportion"), figure("accuracy", 0.5, "proportion")])
    assert repr(figures).splitlines() == [
        "gain: +10.0 points (n = 1,917)",
        "accuracy: 50.0 % (n = 1,917)",
    ]
    assert repr(Figures()) == "no figures"


def test_a_figure_that_is_not_there_offers_the_nearest_and_is_still_a_key_error() -> None:
    figures = Figures([figure("gain", 0.1, "proportion"), figure("accuracy", 0.5, "proportion")])
    with pytest.raises(UnknownNameError, match="did you mean 'gain'") as caught:
        figures["gian"]
    assert isinstance(caught.value, KeyError)
    assert str(caught.value).startswith("no figure 'gian' [RR002]\n")
    assert figures.get("gian") is None
    assert "gian" not in figures


def test_a_table_a_finding_and_an_issue_fit_into_a_line() -> None:
    view = View("Labels", ("label", "rows"), (("neutral", 3), ("entailment", 4)), by=("label",))
    assert repr(view) == "<table 'Labels': 2 lines of label, rows>"
    finding = Finding("lengths", "x.csv", "def", "They differ.", [figure("gain", 0.1, "proportion")])
    assert repr(finding) == "<lengths of x.csv: They differ.>"
    issue = Issue("V201", "severe", "The label is predictable.")
    assert repr(issue) == "<severe V201: The label is predictable.>"
    assert repr(Verdict("Bad.", (issue, Issue("V1", "warning", "W.")))) == "<1 severe, 1 warning: Bad.>"
    assert repr(Verdict("Bad.", (Issue("V3", "warning", "W."),) * 2)) == "<2 warnings: Bad.>"
    assert repr(Verdict("Fine.")) == "<no issues: Fine.>"


def test_a_table_is_a_polars_frame_with_its_numbers() -> None:
    lines = (("a", 1, 0.5, None, True), ("b", 2, 1, None, False))
    roles = {"label": "label", "rows": "count", "accuracy": "accuracy", "gain": "gain", "flagged": "text"}
    frame = View("T", tuple(roles), lines, by=("label",), roles=roles).frame()
    assert frame.columns == list(roles)
    assert frame.rows() == [("a", 1, 0.5, None, True), ("b", 2, 1.0, None, False)]
    assert frame.schema["gain"].is_float()
    assert View("T", ("label", "rows"), (), by=("label",)).frame().columns == ["label", "rows"]
