"""Accuracy against likeness to people's labels: of a model, five people, other items, equal shares."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rightreasons.charts import ACCENT, BEHIND, Chart, drawn, inline, number, view_of
from rightreasons.findings import Finding, View
from rightreasons.reports.charts.named_points import names
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    from rightreasons.charts import Layers

ADDS = {"chart": {"human_labels.likeness": "likeness", "people_beside.likeness": "several_models"}}
_HEIGHT = 300
_FIELDS = (
    *("accuracy", "accuracy_low", "accuracy_high"),
    *("jensen_shannon", "jensen_shannon_low", "jensen_shannon_high"),
)
_ENDS = (
    *(("accuracy_low", "jensen_shannon"), ("accuracy_high", "jensen_shannon")),
    *(("accuracy", "jensen_shannon_low"), ("accuracy", "jensen_shannon_high")),
)
"""Where whiskers end, which no name covers."""


def likeness(finding: Finding) -> Chart | None:
    """Draw `human_labels` as points with intervals: accuracy to the right, divergence from people upwards."""
    view = view_of(finding, "by_source", ("source", "n", *_FIELDS))
    if view is None:
        return None
    rows = [
        _point(
            row, fill(f"chart_of_likeness.{row['source']}"), ACCENT if row["source"] == "model" else BEHIND
        )
        for row in view.records()
    ]
    return _chart(finding, view, cloud(rows))


def several_models(finding: Finding) -> Chart | None:
    """Draw the accuracy of several models against their divergence from people, with both intervals."""
    view = view_of(finding, "by_run", ("run", "n", *_FIELDS))
    if view is None:
        return None
    rows = [_point(row, str(row["run"]), ACCENT) for row in view.records()]
    return _chart(finding, view, cloud(rows, near=True))


def _point(row: Mapping[str, Any], name: str, colour: str) -> dict[str, Any]:
    return {"name": name, "colour": colour, "n": row["n"], **{field: number(row[field]) for field in _FIELDS}}


def _chart(finding: Finding, view: View, layers: "Layers") -> Chart:
    title = fill("chart_of_likeness.title", data=finding.on)
    return Chart("likeness", title, fill("chart_of_likeness.description"), drawn(layers, _HEIGHT), view)


def cloud(rows: list[dict[str, Any]], *, near: bool = False) -> "Layers":
    """Return points with both intervals and their names beside them.

    Parameters
    ----------
    rows
        ``name``, ``colour``, ``n``, and accuracy and Jensen-Shannon divergence with their bounds.
    near
        Whether the axes show the points only, and not all from 0 on.
    """
    import altair as alt

    left, right = _ends(rows, "accuracy", 1.0) if near else (0.0, 1.0)
    lowest, highest = _ends(rows, "jensen_shannon", 1.0)
    lowest = lowest if near else 0.0
    x, y = _axes((left, right), (lowest, highest))
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

    def place(across: float, upwards: float) -> tuple[float, float]:
        return (across - left) / (right - left), 1 - (upwards - lowest) / (highest - lowest)

    places = [place(row["accuracy"], row["jensen_shannon"]) for row in rows]
    ends = [
        place(row[one], row[other])
        for row in rows
        for one, other in _ENDS
        if row[one] is not None and row[other] is not None
    ]
    named = names(rows, places, _HEIGHT, "name", (x("accuracy"), y("jensen_shannon")), ends)
    return alt.layer(across, upwards, points, *named)


def _ends(rows: list[dict[str, Any]], field: str, most: float) -> tuple[float, float]:
    """Return where an axis begins and ends that shows the points, their intervals and a margin."""
    numbers = [row[each] for row in rows for each in (field, f"{field}_low", f"{field}_high")]
    given = [each for each in numbers if each is not None]
    margin = max(0.15 * (max(given) - min(given)), 0.01)
    return round(max(min(given) - margin, 0.0), 3), round(min(max(given) + margin, most), 3)


def _axes(own: tuple[float, float], divergence: tuple[float, float]) -> Any:
    import altair as alt

    across = alt.Axis(title=fill("chart_of_likeness.accuracy"), format="%", tickCount=5)
    upwards = alt.Axis(title=fill("chart_of_likeness.divergence"), format=".2~f", tickCount=5)
    return (
        lambda field: alt.X(f"{field}:Q", scale=alt.Scale(domain=list(own), nice=False), axis=across),
        lambda field: alt.Y(f"{field}:Q", scale=alt.Scale(domain=list(divergence), nice=False), axis=upwards),
    )


def _tooltip() -> list[Any]:
    import altair as alt

    return [
        alt.Tooltip("name:N", title="of"),
        alt.Tooltip("accuracy:Q", format=".1%"),
        alt.Tooltip("jensen_shannon:Q", title="divergence", format=".3f"),
        alt.Tooltip("n:Q", format=","),
    ]
