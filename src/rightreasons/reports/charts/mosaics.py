"""Contingency tables of the behaviour analysis as mosaics: the thicker a bar, the more instances it has."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rightreasons.findings import Finding, View
from rightreasons.printable import printable
from rightreasons.reports.charts.chart import BEHIND, LABELS, RIGHT, WRONG, Chart, count, drawn, inline
from rightreasons.reports.charts.strip import line_axis, value_axis

MEASURES = ("behaviour", "insensitivity", "unseen_pairs", "polarity")
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
    tables = {name: table for name, table in finding.views.items() if _is_contingency(table)}
    tables = {name: table for name, table in tables.items() if any(count(row[-1]) for row in table.rows)}
    if finding.measure not in MEASURES or not tables:
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
        f"{next(iter(tables.values())).columns[0].capitalize()} and what is predicted",
        "One bar for each row of a contingency table: its thickness is the share of instances that it has in "
        "its set, its parts are the shares of what was predicted. Where factor and prediction have nothing "
        "to do with each other, the parts of all bars of a set are alike. Thin bars are named in the table.",
        drawn(chart, _HEIGHT * len(tables)),
        _together(tables),
    )


def _is_contingency(table: View) -> bool:
    return len(table.columns) > 2 and table.columns[-1] == "all" and bool(table.rows)


def _tiles(place: int, name: str, table: View) -> Iterator[Mapping[str, Any]]:
    total = sum(count(row[-1]) for row in table.rows)
    top = float(place)
    for row in table.rows:
        held = count(row[-1])
        thickness = (1 - _GAP) * held / total if total else 0.0
        reached = 0.0
        for outcome, cell in zip(table.columns[1:-1], row[1:-1], strict=True):
            share = count(cell) / held if held else 0.0
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
                    "instances": count(cell),
                    "label": printable(f"{name}: {row[0]} ({held:,})"),
                }
            reached += share
        top += thickness


def _together(tables: Mapping[str, View]) -> View:
    """Return all tables as one; their columns are the same but for the order of outcomes."""
    first = next(iter(tables.values()))
    outcomes: Sequence[str] = list(
        dict.fromkeys(column for table in tables.values() for column in table.columns[1:-1])
    )
    rows = []
    for name, table in tables.items():
        for row in table.rows:
            cells = dict(zip(table.columns, row, strict=True))
            rows.append((name, row[0], *(cells.get(outcome) for outcome in outcomes), row[-1]))
    return View(first.title, ("set", first.columns[0], *outcomes, "all"), tuple(rows))
