"""Accuracy against likeness to people's labels: of a model, five people, other items, equal shares."""

from typing import TYPE_CHECKING, Any

from rightreasons.charts import ACCENT, BEHIND, Chart, drawn, inline, number, view_of
from rightreasons.findings import Finding
from rightreasons.reports.charts.named_points import names
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    from rightreasons.charts import Layers

ADDS = {"chart": {"human_labels.likeness": "likeness"}}
_HEIGHT = 300
_FIELDS = (
    *("accuracy", "accuracy_low", "accuracy_high"),
    *("jensen_shannon", "jensen_shannon_low", "jensen_shannon_high"),
)


def likeness(finding: Finding) -> Chart | None:
    """Draw `human_labels` as points with intervals: accuracy to the right, divergence from people upwards."""
    view = view_of(finding, "by_source", ("source", "n", *_FIELDS))
    if view is None:
        return None
    rows = [
        {
            "name": fill(f"chart_of_likeness.{row['source']}"),
            "colour": ACCENT if row["source"] == "model" else BEHIND,
            "n": row["n"],
            **{field: number(row[field]) for field in _FIELDS},
        }
        for row in view.records()
    ]
    return Chart(
        "likeness",
        fill("chart_of_likeness.title", data=finding.on),
        fill("chart_of_likeness.description"),
        drawn(cloud(rows), _HEIGHT),
        view,
    )


def cloud(rows: list[dict[str, Any]]) -> "Layers":
    """Return points with both intervals and their names beside them.

    Parameters
    ----------
    rows
        ``name``, ``colour``, ``n``, and accuracy and Jensen-Shannon divergence with their bounds.
    """
    import altair as alt

    farthest = max(row["jensen_shannon_high"] or row["jensen_shannon"] for row in rows)
    highest = max(0.1, round(farthest * 1.1 + 0.005, 2))
    x, y = _axes(highest)
    bounded = inline([row for row in rows if row["accuracy_low"] is not None])
    also = inline([row for row in rows if row["jensen_shannon_low"] is not None])
    colour = alt.Color("colour:N", scale=None)
    across = alt.Chart(bounded).mark_rule(strokeWidth=2).encode(
        x=x("accuracy_low"), x2="accuracy_high:Q", y=y("jensen_shannon"), color=colour
    )  # fmt: skip
    upwards = alt.Chart(also).mark_rule(strokeWidth=2).encode(
        x=x("accuracy"), y=y("jensen_shannon_low"), y2="jensen_shannon_high:Q", color=colour
    )  # fmt: skip
    points = alt.Chart(inline(rows)).mark_point(filled=True, size=80, opacity=1).encode(
        x=x("accuracy"), y=y("jensen_shannon"), color=colour, tooltip=_tooltip()
    )  # fmt: skip
    places = [(row["accuracy"], 1 - row["jensen_shannon"] / highest) for row in rows]
    named = [
        layer.encode(x=x("accuracy"), y=y("jensen_shannon")) for layer in names(rows, places, _HEIGHT, "name")
    ]
    return alt.layer(across, upwards, points, *named)


def _axes(highest: float) -> Any:
    import altair as alt

    across = alt.Axis(title=fill("chart_of_likeness.accuracy"), format="%", tickCount=5)
    upwards = alt.Axis(title=fill("chart_of_likeness.divergence"), format=".2~f", tickCount=5)
    return (
        lambda field: alt.X(f"{field}:Q", scale=alt.Scale(domain=[0, 1], nice=False), axis=across),
        lambda field: alt.Y(f"{field}:Q", scale=alt.Scale(domain=[0, highest], nice=False), axis=upwards),
    )


def _tooltip() -> list[Any]:
    import altair as alt

    return [
        alt.Tooltip("name:N", title="of"),
        alt.Tooltip("accuracy:Q", format=".1%"),
        alt.Tooltip("jensen_shannon:Q", title="divergence", format=".3f"),
        alt.Tooltip("n:Q", format=","),
    ]
