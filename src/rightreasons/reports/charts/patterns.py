"""How many hypotheses hold a pattern, by how surely the pattern says a label."""

from rightreasons.charts import ACCENT, INK, Chart, drawn, inline, view_of
from rightreasons.charts.legends import Mark, layered
from rightreasons.findings import Finding
from rightreasons.sentences.templates import fill

ADDS = {"chart": {"artificial_patterns.patterns": "patterns"}}


def patterns(finding: Finding) -> Chart | None:
    """Draw coverage against lambda of `artificial_patterns`."""
    view = view_of(finding, "coverage", ("lambda", "patterns", "instances", "share"))
    if view is None:
        return None
    import altair as alt

    rows = inline(view.records())
    x = alt.X("lambda:O", axis=alt.Axis(title="patterns with p(label | pattern) above lambda", labelAngle=0))
    y = alt.Y(
        "share:Q",
        scale=alt.Scale(domain=[0, 1.1], nice=False),
        axis=alt.Axis(title=fill("chart_of_patterns.axis"), format="%", values=[0, 0.25, 0.5, 0.75, 1]),
    )
    tooltip = [
        alt.Tooltip("lambda:O"),
        alt.Tooltip("share:Q", format=".1%"),
        alt.Tooltip("instances:Q", title=fill("chart_of_patterns.instances"), format=","),
        alt.Tooltip("patterns:Q", format=","),
    ]
    bars = alt.Chart(rows).mark_bar(color=ACCENT, size=36).encode(x=x, y=y, tooltip=tooltip)
    counts = alt.Chart(rows).mark_text(dy=-8, color=INK)
    texts = counts.transform_calculate(shown="format(datum.patterns, ',')").encode(x=x, y=y, text="shown:N")
    return Chart(
        "patterns",
        fill("chart_of_patterns.title"),
        fill("chart_of_patterns.description"),
        drawn(layered((bars, texts), (Mark(fill("chart_of_patterns.bar"), ACCENT, "square"),)), 240),
        view,
    )
