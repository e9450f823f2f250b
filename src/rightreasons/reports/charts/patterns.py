"""How many hypotheses hold a pattern, by how surely the pattern says a label."""

from rightreasons.findings import Finding
from rightreasons.reports.charts.chart import ACCENT, INK, Chart, drawn, inline, records, view_of


def patterns(finding: Finding) -> Chart | None:
    """Draw coverage against lambda of `artificial_patterns`."""
    view = view_of(finding, "coverage", ("lambda", "patterns", "instances", "share"))
    if view is None:
        return None
    import altair as alt

    rows = inline(records(view))
    x = alt.X("lambda:O", axis=alt.Axis(title="patterns with p(label | pattern) above lambda", labelAngle=0))
    y = alt.Y(
        "share:Q", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(title="share of hypotheses", format="%")
    )
    tooltip = [
        alt.Tooltip("lambda:O"),
        alt.Tooltip("share:Q", format=".1%"),
        alt.Tooltip("instances:Q", title="hypotheses", format=","),
        alt.Tooltip("patterns:Q", format=","),
    ]
    bars = alt.Chart(rows).mark_bar(color=ACCENT, size=36).encode(x=x, y=y, tooltip=tooltip)
    counts = alt.Chart(rows).mark_text(dy=-8, color=INK)
    texts = counts.transform_calculate(said="format(datum.patterns, ',')").encode(x=x, y=y, text="said:N")
    return Chart(
        "patterns",
        "Hypotheses that hold a pattern of one label",
        "Share of hypotheses that hold at least one pattern which goes with one label more surely than "
        "lambda; above each bar, how many such patterns there are (Liu et al. 2020).",
        drawn(alt.layer(bars, texts), 240),
        view,
    )
