"""Accuracy of every seed of a training on one set, beside the majority label."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rightreasons.charts import (
    ACCENT,
    Chart,
    Line,
    dashed,
    drawn,
    forest_plot,
    inline,
    placed,
    value_axis,
    vertical,
)
from rightreasons.charts.legends import Mark
from rightreasons.figures import Figure
from rightreasons.findings import Finding, View
from rightreasons.sentences.templates import fill

if TYPE_CHECKING:
    import altair as alt

ADDS = {"chart": {"accuracy.seeds": "seeds"}}

_MOST = 5
"""So many seeds have a line each; of more, all are points on one line, with their mean beneath."""
_COLUMNS = ("of", "n", "accuracy", "low", "high")


def seeds(finding: Finding) -> Chart | None:
    """Draw the accuracies of a training on one set: each seed with its interval, or many and their mean."""
    accuracies = [each for each in finding.figures.where("accuracy") if each.value is not None]
    seeded = [figure for figure in accuracies if "seed" in figure.group]
    means = [figure for figure in accuracies if not figure.group]
    majorities = finding.figures.where("majority_accuracy")
    if not seeded or not means or not majorities:
        return None
    many = len(seeded) > _MOST
    lines = placed(
        [Line("each seed", None, None, None, 0), _line("their mean", means[0])]
        if many
        else [_line(_seed(each), each) for each in seeded]
    )
    majority = majorities[0].value or 0.0
    behind, marks = [vertical(majority)], [dashed(fill("chart.majority"))]
    if many:
        behind.append(_points(seeded).encode(y=lines.axis()))
        marks.append(Mark(fill("chart.each_seed"), ACCENT, "circle", filled=False))
    described = (
        fill("chart_of_seeds.description_of_many", majority=majority, seeds=len(seeded))
        if many
        else fill("chart_of_seeds.description", majority=majority)
    )
    shown = {**{_seed(figure): figure for figure in seeded}, "mean": means[0], "majority": majorities[0]}
    rows = tuple((name, figure.n, figure.value, *figure.bounds) for name, figure in shown.items())
    title = fill("chart_of_seeds.title", data=means[0].set or finding.name)
    return Chart(
        "seeds",
        title,
        described,
        drawn(forest_plot(lines, "accuracy", behind=behind, marks=marks), lines.height),
        View(title, _COLUMNS, rows, by=("of",), bounds={"accuracy": ("low", "high")}),
    )


def _seed(figure: Figure) -> str:
    return f"seed {figure.group['seed']}"


def _points(seeded: Sequence[Figure]) -> "alt.Chart":
    import altair as alt

    rows = [{"y": 0, "seed": figure.group["seed"], "value": figure.value} for figure in seeded]
    tooltip = [alt.Tooltip("seed:N"), alt.Tooltip("value:Q", title="accuracy", format=".1%")]
    points = alt.Chart(inline(rows)).mark_point(color=ACCENT, size=60, filled=False, opacity=0.8)
    encoded: alt.Chart = points.encode(x=value_axis("accuracy"), tooltip=tooltip)
    return encoded


def _line(label: str, figure: Figure) -> Line:
    return Line(label, figure.value, *figure.bounds, figure.n)
