"""The map of training rows: variability against confidence (Swayamdipta et al. 2020, Figure 1)."""

from rightreasons.charts import ACCENT, WRONG, Chart, drawn, inline, number, view_of
from rightreasons.findings import Finding
from rightreasons.sentences.templates import fill

ADDS = {"chart": {"training_dynamics.map": "dynamics_map"}}


def dynamics_map(finding: Finding) -> Chart | None:
    """Draw the map of `training_dynamics`: a circle a cell, as large as its number of rows."""
    view = view_of(finding, "map", ("variability", "confidence", "n", "correctness"))
    if view is None:
        return None
    import altair as alt

    colours = alt.Scale(domain=[0, 0.5, 1], range=[WRONG, "#c9a227", ACCENT])
    highest = max(number(row["variability"]) or 0.0 for row in view.records())
    chart = (
        alt.Chart(inline(view.records()))
        .mark_circle(opacity=0.9)
        .encode(
            x=alt.X(
                "variability:Q",
                scale=alt.Scale(domain=[0, max(0.5, highest + 0.02)], nice=False),
                axis=alt.Axis(title=fill("chart_of_dynamics.variability"), format=".1f", tickCount=5),
            ),
            y=alt.Y(
                "confidence:Q",
                scale=alt.Scale(domain=[0, 1], nice=False),
                axis=alt.Axis(title=fill("chart_of_dynamics.confidence"), format=".1f", tickCount=5),
            ),
            size=alt.Size("n:Q", scale=alt.Scale(type="sqrt", range=[4, 260]), legend=None),
            color=alt.Color(
                "correctness:Q",
                scale=colours,
                legend=alt.Legend(title=fill("chart_of_dynamics.correctness"), format="%", tickCount=2),
            ),
            tooltip=[
                alt.Tooltip("n:Q", format=",", title="rows"),
                alt.Tooltip("confidence:Q", format=".2f"),
                alt.Tooltip("variability:Q", format=".2f"),
                alt.Tooltip("correctness:Q", format=".0%"),
            ],
        )
    )
    return Chart(
        "map",
        fill("chart_of_dynamics.title"),
        fill("chart_of_dynamics.description"),
        drawn(chart, 340),
        view,
    )
