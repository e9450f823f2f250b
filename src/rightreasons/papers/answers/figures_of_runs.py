"""Figures of runs by reference, and those of several runs as one."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from rightreasons.findings import Finding, View
from rightreasons.references import FigureRef
from rightreasons.statistics.results import DIFFERENCES, SHARES, Estimate
from rightreasons.statistics.seeds import seed_mean

Key = TypeVar("Key")
Figures = Mapping[FigureRef, Estimate]
MODEL, FIGURE = "model", "figure"
"""Groups of a figure of one model of several: which model, and the reference to the figure in its runs."""
_SUMS = "all"  # the last column of a contingency table
_OF_SHARES = ("wilson", "clopper-pearson")  # how intervals of shares are made: the first word of it


def figures_of(findings: Iterable[Finding]) -> dict[FigureRef, Estimate]:
    """Return figures, statistics and counts; what stands for several sets under one name is left out."""
    found = [pair for each in findings for pair in _referred(each)]
    names = Counter(_called(ref) for ref, _ in found)
    return {ref: figure for ref, figure in found if names[_called(ref)] == 1}


def first_figures(findings: Iterable[Finding]) -> dict[FigureRef, Estimate]:
    """Return figures, statistics and counts; of several of one name the first."""
    figures: dict[FigureRef, Estimate] = {}
    for each in findings:
        figures = instead(dict(_referred(each)), figures)
    return figures


def instead(figures: Figures, others: Figures) -> dict[FigureRef, Estimate]:
    """Return figures with others in place of those of the same name."""
    names = {_called(ref) for ref in others}
    return {ref: figure for ref, figure in figures.items() if _called(ref) not in names} | dict(others)


def _called(ref: FigureRef) -> tuple[str, str]:
    return ref.measure, ref.name


def of_model(findings: Iterable[Finding], model: str) -> dict[FigureRef, Estimate]:
    """Return the figures of one model where findings speak of several, as those of `reproduce --runs` do.

    Raises
    ------
    FigureReferenceError
        If one is of a figure whose reference cannot be read.
    """
    figures = (figure for each in findings for figure in each.figures.values())
    return {
        FigureRef.of(figure.group[FIGURE]): figure.estimate
        for figure in figures
        if figure.group.get(MODEL) == model and FIGURE in figure.group
    }


def _referred(finding: Finding) -> Iterator[tuple[FigureRef, Estimate]]:
    """Yield figures, as figures ``TEST.statistic``, ``TEST.p_value``, and ``TABLE.ROW.COLUMN``, a count."""
    for name, figure in finding.figures.items():
        yield finding.ref(name), figure.estimate
    for name, test in finding.tests.items():
        freedom = f"{test.degrees_of_freedom} degrees of freedom"
        reason = freedom if test.reason is None else test.reason
        statistic = Estimate(test.statistic, "statistic", test.n, reason=reason)
        yield finding.ref(f"{name}.statistic"), statistic
        yield finding.ref(f"{name}.p_value"), Estimate(test.p_value, "p", test.n, reason=reason)
    for name, view in finding.views.items():
        for place, count, whole in _counts(view):
            yield finding.ref(f"{name}.{place}"), Estimate(count, "count", whole, reason="counted")


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


def combined(runs: Sequence[Mapping[Key, Estimate]]) -> dict[Key, Estimate]:
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
