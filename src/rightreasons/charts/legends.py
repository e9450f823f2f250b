"""A legend that names every mark of a chart, whatever draws it: its shape, its fill, its dashes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import altair as alt

STROKE = "stroke"
"""The shape of a line."""
TICK = "M0,-1L0,1"
"""The shape of a tick: a line that stands upright."""
SOLID = (1, 0)
DASHED = (4, 3)
OF_LABELS = (SOLID, (5, 3), (2, 2), (6, 2, 2, 2))
"""Dashes of the lines of labels, which tell them apart without colours."""
_ROOM, _LONGEST, _LETTER, _SYMBOL = 250, 270, 7, 30  # pixels: of a row, a name, a letter, a symbol
_KEY = "mark"


@dataclass(frozen=True)
class Mark:
    """One kind of mark, as its legend shows it.

    Parameters
    ----------
    name
        What it stands for.
    colour
        Of its line, and of its inside where it is filled.
    shape
        A shape of Vega, or `STROKE`, or `TICK`.
    filled
        Whether it has an inside; lines have none.
    dash
        Lengths of line and gap in turn, pixels.
    opacity
        As drawn, where what is drawn lies over more of its kind.
    """

    name: str
    colour: str
    shape: str = STROKE
    filled: bool = True
    dash: tuple[float, ...] = SOLID
    opacity: float = 1


def layered(layers: Sequence["alt.Chart | alt.LayerChart"], marks: Sequence[Mark]) -> "alt.LayerChart":
    """Return layers with a legend of their marks.

    Parameters
    ----------
    layers
        From the back to the front; scales of colours, shapes and dashes are each layer's own.
    marks
        In the order of the legend.
    """
    import altair as alt

    drawn = alt.layer(*layers, legend(marks))
    resolved: alt.LayerChart = drawn.resolve_scale(
        color="independent",
        shape="independent",
        strokeDash="independent",
        fill="independent",
        stroke="independent",
        size="independent",
    )
    return resolved


def legend(marks: Sequence[Mark]) -> "alt.Chart":
    """Return a layer that draws nothing but the legend."""
    import altair as alt

    names = [mark.name for mark in marks]
    widest = _SYMBOL + _LETTER * max(map(len, names))
    shown = alt.Legend(
        title=None,
        orient="top",
        columns=max(1, min(len(marks), _ROOM // widest)),
        symbolOpacity=alt.ExprRef(f"{[mark.opacity for mark in marks]}[datum.index]"),
        symbolSize=110,
        labelLimit=_LONGEST,
    )

    def scale(values: Sequence[Any]) -> "alt.Scale":
        return alt.Scale(domain=names, range=list(values))

    insides = [
        mark.colour if mark.filled and mark.shape not in (STROKE, TICK) else "transparent" for mark in marks
    ]
    empty = alt.Chart(alt.InlineData(values=[])).mark_point(opacity=1)
    encoded: alt.Chart = empty.encode(
        fill=alt.Fill(f"{_KEY}:N", scale=scale(insides), legend=shown),
        stroke=alt.Stroke(f"{_KEY}:N", scale=scale([mark.colour for mark in marks]), legend=shown),
        shape=alt.Shape(f"{_KEY}:N", scale=scale([mark.shape for mark in marks]), legend=shown),
        strokeDash=alt.StrokeDash(
            f"{_KEY}:N", scale=scale([list(mark.dash) for mark in marks]), legend=shown
        ),
    )
    return encoded
