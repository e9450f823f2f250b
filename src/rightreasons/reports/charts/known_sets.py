"""The gain of a baseline that sees part of a pair, among those of known datasets measured the same way."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

from rightreasons.charts import (
    ACCENT,
    BEHIND,
    Chart,
    Line,
    Placed,
    dashed,
    drawn,
    inline,
    placed,
    points_axis,
    vertical,
)
from rightreasons.charts.legends import Mark, layered
from rightreasons.figures import Figure
from rightreasons.findings import Finding, View, bounded
from rightreasons.numbers import points_alone
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    import altair as alt

    from rightreasons.charts import Layers

ADDS = {
    "chart": {
        "hypothesis_only.known_sets": "known_sets",
        "hypothesis_only.known_sets_memorised": "known_sets_memorised",
        "overlap_only.known_sets": "known_sets",
        "length_only.known_sets": "known_sets",
    }
}

FILE = "known_sets.json"
_OF_TEST = "->"
_GAIN, _MEMORISED = "gain_own", "memorised_gain"
_COLUMNS = ("dataset", "n", "difference", "difference_low", "difference_high", "measured", "licence")
_ROLES = {"dataset": "group", "measured": "text", "licence": "text"}
_SAME = 5e-4
_LINE = 15
"""Pixels a line: all known datasets fit on the first screen."""
_RIGHT_OF = 0.6
"""Of the range of all intervals: where one ends further to the right, its figure stands on its left."""
_TITLES = {
    "hypothesis_only": "chart_of_known_sets.hypothesis_only",
    "overlap_only": "chart_of_known_sets.overlap_only",
    "length_only": "chart_of_known_sets.length_only",
}


@dataclass(frozen=True)
class KnownSet:
    """What was measured of a dataset.

    Parameters
    ----------
    name, licence
        Of the dataset.
    measured
        Date, and the version of rightreasons that measured it.
    figures
        Value, lower and upper bound, and n by dotted name of the figure.
    """

    name: str
    licence: str
    measured: str
    figures: Mapping[str, tuple[float, float, float, int]]


@cache
def recorded() -> tuple[KnownSet, ...]:
    """Return the datasets that `scripts/known_sets` measured."""
    stored = json.loads((files(__package__) / FILE).read_text(encoding="utf-8"))
    measured = f"{stored['date']}, rightreasons {stored['version']}"
    return tuple(
        KnownSet(
            each["name"],
            each["licence"],
            measured,
            {name: (value, low, high, n) for name, (value, low, high, n) in each["figures"].items()},
        )
        for each in stored["sets"]
    )


def known_sets(finding: Finding) -> Chart | None:
    """Draw the gain of a baseline over the majority label, known datasets behind it."""
    return _chart(finding, "known_sets", _GAIN)


def known_sets_memorised(finding: Finding) -> Chart | None:
    """Draw what is gained where the other rows of a text were seen, known datasets behind it."""
    return _chart(finding, "known_sets_memorised", _MEMORISED)


def _chart(finding: Finding, name: str, figure: str) -> Chart | None:
    """Return the chart; None where the gain was not measured, or on a test set."""
    own = finding.figures.get(figure)
    if own is None or own.value is None or own.bounds[0] is None or _OF_TEST in finding.subject:
        return None
    others = tuple(_others(f"{finding.measure}.{figure}", own))
    if not others:
        return None
    mine = Line(finding.subject, own.value, *own.bounds, own.n)
    lines = sorted((mine, *(line for line, _ in others)), key=lambda line: -(line.value or 0))
    places = placed(lines)
    memorised = figure == _MEMORISED
    title = fill("chart_of_known_sets.memorised" if memorised else _TITLES[finding.measure])
    described = (
        "chart_of_known_sets.memorised_description" if memorised else "chart_of_known_sets.description"
    )
    return Chart(
        name,
        title,
        fill(described, measured=others[0][1].measured.partition(",")[0]),
        drawn(_strip(places, lines.index(mine)), _LINE * places.places + 20),
        _view(title, lines, {line.label: each for line, each in others}),
    )


def _others(name: str, own: Figure) -> Iterator[tuple[Line, KnownSet]]:
    """Yield known sets of which a figure was measured, but for one with the same figure: the same rows."""
    for each in recorded():
        value, low, high, n = each.figures.get(name, (None, None, None, 0))
        if value is None or (n == own.n and abs(value - (own.value or 0)) < _SAME):
            continue
        yield Line(each.name, value, low, high, n), each


def _strip(lines: Placed, own: int) -> "Layers":
    """Return points with intervals and their values in figures; the set of this run in colour."""
    import altair as alt

    rows = [{**row, "own": place == own} for place, row in enumerate(lines.rows)]
    y, title = _axis(lines, own), fill("chart_of_known_sets.axis")
    data = inline(rows)
    colour = alt.condition("datum.own", alt.value(ACCENT), alt.value(BEHIND))
    tooltip = [
        alt.Tooltip("label:N", title="dataset"),
        alt.Tooltip("value:Q", title="gain", format="+.1%"),
        alt.Tooltip("low:Q", title="from", format="+.1%"),
        alt.Tooltip("high:Q", title="to", format="+.1%"),
        alt.Tooltip("n:Q", title="n", format=","),
    ]
    whiskers = (
        alt.Chart(data)
        .mark_rule()
        .encode(
            y=y,
            x=points_axis(title, "low"),
            x2="high:Q",
            color=colour,
            strokeWidth=alt.condition("datum.own", alt.value(4), alt.value(2)),
        )
    )
    points = (
        alt.Chart(data)
        .mark_point(filled=True, opacity=1)
        .encode(
            y=y,
            x=points_axis(title),
            color=colour,
            shape=alt.condition("datum.own", alt.value("diamond"), alt.value("circle")),
            size=alt.condition("datum.own", alt.value(140), alt.value(60)),
            tooltip=tooltip,
        )
    )
    marks = (
        Mark(fill("chart_of_known_sets.own"), ACCENT, "diamond"),
        Mark(fill("chart_of_known_sets.others"), BEHIND, "circle"),
        dashed(fill("chart.no_gain")),
    )
    return layered((vertical(0), whiskers, points, *_values(rows, y, title)), marks)


def _values(rows: list[dict[str, Any]], y: "alt.Y", title: str) -> Iterator["alt.Chart"]:
    """Yield the gains in figures, right of their intervals; those of the greatest on the left, uncut."""
    import altair as alt

    written = [{**row, "written": points_alone(row["value"])} for row in rows]
    ends = [row[end] for row in rows for end in ("low", "high")]
    least, most = min(ends), max(ends)
    limit = least + _RIGHT_OF * (most - least)

    def is_great(row: dict[str, Any]) -> bool:
        return bool(row["high"] > limit and row["low"] - least > most - row["high"])  # more room on the left

    for own, great in product((False, True), repeat=2):
        weight: Any = "bold" if own else "normal"
        align: Literal["left", "right"] = "right" if great else "left"
        end, dx = ("low", -8) if great else ("high", 8)
        shown = [row for row in written if row["own"] == own and is_great(row) == great]
        if not shown:  # of which Vega would say that it has no extent
            continue
        text = alt.Chart(inline(shown)).mark_text(align=align, baseline="middle", dx=dx, fontWeight=weight)
        yield text.encode(y=y, x=points_axis(title, end), text="written:N")


def _axis(lines: Placed, own: int) -> "alt.Y":
    """Return the axis of the names; the own set's name is bold."""
    import altair as alt

    axis: Any = lines.axis()
    axis.axis.labelFontWeight = alt.condition(f"datum.value == {own}", alt.value("bold"), alt.value("normal"))
    made: alt.Y = axis
    return made


def _view(title: str, lines: list[Line], sets: Mapping[str, KnownSet]) -> View:
    said = {label: (each.measured, each.licence) for label, each in sets.items()}
    rows = tuple(
        (line.label, line.n, line.value, line.low, line.high, *said.get(line.label, (None, None)))
        for line in lines
    )
    return View(
        title,
        _COLUMNS,
        rows,
        by=("dataset",),
        bounds=bounded("difference"),
        roles=_ROLES,
    )
