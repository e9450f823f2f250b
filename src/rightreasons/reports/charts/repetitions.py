"""Repetitions as points rather than bars: seeds of one training, or prompts of one question."""

from rightreasons.charts import ACCENT, INK, LINE, Chart, drawn, inline, line_axis, number, value_axis
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
    single = base.mark_point(size=60, color=ACCENT, filled=True, opacity=0.55).encode(
        x=value_axis("value"),
        y=y,
        tooltip=[alt.Tooltip("of:N"), alt.Tooltip("figure:N"), alt.Tooltip("value:Q", format=".1%")],
    )
    means = base.mark_tick(color=INK, thickness=2, height=LINE).encode(x="mean(value):Q", y=y)
    return Chart(
        f"by_{what}",
        fill("chart_of_repetitions.title", what=what),
        fill("chart_of_repetitions.description", what=what),
        drawn(alt.layer(single, means), 2 * LINE * len(names) + 20),
        view,
    )
