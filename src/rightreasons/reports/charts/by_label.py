"""Accuracy of a model on one set: over all items and by gold label, beside the majority label."""

from collections.abc import Iterator

from rightreasons.charts import Chart, Line, dashed, drawn, forest_plot, placed, vertical
from rightreasons.figures import Figure
from rightreasons.findings import Finding, View
from rightreasons.references import SCORE
from rightreasons.sentences.templates import fill

ADDS = {"chart": {"any.by_label": "by_label"}}

_COLUMNS = ("of", "n", "accuracy", "low", "high")


def by_label(finding: Finding) -> Chart | None:
    """Draw the accuracy of a score over all items and by gold label, with the majority label as a line."""
    majority = finding.figures.get("majority_label")
    shown = dict(_shown(finding)) if finding.role == SCORE else {}
    if majority is None or majority.value is None or len(shown) < 2:
        return None
    lines = [Line(name, each.value, *each.bounds, each.n) for name, each in shown.items()]
    places = placed(lines)
    title = fill("chart_by_label.title", data=finding.name)
    rows = tuple((line.label, line.n, line.value, line.low, line.high) for line in lines)
    return Chart(
        "by_label",
        title,
        fill("chart_by_label.description", majority=majority),
        drawn(
            forest_plot(
                places,
                "accuracy",
                behind=(vertical(majority.value),),
                marks=(dashed(fill("chart.majority")),),
            ),
            places.height,
        ),
        View(title, _COLUMNS, rows, by=("of",), bounds={"accuracy": ("low", "high")}),
    )


def _shown(finding: Finding) -> Iterator[tuple[str, Figure]]:
    """Yield the accuracy on all items and on those of each gold label, as far as they have a value."""
    overall = finding.figures.get("accuracy")
    if overall is not None and overall.value is not None:
        yield fill("chart_by_label.all"), overall
    for figure in finding.figures.where("accuracy", what="all"):
        if figure.value is not None and figure.label is not None and not figure.group:
            yield fill("chart_by_label.gold", label=figure.label), figure
