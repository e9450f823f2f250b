"""Means of numbers that rows have, differences between groups of rows, and how headlines write them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from rightreasons.figures import Figures
from rightreasons.findings import Finding
from rightreasons.pairs import Nouns, Provenance
from rightreasons.sentences.sentence import in_words
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate, Interval, TestResult


def in_words_of(data: Provenance, finding: Finding) -> Finding:
    """Return a finding that calls premise and hypothesis as the data do, and names the rule of gold.

    Nouns are fields of its sentences; what is no sentence of a template stays as it is.

    Parameters
    ----------
    data
        Where the data come from: what they call the two, and which rule chose one gold label of several.
    finding
        The finding.
    """
    nouns = data.nouns
    if data.gold_rule:
        finding = replace(finding, notes=(*finding.notes, fill("texts.gold_rule", rule=data.gold_rule)))
    if nouns == Nouns():
        return finding
    figures = [
        replace(figure, estimate=replace(figure.estimate, reason=in_words(figure.reason, nouns)))
        if figure.reason
        else figure
        for figure in finding.figures.values()
    ]
    return replace(
        finding,
        figures=Figures(figures),
        definition=in_words(finding.definition, nouns),
        headline=in_words(finding.headline, nouns),
        notes=tuple(in_words(note, nouns) for note in finding.notes),
        views={
            name: replace(view, title=in_words(view.title, nouns)) for name, view in finding.views.items()
        },
    )


Numbers = npt.NDArray[np.float64] | npt.NDArray[np.int64]
Key = TypeVar("Key")
_TOO_FEW = "too few rows for an interval"


def mean_of(values: Numbers, unit: str) -> Estimate:
    """Return the mean of one number a row, shape (n,), with Student's t interval of 95 %."""
    n = len(values)
    if not n:
        return Estimate(None, unit, 0, reason="no rows")
    mean = float(values.mean())
    if n < 2:
        return Estimate(mean, unit, n, reason=_TOO_FEW)
    from scipy.special import stdtrit

    spread = float(stdtrit(n - 1, 0.975) * values.std(ddof=1) / np.sqrt(n))
    return Estimate(mean, unit, n, Interval(mean - spread, mean + spread, 0.95, "t"))


def summed(one: Mapping[Key, int], other: Mapping[Key, int]) -> dict[Key, int]:
    """Return counts of two sets of rows together."""
    keys = dict.fromkeys((*one, *other))
    return {key: one.get(key, 0) + other.get(key, 0) for key in keys}


def mean_of_values(counts: Mapping[float, int], unit: str) -> Estimate:
    """Return `mean_of` rows by how many have each value; the same in whatever order they were counted."""
    n = sum(counts.values())
    if not n:
        return Estimate(None, unit, 0, reason="no rows")
    values = np.array(sorted(counts))
    rows = np.array([counts[value] for value in values.tolist()])
    mean = math.fsum(values * rows) / n
    if n < 2:
        return Estimate(mean, unit, n, reason=_TOO_FEW)
    from scipy.special import stdtrit

    deviation = math.sqrt(math.fsum(rows * (values - mean) ** 2) / (n - 1))
    spread = float(stdtrit(n - 1, 0.975) * deviation / np.sqrt(n))
    return Estimate(mean, unit, n, Interval(mean - spread, mean + spread, 0.95, "t"))


def difference_of(values: Numbers, others: Numbers, unit: str) -> tuple[Estimate, TestResult]:
    """Return mean of `values` minus mean of `others` with Welch's interval of 95 %, and Welch's t test.

    Both are null with a reason where a group has fewer than two rows; where nothing varies there is a
    difference, but neither interval nor test.
    """
    n = len(values) + len(others)
    if min(len(values), len(others)) < 2:
        reason = "one of the two groups has fewer than two rows"
        return Estimate(None, unit, n, reason=reason), TestResult("Welch's t", None, None, n, reason=reason)
    difference = float(values.mean() - others.mean())
    if not (np.ptp(values) or np.ptp(others)):
        reason = "nothing varies within the groups"
        return Estimate(difference, unit, n, reason=reason), TestResult(
            "Welch's t", None, None, n, reason=reason
        )
    from scipy.stats import ttest_ind

    found = ttest_ind(values, others, equal_var=False)
    bounds = found.confidence_interval(0.95)
    interval = Interval(float(bounds.low), float(bounds.high), 0.95, "Welch")
    return (
        Estimate(difference, unit, n, interval),
        TestResult("Welch's t", float(found.statistic), float(found.pvalue), n),
    )


def stratified(parts: Sequence[tuple[Numbers, Numbers]], unit: str) -> Estimate:
    """Return the mean of differences within strata, by rows, with an interval of 95 %.

    The variances of Welch are added up, and so are their degrees of freedom, after Satterthwaite.

    Parameters
    ----------
    parts
        Both groups of each stratum. Where one has fewer than two rows or nothing varies, it is left out.
    unit
        What the numbers are measured in.
    """
    varying = [(own, others) for own, others in parts if _varies(own, others)]
    if not varying:
        reason = "no stratum has rows of both groups"
        return Estimate(None, unit, sum(len(own) + len(others) for own, others in parts), reason=reason)
    from scipy.special import stdtrit

    rows = np.array([len(own) + len(others) for own, others in varying])
    weights = rows / rows.sum()
    value = float(weights @ [own.mean() - others.mean() for own, others in varying])
    means = [(group, weight) for groups, weight in zip(varying, weights, strict=True) for group in groups]
    variances = np.array([weight**2 * group.var(ddof=1) / len(group) for group, weight in means])
    freedoms = np.array([len(group) - 1 for group, _ in means])
    freedom = variances.sum() ** 2 / (variances**2 / freedoms).sum()
    spread = float(stdtrit(freedom, 0.975) * np.sqrt(variances.sum()))
    interval = Interval(value - spread, value + spread, 0.95, "Welch, stratified")
    return Estimate(value, unit, int(rows.sum()), interval)


def _varies(own: Numbers, others: Numbers) -> bool:
    return min(len(own), len(others)) > 1 and bool(np.ptp(own) or np.ptp(others))
