"""Contingency tables of the behaviour analysis as mosaics: the thicker a bar, the more instances it has."""

from collections.abc import Iterator, Mapping
from typing import Any

from rightreasons.charts import (
    BEHIND,
    LABELS,
    RIGHT,
    WRONG,
    Chart,
    count,
    drawn,
    inline,
    line_axis,
    value_axis,
)
from rightreasons.findings import Finding, View
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill

ADDS = {
    "chart": {
        "behaviour.mosaics": "mosaics",
        "insensitivity.mosaics": "mosaics",
        "unseen_pairs.mosaics": "mosaics",
        "polarity.mosaics": "mosaics",
    }
}

_ALL = "all"
"""The column of a contingency table that counts what is in its others."""
_HEIGHT = 110
_GAP = 0.12
_LEAST_NAMED = 0.14
_COLOURS = {
    "correct": RIGHT,
    "incorrect": WRONG,
    "transformed right": RIGHT,
    "transformed wrong": WRONG,
    **LABELS,
}


def mosaics(finding: Finding) -> Chart | None:
    """Draw every contingency table of a finding about word swaps."""
    tables = {
        name: view
        for name, view in finding.views.items()
        if _ALL in view.columns and any(count(row[_ALL]) for row in view.records())
    }
    if not tables:
        return None
    import altair as alt

    rows = [row for place, (name, table) in enumerate(tables.items()) for row in _tiles(place, name, table)]
    outcomes = list(dict.fromkeys(row["outcome"] for row in rows))
    colours = alt.Scale(domain=outcomes, range=[_COLOURS.get(outcome, BEHIND) for outcome in outcomes])
    labels = {row["middle"]: row["label"] for row in rows if row["thickness"] >= _LEAST_NAMED}
    tiles = alt.Chart(inline(rows)).mark_rect(stroke="#fff", strokeWidth=1, strokeOpacity=0.6)
    chart = tiles.encode(
        x=value_axis("share of the instances of a row", "from"),
        x2="to:Q",
        y=line_axis(len(tables), labels).scale(domain=[len(tables) - 0.5 * _GAP, -0.5 * _GAP]),
        y2="y2:Q",
        color=alt.Color("outcome:N", scale=colours, sort=outcomes, legend=alt.Legend(columns=1)),
        tooltip=[
            alt.Tooltip("label:N", title="of"),
            alt.Tooltip("outcome:N"),
            alt.Tooltip("instances:Q", format=","),
            alt.Tooltip("share:Q", format=".1%"),
        ],
    )
    return Chart(
        "mosaics",
        fill("chart_of_mosaics.title", factor=_factor(next(iter(tables.values()))).capitalize()),
        fill("chart_of_mosaics.description"),
        drawn(chart, _HEIGHT * len(tables)),
        _together(tables),
    )


def _factor(table: View) -> str:
    """Return what the lines of a contingency table are of."""
    return table.by[0]


def _outcomes(table: View) -> list[str]:
    return [name for name in table.columns if name not in (_ALL, *table.by)]


def _tiles(place: int, name: str, table: View) -> Iterator[Mapping[str, Any]]:
    rows = table.records()
    total = sum(count(row[_ALL]) for row in rows)
    top = float(place)
    for row in rows:
        held = count(row[_ALL])
        thickness = (1 - _GAP) * held / total if total else 0.0
        reached = 0.0
        for outcome in _outcomes(table):
            share = count(row[outcome]) / held if held else 0.0
            if share:
                yield {
                    "y": top,
                    "y2": top + thickness,
                    "middle": top + thickness / 2,
                    "thickness": thickness,
                    "from": reached,
                    "to": reached + share,
                    "share": share,
                    "outcome": printable(outcome),
                    "instances": count(row[outcome]),
                    "label": printable(_row(name, row[_factor(table)], held)),
                }
            reached += share
        top += thickness


def _row(name: str, factor: Any, instances: int) -> str:
    return fill("chart_of_mosaics.row", set=name, factor=factor, instances=instances)


def _together(tables: Mapping[str, View]) -> View:
    """Return all tables as one; their columns are the same but for the order of outcomes."""
    first = next(iter(tables.values()))
    outcomes = list(dict.fromkeys(name for table in tables.values() for name in _outcomes(table)))
    lines = tuple(
        (name, row[_factor(table)], *(row.get(outcome) for outcome in outcomes), row[_ALL])
        for name, table in tables.items()
        for row in table.records()
    )
    by, counted = ("set", _factor(first)), dict.fromkeys(outcomes, "count")
    return View(first.title, (*by, *outcomes, _ALL), lines, by=by, roles=counted)
