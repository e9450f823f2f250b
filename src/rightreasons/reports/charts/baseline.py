"""Accuracy of a baseline that sees one sentence only, beside guessing, over all and by gold label."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rightreasons.charts import Chart, Line, Placed, dashed, drawn, forest_plot, placed, vertical, view_of
from rightreasons.findings import Finding, View
from rightreasons.reports.charts.lines import line_of
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    from rightreasons.charts import Layers

ADDS = {
    "chart": {
        "hypothesis_only.baseline": "baseline",
        "premise_only.baseline": "baseline",
        "length_only.baseline": "baseline",
        "form_only.baseline": "baseline",
        "overlap_only.baseline": "baseline",
    }
}

_TITLES = {
    "hypothesis_only": "chart_of_a_baseline.hypothesis_only",
    "premise_only": "chart_of_a_baseline.premise_only",
    "length_only": "chart_of_a_baseline.length_only",
    "form_only": "chart_of_a_baseline.form_only",
    "overlap_only": "chart_of_a_baseline.overlap_only",
}
_BASELINE_COLUMNS = ("of", "n", "accuracy", "low", "high", "majority")


def baseline(finding: Finding) -> Chart | None:
    """Draw the accuracy of a baseline with the share of the most frequent label."""
    if not {"accuracy", "majority"} <= set(finding.figures):
        return None
    majority = finding.figures.get("majority_own", finding.figures["majority"]).value
    lines = list(_lines(finding))
    if majority is None or lines[0].value is None:
        return None
    places = placed(lines)
    title = fill(_TITLES[finding.measure])
    rows = tuple((line.label, line.n, line.value, line.low, line.high, majority) for line in lines)
    return Chart(
        "baseline",
        title,
        fill("chart_of_a_baseline.description", majority=majority),
        drawn(_drawn(places, majority), places.height),
        View(
            title,
            _BASELINE_COLUMNS,
            rows,
            by=("of",),
            bounds={"accuracy": ("low", "high")},
        ),
    )


def _drawn(places: Placed, majority: float) -> "Layers":
    marks = (dashed(fill("chart.majority")),)
    return forest_plot(places, "accuracy", behind=(vertical(majority),), marks=marks)


def _lines(finding: Finding) -> Iterator[Line]:
    overall = finding.figures["accuracy"]
    yield Line("all items", overall.value, *overall.bounds, overall.n)
    view = view_of(finding, "per_label", ("label", "n", "accuracy", "low", "high"))
    for row in view.records() if view is not None else ():
        yield line_of(row, str(row["label"]))
