"""Printed figures against ours: one point a cell, on a diagonal where both are the same."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rightreasons.charts import ACCENT, BEHIND, INK, WRONG, Chart, drawn, inline
from rightreasons.charts.legends import DASHED, STROKE, Mark, layered
from rightreasons.findings import Cell, Finding
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    from rightreasons.charts import Layers

ADDS = {"chart": {"reproduction.printed": "printed_against_ours"}}

VIEW = "beside"
_HEIGHT = 320
_LIKE: Mapping[str, tuple[str, str, str]] = {
    "matches": ("chart_of_printed.same", ACCENT, "circle"),
    "adds up": ("chart_of_printed.same", ACCENT, "circle"),
    "differs": ("chart_of_printed.differs", WRONG, "square"),
    "does not add up": ("chart_of_printed.differs", WRONG, "square"),
}
_OTHER = ("chart_of_printed.other", BEHIND, "triangle-up")
"""Of ours of other data, another model or definition."""


def printed_against_ours(finding: Finding) -> Chart | None:
    """Draw every cell that is a share: across what is printed, upwards ours."""
    view = finding.views.get(VIEW)
    records = [] if view is None else view.records()
    if view is None or not records:
        return None
    return Chart(
        "printed",
        fill("chart_of_printed.title"),
        fill("chart_of_printed.description", cells=len(records)),
        drawn(_points(records), _HEIGHT),
        view,
    )


def _kind(row: Mapping[str, Cell]) -> tuple[str, str, str]:
    return _LIKE.get(str(row["verdict"]), _OTHER)


def _points(records: Sequence[Mapping[str, Cell]]) -> "Layers":
    """Return the diagonal and the points, those that differ in front."""
    import altair as alt

    axis = alt.Axis(format="%", tickCount=5)
    x = alt.X("printed:Q", title=fill("chart_of_printed.printed"), scale=alt.Scale(domain=[0, 1]), axis=axis)
    y = alt.Y("ours:Q", title=fill("chart_of_printed.ours"), scale=alt.Scale(domain=[0, 1]), axis=axis)
    ends = inline([{"printed": 0, "ours": 0}, {"printed": 1, "ours": 1}])
    diagonal = alt.Chart(ends).mark_line(color=INK, strokeDash=list(DASHED), opacity=0.6).encode(x=x, y=y)
    layers: list[Any] = [diagonal]
    marks = []
    for kind in (("chart_of_printed.same", ACCENT, "circle"), _OTHER, _LIKE["differs"]):
        name, colour, shape = kind
        rows = [_row(row) for row in records if _kind(row) == kind]
        if rows:
            tooltip = [alt.Tooltip(f"{field}:N") for field in ("cell", "verdict")]
            tooltip += [alt.Tooltip(f"{field}:Q", format=".1%") for field in ("printed", "ours")]
            points = alt.Chart(inline(rows)).mark_point(color=colour, shape=shape, filled=True, size=45)
            layers.append(points.encode(x=x, y=y, tooltip=tooltip))
            marks.append(Mark(fill(name), colour, shape))
    return layered(layers, (*marks, Mark(fill("chart_of_printed.equal"), INK, STROKE, dash=DASHED)))


def _row(row: Mapping[str, Cell]) -> dict[str, Any]:
    where = f"{row['paper']} {row['item']}: {row['cell']}"
    return {
        "cell": where,
        "verdict": row["verdict"],
        "printed": row["printed_share"],
        "ours": row["our_share"],
    }
