"""Figures of runs by dotted name, and those of several runs as one."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rightreasons.findings import Finding, View
from rightreasons.statistics.results import DIFFERENCES, SHARES, Estimate
from rightreasons.statistics.seeds import seed_mean

Figures = Mapping[str, Estimate]
_SUMS = "all"  # the last column of a contingency table
_OF_SHARES = ("wilson", "clopper-pearson")  # how intervals of shares are made: the first word of it


def figures_of(findings: Iterable[Finding]) -> dict[str, Estimate]:
    """Return figures, statistics and counts by dotted name; what stands for several sets is left out."""
    named = [pair for each in findings for pair in _named(each)]
    names = Counter(name for name, _ in named)
    return {name: figure for name, figure in named if names[name] == 1}


def first_figures(findings: Iterable[Finding]) -> dict[str, Estimate]:
    """Return figures, statistics and counts by dotted name; of several of one name the first."""
    figures: dict[str, Estimate] = {}
    for each in findings:
        figures = dict(_named(each)) | figures
    return figures


def _named(finding: Finding) -> Iterator[tuple[str, Estimate]]:
    """Yield ``MEASURE.FIGURE``, ``MEASURE.TEST.statistic`` and ``MEASURE.TABLE.ROW.COLUMN``, a count."""
    for name, figure in finding.figures.items():
        yield finding.dotted(name), figure.estimate
    for name, test in finding.tests.items():
        freedom = f"{test.degrees_of_freedom} degrees of freedom"
        reason = freedom if test.reason is None else test.reason
        statistic = Estimate(test.statistic, "statistic", test.n, reason=reason)
        yield finding.dotted(f"{name}.statistic"), statistic
    for name, view in finding.views.items():
        for place, count, whole in _counts(view):
            yield finding.dotted(f"{name}.{place}"), Estimate(count, "count", whole, reason="counted")


def _counts(view: View) -> Iterator[tuple[str, int, int]]:
    """Yield ``ROW.COLUMN``, count and sum of a contingency table: a column of names, counts, their sums."""
    names = view.columns[1:]
    rows = {str(name): [cell for cell in cells if isinstance(cell, int)] for name, *cells in view.lines}
    if names[-1:] != (_SUMS,) or any(len(counts) < len(names) for counts in rows.values()):
        return
    whole = sum(counts[-1] for counts in rows.values())
    for name, counts in rows.items():
        for column, count in zip(names[:-1], counts[:-1], strict=True):
            yield f"{name}.{column}", count, whole


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
    methods = ["" if figure.interval is None else figure.interval.method for figure in figures]
    between = DIFFERENCES if first.unit == "proportion" else None
    if all(method.partition(" ")[0] in _OF_SHARES for method in methods):
        between = SHARES
    return seed_mean(values, first.unit, first.n, between=between)
