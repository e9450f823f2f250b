"""Accuracy of every seed of a training on one set as a point, with their mean and the majority label."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rightreasons.findings import Cell, Finding, View
from rightreasons.reports.charts.chart import ACCENT, Chart, drawn, inline
from rightreasons.reports.charts.strip import Line, placed, strip, value_axis, vertical
from rightreasons.statistics.results import Estimate

if TYPE_CHECKING:
    import altair as alt

_SEED, _MEAN, _MAJORITY = "seed-", "mean", "majority"
_COLUMNS = ("of", "n", "accuracy", "low", "high")
_TITLE = "Accuracy, every seed as a point"


def seeds(finding: Finding) -> Chart | None:
    """Draw the accuracies of a training on one set: every seed, and their mean with its interval."""
    figures = {
        name.rpartition(".")[2]: figure
        for name, figure in finding.figures.items()
        if figure.value is not None
    }
    names = [name for name in figures if name.startswith(_SEED)]
    if finding.measure != "accuracy" or not names or not {_MEAN, _MAJORITY} <= set(figures):
        return None
    several = len(names) > 1
    lines = placed(
        [Line("each seed", None, None, None, 0), _line("their mean", figures[_MEAN])]
        if several
        else [_line(names[0].replace("-", " "), figures[names[0]])]
    )
    majority = figures[_MAJORITY].value or 0.0
    behind = [vertical(majority)]
    if several:
        behind.append(_points(names, figures).encode(y=lines.axis()))
    means = "The mean has an interval that covers seeds. " if several else "The interval covers items. "
    return Chart(
        "seeds",
        _TITLE,
        f"Share of right labels on this set. {means}Dashed: {100 * majority:.1f} %, which always saying the "
        "most frequent label of the training data gets.",
        drawn(strip(lines, "accuracy", behind=behind), lines.height),
        View(_TITLE, _COLUMNS, tuple(_row(name, figures[name]) for name in (*names, _MEAN, _MAJORITY))),
    )


def _points(names: Sequence[str], figures: Mapping[str, Estimate]) -> "alt.Chart":
    import altair as alt

    rows = [{"y": 0, "seed": name.removeprefix(_SEED), "value": figures[name].value} for name in names]
    tooltip = [alt.Tooltip("seed:N"), alt.Tooltip("value:Q", title="accuracy", format=".1%")]
    points = alt.Chart(inline(rows)).mark_point(color=ACCENT, size=60, filled=True, opacity=0.55)
    encoded: alt.Chart = points.encode(x=value_axis("accuracy"), tooltip=tooltip)
    return encoded


def _line(label: str, figure: Estimate) -> Line:
    return Line(label, figure.value, *_bounds(figure), figure.n)


def _row(name: str, figure: Estimate) -> tuple[Cell, ...]:
    return (name.replace("-", " "), figure.n, figure.value, *_bounds(figure))


def _bounds(figure: Estimate) -> tuple[float | None, float | None]:
    return (figure.interval.low, figure.interval.high) if figure.interval else (None, None)
