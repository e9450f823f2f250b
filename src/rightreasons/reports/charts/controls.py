"""Controls: by how much accuracy changes when items are changed, on the same items."""

from rightreasons.charts import Chart, dashed, drawn, forest_plot, placed, points_axis, vertical, view_of
from rightreasons.findings import Finding
from rightreasons.reports.charts.lines import line_of
from rightreasons.sentences.templates import fill

ADDS = {"chart": {"controls.controls": "controls"}}

_CONTROLS_AXIS = "changed minus unchanged (points)"
_CONTROLS_COLUMNS = ("control", "n", "difference", "difference_low", "difference_high")


def controls(finding: Finding) -> Chart | None:
    """Draw the paired differences of `controls`."""
    view = view_of(finding, "by_control", _CONTROLS_COLUMNS)
    if view is None:
        return None
    lines = [
        line_of(row, str(row["control"]).replace("_", " "), names=_CONTROLS_COLUMNS[2:])
        for row in view.records()
        if row["n"]
    ]
    if not lines:
        return None
    places = placed(lines)
    marks = (dashed(fill("chart.no_difference")),)
    spec = drawn(forest_plot(places, _CONTROLS_AXIS, points_axis, (vertical(0),), marks), places.height)
    return Chart(
        "controls",
        fill("chart_of_controls.title"),
        fill("chart_of_controls.description"),
        spec,
        view,
    )
