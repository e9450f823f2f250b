"""The gain of a baseline that sees part of a pair, among those of known datasets measured the same way."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from rightreasons.charts import (
    ACCENT,
    BEHIND,
    Chart,
    Line,
    Placed,
    dashed,
    drawn,
    inline,
    line_axis,
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
    (names, gains), title = _axes(lines, own), fill("chart_of_known_sets.axis")
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
            y=names,
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
            y=gains,
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
    strip: Layers = layered((vertical(0), whiskers, points), marks).resolve_axis(y="independent")
    return strip


def _axes(lines: Placed, own: int) -> "tuple[alt.Y, alt.Y]":
    """Return the axis of the names, and at its right one of the gains in figures; the own set's are bold.

    Figures that stand beside their intervals would cover the line of no gain.
    """
    names = {row["y"]: row["label"] for row in lines.rows}
    gains = {row["y"]: points_alone(row["value"]) for row in lines.rows}
    return line_axis(lines.places, names, own), line_axis(lines.places, gains, own, "right")


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
