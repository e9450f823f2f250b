"""Figures of runs by dotted name, and those of several runs as one."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rightreasons.findings import Finding
from rightreasons.statistics.resampling import seed_mean
from rightreasons.statistics.results import Estimate

Figures = Mapping[str, Estimate]


def figures_of(findings: Iterable[Finding]) -> dict[str, Estimate]:
    """Return figures by dotted name; what stands there for several sets is left out."""
    named = [
        (f"{each.measure}.{name}", figure.estimate)
        for each in findings
        for name, figure in each.figures.items()
    ]
    names = Counter(name for name, _ in named)
    return {name: figure for name, figure in named if names[name] == 1}


def first_figures(findings: Iterable[Finding]) -> dict[str, Estimate]:
    """Return figures by dotted name; of several of one name the first."""
    figures: dict[str, Estimate] = {}
    for each in findings:
        figures = {
            f"{each.measure}.{name}": figure.estimate for name, figure in each.figures.items()
        } | figures
    return figures


def combined(runs: Sequence[Figures]) -> dict[str, Estimate]:
    """Return the figures of several runs as one.

    What one run alone has stands as it is. What several have is taken as seeds of one model: their mean, with
    the t interval over them.
    """
    names = dict.fromkeys(name for run in runs for name in run)
    return {name: _mean([run[name] for run in runs if name in run]) for name in names}


def _mean(figures: Sequence[Estimate]) -> Estimate:
    first = figures[0]
    if len(figures) == 1:
        return first
    values = [figure.value for figure in figures if figure.value is not None]
    if len(values) < len(figures):
        return next(figure for figure in figures if figure.value is None)
    return seed_mean(values, first.unit, first.n)
