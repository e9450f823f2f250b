"""Points with their names beside them: where the names stand is laid out for narrow and for wide plots."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rightreasons.charts import INK, inline
from rightreasons.charts.label_layout import Anchor, Box, laid_out

if TYPE_CHECKING:
    import altair as alt

NARROW, WIDE = 200, 460
"""Pixels of the narrowest plot (3.3 inches less the axis), and of those from which on there is more room."""


def names(
    rows: Sequence[Mapping[str, Any]],
    places: Sequence[tuple[float, float]],
    height: int,
    field: str,
    others: Sequence[tuple[float, float]] = (),
) -> "tuple[alt.Chart, alt.Chart]":
    """Return two layers of names, one for narrow plots and one for wide ones, without x and y.

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
    others
        Places of points without a name, which no name covers.
    """
    narrow, wide = (
        _layer(rows, _boxes(rows, places, (width, height), field, others), field, f"width {holds} {WIDE}")
        for width, holds in ((NARROW, "<"), (WIDE, ">="))
    )
    return narrow, wide


def _boxes(
    rows: Sequence[Mapping[str, Any]],
    places: Sequence[tuple[float, float]],
    size: tuple[int, int],
    field: str,
    others: Sequence[tuple[float, float]],
) -> list[Box | None]:
    anchors = [Anchor(x, y, str(row[field])) for row, (x, y) in zip(rows, places, strict=True)]
    return laid_out(anchors, *size, [Anchor(x, y, "") for x, y in others])


def _layer(
    rows: Sequence[Mapping[str, Any]], boxes: Sequence[Box | None], field: str, holds: str
) -> "alt.Chart":
    import altair as alt

    named = [
        {**row, "dx": round(box.dx, 1), "dy": round(box.dy, 1)}
        for row, box in zip(rows, boxes, strict=True)
        if box is not None
    ]
    text = (
        alt.Chart(inline(named))
        .transform_filter(holds)
        .mark_text(
            align="left",
            baseline="middle",
            color=INK,
            dx=alt.ExprRef("datum.dx"),
            dy=alt.ExprRef("datum.dy"),
        )
    )
    layer: alt.Chart = text.encode(text=f"{field}:N")
    return layer
