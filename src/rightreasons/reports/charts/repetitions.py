"""Repetitions as points rather than bars: seeds of one training, or prompts of one question."""

from rightreasons.charts import ACCENT, INK, LINE, Chart, drawn, inline, line_axis, number, value_axis
from rightreasons.charts.legends import Mark, layered
from rightreasons.findings import Finding, View
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill

ADDS = {"chart": {"any.points": "points"}}

REPEATED = ("seed", "prompt")


def points(finding: Finding) -> Chart | None:
    """Draw the proportions of a view by seed or by prompt: a line a repetition, a column a figure."""
    for view in finding.views.values():
        for what in REPEATED:
            if view.by == (what,) and len(view.lines) > 1:
                return _chart(what, view)
    return None


def _marks(what: str) -> tuple[Mark, ...]:
    each = Mark(fill("chart_of_repetitions.each", what=what), ACCENT, "circle", filled=False)
    return each, Mark(fill("chart.mean"), INK)


def _chart(what: str, view: View) -> Chart | None:
    rows = view.records()
    names = [name for name in view.plain_columns if view.written(name) == "percent"]
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
    single = base.mark_point(size=60, color=ACCENT, filled=False, opacity=0.8).encode(
        x=value_axis("value"),
        y=y,
        tooltip=[alt.Tooltip("of:N"), alt.Tooltip("figure:N"), alt.Tooltip("value:Q", format=".1%")],
    )
    means = base.mark_tick(color=INK, thickness=2, height=LINE).encode(x="mean(value):Q", y=y)
    return Chart(
        f"by_{what}",
        fill("chart_of_repetitions.title", what=what),
        fill("chart_of_repetitions.description", what=what),
        drawn(layered((single, means), _marks(what)), 2 * LINE * len(names) + 20),
        view,
    )
