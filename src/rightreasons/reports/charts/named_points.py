"""Points with their names beside them, or at the end of a line: laid out for narrow and for wide plots."""

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import TYPE_CHECKING, Any

from rightreasons.charts import INK, inline
from rightreasons.charts.label_layout import MARK, Anchor, Box, Place, laid_out

if TYPE_CHECKING:
    import altair as alt

NARROW, WIDE = 200, 460
"""Pixels of the narrowest plot (3.3 inches less the axis), and of those from which on there is more room."""


def names(
    rows: Sequence[Mapping[str, Any]],
    places: Sequence[Place],
    height: int,
    field: str,
    axes: "tuple[alt.X, alt.Y]",
    others: Sequence[Place] = (),
    lines: Sequence[Sequence[Place]] = (),
) -> "list[alt.Chart]":
    """Return layers of names and of lines to them, some for narrow plots and some for wide ones.

    Parameters
    ----------
    rows
        What is drawn, the most important first; those without room for their names are not named.
    places
        Each as shares of the plot, from its left and from its top.
    height
        Of the plot, pixels.
    field
        The field of the name.
    axes
        Of the points.
    others
        Places of points without a name, which no name covers.
    lines
        Lines from place to place, which no name covers.
    """
    anchors = [Anchor(x, y, str(row[field])) for row, (x, y) in zip(rows, places, strict=True)]
    unnamed = [Anchor(x, y, "") for x, y in others]
    return [
        layer
        for width, holds in ((NARROW, "<"), (WIDE, ">="))
        for layer in _layers(
            [
                (row, box)
                for row, box in zip(rows, laid_out(anchors, width, height, unnamed, lines), strict=True)
                if box is not None
            ],
            field,
            axes,
            f"width {holds} {WIDE}",
        )
    ]


def _layers(
    named: Sequence[tuple[Mapping[str, Any], Box]], field: str, axes: "tuple[alt.X, alt.Y]", holds: str
) -> "Iterator[alt.Chart]":
    """Yield lines from points to the names that stand apart from them, and the names."""
    import altair as alt

    x, y = axes
    apart = [{**row, **_line_to(box)} for row, box in named if box.is_apart]
    if apart:  # without rows Vega would say that it has no extent
        lines = alt.Chart(inline(apart)).transform_filter(holds)
        mark = lines.mark_rule(
            opacity=0.6,
            xOffset=alt.ExprRef("datum.from_x"),
            yOffset=alt.ExprRef("datum.from_y"),
            x2Offset=alt.ExprRef("datum.to_x"),
            y2Offset=alt.ExprRef("datum.to_y"),
        )
        yield mark.encode(x=x, y=y, x2=x.shorthand, y2=y.shorthand)
    texts = [
        {**row, "dx": round(box.at, 1), "dy": round(box.dy, 1), "align": box.align} for row, box in named
    ]
    names_of = (
        alt.Chart(inline(texts))
        .transform_filter(holds)
        .mark_text(
            align=alt.ExprRef("datum.align"),
            baseline="middle",
            color=INK,
            dx=alt.ExprRef("datum.dx"),
            dy=alt.ExprRef("datum.dy"),
        )
    )
    yield names_of.encode(x=x, y=y, text=f"{field}:N")


def _line_to(box: Box) -> dict[str, float]:
    """Return from where to where the line to a name goes, from the edge of the mark on, in pixels."""
    across, down = box.end
    begins = MARK / hypot(across, down)
    ends = {"from_x": begins * across, "from_y": begins * down, "to_x": across, "to_y": down}
    return {end: round(at, 1) for end, at in ends.items()}
