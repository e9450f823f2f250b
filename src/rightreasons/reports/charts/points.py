"""Repetitions as points rather than bars: seeds of one training, or prompts of one question."""

from collections.abc import Mapping
from typing import Any

from rightreasons.findings import Finding, View
from rightreasons.printable import printable
from rightreasons.reports.charts.chart import ACCENT, INK, Chart, drawn, inline, number, records
from rightreasons.reports.charts.strip import LINE, line_axis, value_axis

REPEATED = ("seed", "prompt")
_NO_FIGURES = ("n", "answered", "low", "high")


def points(finding: Finding) -> Chart | None:
    """Draw the proportions of a table ``by_seed`` or ``by_prompt``: a row a repetition, a column a figure."""
    for what in REPEATED:
        table = finding.views.get(f"by_{what}")
        if table is not None and table.columns[:1] == (what,) and len(table.rows) > 1:
            return _chart(what, table)
    return None


def _chart(what: str, table: View) -> Chart | None:
    rows = records(table)
    names = [name for name in table.columns[1:] if _is_proportion(name, rows)]
    if not names:
        return None
    import altair as alt

    shown = [
        {"y": place, "figure": name, "value": number(row[name]), "of": printable(f"{what} {row[what]}")}
        for place, name in enumerate(names)
        for row in rows
        if row[name] is not None
    ]
    y = line_axis(len(names), dict(enumerate(names)))
    base = alt.Chart(inline(shown))
    single = base.mark_point(size=60, color=ACCENT, filled=True, opacity=0.55).encode(
        x=value_axis("value"),
        y=y,
        tooltip=[alt.Tooltip("of:N"), alt.Tooltip("figure:N"), alt.Tooltip("value:Q", format=".1%")],
    )
    means = base.mark_tick(color=INK, thickness=2, height=LINE).encode(x="mean(value):Q", y=y)
    return Chart(
        f"by_{what}",
        f"Every {what} as a point",
        f"One point for each {what}, and their mean as a stroke: how far a figure hangs on the {what} alone.",
        drawn(alt.layer(single, means), 2 * LINE * len(names) + 20),
        table,
    )


def _is_proportion(name: str, rows: list[Mapping[str, Any]] | list[dict[str, Any]]) -> bool:
    values = [row[name] for row in rows if row[name] is not None]
    bound = name in _NO_FIGURES or name.endswith(("_low", "_high"))
    return bool(values) and not bound and all(isinstance(each, float) and 0 <= each <= 1 for each in values)
