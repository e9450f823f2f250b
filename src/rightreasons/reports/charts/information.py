"""Bits that parts of a pair and a model know of the gold label, by input."""

from functools import partial
from typing import TYPE_CHECKING

from rightreasons.charts import (
    Chart,
    Line,
    count,
    dashed,
    drawn,
    forest_plot,
    number,
    placed,
    vertical,
    view_of,
)
from rightreasons.findings import Finding
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    import altair as alt

ADDS = {
    "chart": {
        "usable_information.bits": "usable_information",
        "model_information.bits": "model_information",
    }
}


def usable_information(finding: Finding) -> Chart | None:
    """Draw the bits that the hypothesis, the premise, overlap and length alone have about the gold label."""
    return _chart(finding, fill("chart_of_information.parts", entropy=finding.figures["label_entropy"]))


def model_information(finding: Finding) -> Chart | None:
    """Draw the bits that a model knows, as it is and calibrated, beside linear models of one part."""
    return _chart(finding, fill("chart_of_information.model", entropy=finding.figures["label_entropy"]))


def _chart(finding: Finding, description: str) -> Chart | None:
    view = view_of(finding, "by_input", ("input", "n", "information", "low", "high"))
    entropy = finding.figures["label_entropy"].value
    if view is None or entropy is None:
        return None
    lines = placed(
        Line(
            str(row["input"]),
            number(row["information"]),
            number(row["low"]),
            number(row["high"]),
            count(row["n"]),
        )
        for row in view.records()
    )
    least = min((each["low"] for each in lines.rows if each["low"] is not None), default=0.0)
    axis = partial(bits_axis, least=min(least, 0.0), most=entropy)
    chart = forest_plot(
        lines,
        fill("chart_of_information.axis"),
        axis,
        behind=(vertical(entropy),),
        marks=(dashed(fill("chart_of_information.entropy")),),
        written=".3f",
    )
    return Chart("bits", fill("chart_of_information.title"), description, drawn(chart, lines.height), view)


def bits_axis(title: str, field: str = "value", *, least: float = 0.0, most: float = 1.0) -> "alt.X":
    """Return the horizontal axis of bits."""
    import altair as alt

    axis = alt.Axis(title=title, format=".2~f", tickCount=5)
    return alt.X(f"{field}:Q", scale=alt.Scale(domain=[least, most], nice=True), axis=axis)
