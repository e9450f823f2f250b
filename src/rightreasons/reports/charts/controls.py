"""Controls: what accuracy gains or loses when items are changed, on the same items."""

from rightreasons.findings import Finding
from rightreasons.reports.charts.chart import Chart, count, drawn, number, records, view_of
from rightreasons.reports.charts.forest_plot import Line, placed, points_axis, strip, vertical

_AXIS = "accuracy, changed minus unchanged items (percentage points)"
_COLUMNS = ("control", "n", "difference", "difference_low", "difference_high")


def controls(finding: Finding) -> Chart | None:
    """Draw the paired differences of `controls`."""
    view = view_of(finding, "by_control", _COLUMNS)
    if view is None:
        return None
    lines = [
        Line(
            str(row["control"]).replace("_", " "),
            number(row["difference"]),
            number(row["difference_low"]),
            number(row["difference_high"]),
            count(row["n"]),
        )
        for row in records(view)
        if row["n"]
    ]
    if not lines:
        return None
    places = placed(lines)
    spec = drawn(strip(places, _AXIS, points_axis, (vertical(0),)), places.height)
    return Chart(
        "controls",
        "What changing the items does to accuracy",
        "Accuracy on changed items minus accuracy on the same items as they are, with intervals. A model "
        "that loses nothing when the premise is gone does not need it.",
        spec,
        view,
    )
