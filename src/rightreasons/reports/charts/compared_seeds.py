"""Two trainings on the same items: every seed as a point over the mean difference with its interval."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rightreasons.findings import Cell, Finding, View
from rightreasons.printable import printable
from rightreasons.reports.charts.chart import ACCENT, Chart, count, drawn, inline, number, records
from rightreasons.reports.charts.strip import Line, Placed, placed, points_axis, strip, vertical

if TYPE_CHECKING:
    import altair as alt

_AXIS = "accuracy, second minus first (percentage points)"
_BY_SEED = " by seed"
_COLUMNS = ("set", "cell", "n", "difference", "low", "high")


def compared_seeds(finding: Finding) -> Chart | None:
    """Draw the differences of `compare_seeds`, set by set."""
    if finding.measure != "compare_seeds":
        return None
    sets = {name: table for name, table in finding.views.items() if f"{name}{_BY_SEED}" in finding.views}
    cells = [_line(name, row) for name, table in sets.items() for row in records(table)]
    if not cells:
        return None
    lines = placed(cells)
    behind = [vertical(0), _points(finding, lines)]
    first, second = finding.settings.get("first"), finding.settings.get("second")
    return Chart(
        "compared_seeds",
        "What the second training changes",
        f"Accuracy of {second} minus {first} on the same items: each seed a faint point, their mean filled, "
        "with an interval that covers seeds and items. Right of zero the second is better.",
        drawn(strip(lines, _AXIS, points_axis, behind), lines.height),
        _shown(cells),
    )


def _line(name: str, row: Mapping[str, Cell]) -> Line:
    value, low, high = (number(row[each]) for each in ("difference", "difference_low", "difference_high"))
    return Line(str(row["cell"]), value, low, high, count(row["n"]), name)


def _points(finding: Finding, lines: Placed) -> "alt.Chart":
    import altair as alt

    places = {(row["heading"], row["label"]): row["y"] for row in lines.rows}
    rows = [
        {"y": places[known], "seed": row["seed"], "value": row["difference"]}
        for name, table in finding.views.items()
        if name.endswith(_BY_SEED)
        for row in records(table)
        if (known := (printable(name.removesuffix(_BY_SEED)), printable(str(row["cell"])))) in places
    ]
    tooltip = [alt.Tooltip("seed:N"), alt.Tooltip("value:Q", title="difference", format="+.1%")]
    points = alt.Chart(inline(rows)).mark_point(color=ACCENT, size=45, filled=True, opacity=0.5)
    encoded: alt.Chart = points.encode(y=lines.axis(), x=points_axis(_AXIS), tooltip=tooltip)
    return encoded


def _shown(cells: Sequence[Line]) -> View:
    rows = tuple((line.heading, line.label, line.n, line.value, line.low, line.high) for line in cells)
    return View("Differences, with intervals over seeds and items", _COLUMNS, rows)
