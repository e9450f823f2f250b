"""Intervals of one share and of two, summed over all outcomes."""

from collections.abc import Iterator
from itertools import product

import numpy as np
from coverage_base import DISCRETE, EXACT, Line
from scipy.stats import binom, multinomial

from rightreasons.statistics.paired import paired_difference, proportion_difference
from rightreasons.statistics.proportions import clopper_pearson, wilson
from rightreasons.statistics.results import Estimate

SHARES = np.arange(0.05, 0.951, 0.05)


def exact_lines(largest: int = 5_000) -> Iterator[Line]:
    """Sum intervals of one share and of two over all outcomes, of samples up to a size."""
    for (name, interval, asked), n in product(
        (("Wilson", wilson, DISCRETE), ("Clopper-Pearson", clopper_pearson, EXACT)),
        [n for n in (30, 300, 5_000) if n <= largest],
    ):
        bounds = [interval(k, n) for k in range(n + 1)]
        low, high = (np.array([getattr(each, end) for each in bounds]) for end in ("low", "high"))
        covered = [float(binom.pmf(np.arange(n + 1), n, p) @ ((low <= p) & (p <= high))) for p in SHARES]
        yield _summed(name, f"n = {n:,}", asked, covered)
    for n, m in ((30, 30), (30, 100), (300, 300)):
        if m <= largest:
            yield _summed("Newcombe, two samples", f"n = {n}, {m}", DISCRETE, _of_two_samples(n, m))
    yield _summed("Newcombe, paired", "n = 30", DISCRETE, _of_pairs(30))


def _summed(kind: str, setting: str, asked: str, covered: list[float]) -> Line:
    return Line(kind, setting, asked, 100 * float(np.mean(covered)), 100 * min(covered), 0, None)


def _of_two_samples(n: int, m: int) -> list[float]:
    bounds = [[_bounds(proportion_difference(a, n, b, m)) for b in range(m + 1)] for a in range(n + 1)]
    low, high = np.moveaxis(np.array(bounds), 2, 0)
    covered = []
    for p, q in product(SHARES[::2], SHARES[::2]):
        chance = np.outer(binom.pmf(np.arange(n + 1), n, p), binom.pmf(np.arange(m + 1), m, q))
        covered.append(float(chance[(low <= p - q + 1e-12) & (p - q - 1e-12 <= high)].sum()))
    return covered


def _of_pairs(n: int) -> list[float]:
    cells = np.array(
        [
            (a, b, c, n - a - b - c)
            for a in range(n + 1)
            for b in range(n + 1 - a)
            for c in range(n + 1 - a - b)
        ]
    )
    low, high = np.array([_bounds(paired_difference(*map(int, cell))) for cell in cells]).T
    covered = []
    for first, second, tie in product((0.3, 0.5, 0.7, 0.9), (0.5, 0.7, 0.9), (0.0, 0.3, 0.6)):
        both = first * second + tie * np.sqrt(first * (1 - first) * second * (1 - second))
        rates = np.array([both, first - both, second - both, 1 - first - second + both])
        if (rates >= 0).all():
            truth = first - second
            chance = multinomial.pmf(cells, n, rates)
            covered.append(float(chance[(low <= truth + 1e-12) & (truth - 1e-12 <= high)].sum()))
    return covered


def _bounds(estimate: Estimate) -> tuple[float, float]:
    interval = estimate.interval
    return (-1.0, 1.0) if interval is None else (interval.low, interval.high)
