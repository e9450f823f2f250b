"""What every chart is: a Vega-Lite spec, a description, the same figures as a table; and the forest plot."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from rightreasons.charts.legends import DASHED, Mark, layered
from rightreasons.findings import Cell, Finding, View
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    import altair as alt

    Layers = alt.LayerChart | alt.FacetChart

INK = "currentColor"
"""The colour of the text around a chart, so that one drawing serves a light and a dark page."""
ACCENT, BEHIND = "#2f7fc1", "#8a8f98"
RIGHT, WRONG = "#1a8a72", "#c8553d"
LABELS = {
    "entailment": "#2f7fc1",
    "neutral": "#b27b00",
    "contradiction": "#d1495b",
    "non-entailment": "#d1495b",
}
"""Colour of a label; each has 3:1 or more against white and against the dark page."""
TOOLTIP_LENGTH = 200

_TEXT = {"labelColor": INK, "titleColor": INK}
CONFIG: Mapping[str, Any] = {
    "background": "transparent",
    "font": "system-ui, sans-serif",
    "view": {"stroke": None},
    "axis": {
        **_TEXT,
        "gridColor": INK,
        "gridOpacity": 0.15,
        "domainColor": INK,
        "domainOpacity": 0.4,
        "tickColor": INK,
        "tickOpacity": 0.4,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
    },
    "legend": {**_TEXT, "labelFontSize": 12, "orient": "top", "title": None, "symbolStrokeWidth": 2},
    "text": {"color": INK, "fontSize": 12},
    "rule": {"color": INK},
}


@dataclass(frozen=True)
class Chart:
    """One chart of a finding.

    Parameters
    ----------
    name
        Tells it from the other charts of the finding; letters, digits and underscores.
    title
        What it shows.
    description
        How to read it, in a sentence or two.
    spec
        Vega-Lite; as wide as its container.
    view
        The figures that are drawn.
    in_place
        What it says, with its main figures: stands for the picture where that cannot be seen.
    """

    name: str
    title: str
    description: str
    spec: Mapping[str, Any]
    view: View
    in_place: str = ""


def view_of(finding: Finding, name: str, columns: Iterable[str]) -> View | None:
    """Return a view of a finding if it is there, has lines and has these columns."""
    view = finding.views.get(name)
    return view if view is not None and view.lines and set(columns) <= set(view.columns) else None


def number(cell: Cell) -> float | None:
    """Return a cell as a number, or None if it holds none."""
    return None if cell is None or isinstance(cell, str | bool) else float(cell)


def count(cell: Cell) -> int:
    """Return a cell as a count; 0 if it holds none."""
    return cell if isinstance(cell, int) else 0


def inline(rows: Sequence[Mapping[str, Any]]) -> "alt.InlineData":
    """Return rows as the data of a chart."""
    import altair as alt

    return alt.InlineData(values=[dict(row) for row in rows])


def drawn(chart: "alt.Chart | Layers", height: int) -> dict[str, Any]:
    """Return the spec of a chart that is as wide as its container, in the house's look.

    It is not checked against Vega-Lite's schema here, which takes a third of a page's time: tests do that.
    """
    spec: dict[str, Any] = chart.properties(width="container", height=height).to_dict(validate=False)
    return {**spec, "autosize": {"type": "fit-x", "contains": "padding"}, "config": dict(CONFIG)}


def label_colours(labels: Sequence[str]) -> "alt.Scale":
    """Return the scale that gives every label its colour."""
    import altair as alt

    return alt.Scale(domain=list(labels), range=[LABELS.get(label, BEHIND) for label in labels])


LINE = 19
"""Pixels a line takes."""
_LONGEST_LABEL = 200
_LETTER = 7  # pixels, somewhat more than a bold letter of a heading takes


@dataclass(frozen=True)
class Line:
    """One line of a strip.

    Parameters
    ----------
    label
        Stands on the left.
    value, low, high
        The value and its bounds, where there are some.
    n
        Items it rests on.
    heading
        What stands above the first of the lines that share it.
    """

    label: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    heading: str = ""


@dataclass(frozen=True)
class Placed:
    """Lines with their places from the top.

    Parameters
    ----------
    rows
        ``y``, ``label``, ``value``, ``low``, ``high``, ``n``, ``heading`` of every line.
    headings
        ``y`` and ``heading``.
    places
        How many places there are, headings included.
    """

    rows: tuple[Mapping[str, Any], ...]
    headings: tuple[Mapping[str, Any], ...]
    places: int

    @property
    def height(self) -> int:
        """Pixels."""
        return LINE * self.places + 20

    def heading_place(self) -> str:
        """Return where headings begin: with the plot, or left of it where they would not fit."""
        longest = max((len(row["heading"]) for row in self.headings), default=0)
        return f"min(0, width - {_LETTER * longest})"

    def between_headings(self) -> list[dict[str, float]]:
        """Return where the lines below each heading begin, ``y``, and ``end``."""
        tops = [row["y"] for row in self.headings]
        first = [] if 0 in tops or not self.places else [-0.5]
        starts = [*first, *(top + 0.5 for top in tops)]
        ends = [*(top - 0.5 for top in tops if top), self.places - 0.5]
        return [{"y": start, "end": end} for start, end in zip(starts, ends, strict=True)]

    def axis(self) -> "alt.Y":
        """Return the vertical axis; layers have to share it, or it loses its texts."""
        return line_axis(self.places, {row["y"]: row["label"] for row in self.rows})


def placed(lines: Iterable[Line]) -> Placed:
    """Give every line its place, with a place of its own for each heading."""
    rows, headings, place, heading = [], [], 0, ""
    for line in lines:
        if line.heading != heading:
            heading = line.heading
            headings.append({"y": place, "heading": printable(heading, TOOLTIP_LENGTH)})
            place += 1
        rows.append(
            {
                "y": place,
                "label": printable(line.label, TOOLTIP_LENGTH),
                "value": line.value,
                "low": line.low,
                "high": line.high,
                "n": line.n,
                "heading": printable(heading, TOOLTIP_LENGTH),
            }
        )
        place += 1
    return Placed(tuple(rows), tuple(headings), place)


def line_axis(
    places: int,
    labels: Mapping[float, str],
    bold: int | None = None,
    orient: Literal["left", "right"] = "left",
) -> "alt.Y":
    """Return the vertical axis with a text at each place, at one of them in bold letters."""
    import altair as alt

    weight: Any = alt.condition(f"datum.value == {bold}", alt.value("bold"), alt.value("normal"))

    values = list(labels)
    named = f"{json.dumps([labels[value] for value in values])}[indexof({json.dumps(values)}, datum.value)]"
    axis = alt.Axis(
        values=values,
        labelExpr=named,
        labelLimit=_LONGEST_LABEL,
        labelPadding=9,
        labelFontWeight=alt.Undefined if bold is None else weight,
        orient=alt.Undefined if orient == "left" else orient,
        title=None,
        ticks=False,
        domain=False,
        grid=False,
    )
    return alt.Y("y:Q", scale=alt.Scale(domain=[places - 0.5, -0.5], nice=False, zero=False), axis=axis)


def value_axis(title: str, field: str = "value") -> "alt.X":
    """Return the horizontal axis of proportions."""
    import altair as alt

    scale = alt.Scale(domain=[0, 1], nice=False)
    return alt.X(f"{field}:Q", scale=scale, axis=alt.Axis(title=title, format="%", tickCount=5))


def points_axis(title: str, field: str = "value") -> "alt.X":
    """Return the horizontal axis of differences of proportions, in percentage points."""
    import altair as alt

    axis = alt.Axis(
        title=title,
        titleAnchor="end",  # long labels leave little of a phone to the plot, but room on its left
        labelExpr="datum.value ? format(100 * datum.value, '+~g') : '0'",
        tickCount=5,
    )
    return alt.X(f"{field}:Q", scale=alt.Scale(nice=True), axis=axis)


def forest_plot(
    lines: Placed,
    title: str,
    axis: Callable[..., "alt.X"] = value_axis,
    behind: Sequence["alt.Chart"] = (),
    marks: Sequence[Mark] = (),
    written: str = ".1%",
) -> "Layers":
    """Return points with their intervals, over other layers that use the same places.

    Parameters
    ----------
    lines
        What is drawn.
    title
        Of the horizontal axis.
    axis
        `value_axis`, `points_axis`, or one of another unit.
    behind
        Layers that go below.
    marks
        What these layers draw, for the legend; points with intervals are named first.
    written
        How the values are written where a point is pointed at.
    """
    import altair as alt

    y = lines.axis()
    with_value = inline([row for row in lines.rows if row["value"] is not None])
    bounded = inline([row for row in lines.rows if row["low"] is not None])
    tooltip = [
        alt.Tooltip("label:N", title="of"),
        alt.Tooltip("value:Q", title="value", format=written),
        alt.Tooltip("low:Q", title="from", format=written),
        alt.Tooltip("high:Q", title="to", format=written),
        alt.Tooltip("n:Q", title="n", format=","),
    ]
    whiskers = alt.Chart(bounded).mark_rule(color=ACCENT, strokeWidth=2)
    points = alt.Chart(with_value).mark_point(color=ACCENT, filled=True, size=70, opacity=1)
    headings = alt.Chart(inline(lines.headings)).mark_text(
        align="left", fontWeight="bold", color=INK, baseline="middle", x=alt.ExprRef(lines.heading_place())
    )
    layers = [
        *behind,
        whiskers.encode(y=y, x=axis(title, "low"), x2="high:Q"),
        points.encode(y=y, x=axis(title), tooltip=tooltip),
    ]
    if lines.headings:
        layers.append(headings.encode(y=y, text="heading:N"))
    own = Mark(fill("chart.with_interval"), ACCENT, "circle")
    return layered(layers, (own, *marks))


def dashed(name: str) -> Mark:
    """Return what a dashed line in the colour of the text stands for."""
    return Mark(name, INK, dash=DASHED)


def vertical(at: float, lines: Placed | None = None) -> "alt.Chart":
    """Return a dashed line from top to bottom; with lines, none through their headings."""
    import altair as alt

    parts = [{"at": at}] if lines is None else [{"at": at, **part} for part in lines.between_headings()]
    rule: alt.Chart = alt.Chart(inline(parts)).mark_rule(strokeDash=[4, 3], opacity=0.6, color=INK)
    encoded: alt.Chart = rule.encode(x=alt.X("at:Q"))
    return encoded if lines is None else encoded.encode(y=lines.axis(), y2="end:Q")
