"""Accuracy of a baseline that sees one side only, beside guessing, over all and by gold label."""

from collections.abc import Iterator

from rightreasons.findings import Finding, View
from rightreasons.reports.charts.chart import Chart, bounds_of, count, drawn, number, records, view_of
from rightreasons.reports.charts.forest_plot import Line, placed, strip, vertical

_COLUMNS = ("of", "n", "accuracy", "low", "high", "majority")
_QUANTITIES = {"majority": "majority_accuracy"}


def baseline(finding: Finding) -> Chart | None:
    """Draw the accuracy of a baseline with the share of the most frequent label."""
    if not {"accuracy", "majority"} <= set(finding.figures):
        return None
    majority = finding.figures["majority"].value
    lines = list(_lines(finding))
    if majority is None or lines[0].value is None:
        return None
    places = placed(lines)
    title = "Accuracy without the other sentence"
    rows = tuple((line.label, line.n, line.value, line.low, line.high, majority) for line in lines)
    return Chart(
        "baseline",
        title,
        f"Accuracy over all instances and by gold label, with intervals; dashed: {100 * majority:.1f} %, "
        "which guessing the most frequent label gets over all.",
        drawn(strip(places, "accuracy", behind=(vertical(majority),)), places.height),
        View(title, _COLUMNS, rows, by=("of",), bounds={"accuracy": ("low", "high")}, quantities=_QUANTITIES),
    )


def _lines(finding: Finding) -> Iterator[Line]:
    overall = finding.figures["accuracy"]
    yield Line("all instances", overall.value, *bounds_of(overall), overall.n)
    view = view_of(finding, "per_label", ("label", "n", "accuracy", "low", "high"))
    for row in records(view) if view is not None else ():
        yield Line(
            str(row["label"]),
            number(row["accuracy"]),
            number(row["low"]),
            number(row["high"]),
            count(row["n"]),
        )
