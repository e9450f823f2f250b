"""How many hypotheses one word gives away, by how much it says (Poliak et al. 2018, Figure 2)."""

from itertools import cycle

from rightreasons.charts import Chart, drawn, inline, label_colours, view_of
from rightreasons.charts.legends import OF_LABELS
from rightreasons.findings import Finding
from rightreasons.sentences.templates import fill

ADDS = {"chart": {"give_away_words.coverage": "coverage"}}


def coverage(finding: Finding) -> Chart | None:
    """Draw the coverage curve of `give_away_words`."""
    view = view_of(finding, "coverage", ("x",))
    if view is None:
        return None
    import altair as alt

    labels = [name for name in view.columns if name != "x"]
    rows = [
        {"x": row["x"], "label": label, "hypotheses": row[label]}
        for row in view.records()
        for label in labels
    ]
    dashes = alt.Scale(
        domain=labels, range=[list(dash) for dash, _ in zip(cycle(OF_LABELS), labels, strict=False)]
    )
    chart = (
        alt.Chart(inline(rows))
        .mark_line(interpolate="step-after", strokeWidth=2)
        .encode(
            x=alt.X("x:Q", axis=alt.Axis(title="p(label | word) of at least", format=".1f", tickCount=6)),
            y=alt.Y("hypotheses:Q", axis=alt.Axis(title=fill("chart_of_coverage.axis"), format="~s")),
            color=alt.Color("label:N", scale=label_colours(labels)),
            strokeDash=alt.StrokeDash("label:N", scale=dashes),
            tooltip=[
                alt.Tooltip("label:N"),
                alt.Tooltip("x:Q", format=".2f"),
                alt.Tooltip("hypotheses:Q", format=","),
            ],
        )
    )
    return Chart(
        "coverage",
        fill("chart_of_coverage.title"),
        fill("chart_of_coverage.description"),
        drawn(chart, 260),
        view,
    )
