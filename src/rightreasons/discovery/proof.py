"""The proof: rules on rows that were not searched, one after the other, by components of shared texts."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from rightreasons.discovery.outcomes import Outcomes
from rightreasons.statistics.clustered import (
    cluster_spread,
    clustered_mean,
    clustered_proportion,
    numbered,
    t_quantile,
)
from rightreasons.statistics.multiplicity import holm
from rightreasons.statistics.results import Estimate, Interval

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Proof:
    """What the tested rows say of a rule, on the rows that the rules before do not cover.

    Parameters
    ----------
    n
        Rows of which it holds.
    inside, outside
        Mean of what a row counts for its label where the rule holds, and elsewhere: shares of the label, or
        how much more often a model says it than gold.
    difference
        Inside minus what the base model expects there, with an interval over components.
    lift
        Inside over the base model; None where it has no meaning (a model beside gold).
    p
        Of no difference, one-sided, for this rule alone.
    adjusted
        The same after Holm over all rules that were carried here.
    rows
        Those of which it holds, shape (rows,), covered by earlier rules or not.
    """

    n: int
    inside: Estimate
    outside: Estimate
    difference: Estimate
    lift: Estimate | None
    p: float
    rows: Flags = field(repr=False)
    adjusted: float = 1.0

    @property
    def expected(self) -> float | None:
        """What the base model expects where the rule holds; None where the rule holds of no tested row."""
        if self.inside.value is None or self.difference.value is None:
            return None
        return self.inside.value - self.difference.value


def proofs(
    held: Sequence[Flags],
    labels: Sequence[int],
    outcomes: Outcomes,
    tested: Flags,
    strata: npt.NDArray[np.int64],
    components: npt.NDArray[np.int64],
    level: float = 0.95,
) -> tuple[Proof, ...]:
    """Test rules in the order in which they were found.

    Parameters
    ----------
    held
        Of which rows each rule holds, shape (rows,) each.
    labels
        Position of the label of each.
    outcomes
        What is explained.
    tested
        The rows that were not searched.
    strata
        Rows that the base model takes for alike.
    components
        Rows that are not independent have one number.
    level
        Nominal coverage.
    """
    left = tested.copy()
    found = []
    for own, label in zip(held, labels, strict=True):
        found.append(_proof(own, label, outcomes, left, strata, components, level))
        left = left & ~own
    adjusted = holm([each.p for each in found])
    return tuple(replace(each, adjusted=float(p)) for each, p in zip(found, adjusted, strict=True))


def _proof(
    held: Flags,
    label: int,
    outcomes: Outcomes,
    left: Flags,
    strata: npt.NDArray[np.int64],
    components: npt.NDArray[np.int64],
    level: float,
) -> Proof:
    inside, outside, values = held & left, ~held & left, outcomes.of(label)
    n = int(inside.sum())
    if n == 0 or not outside.any():
        none = Estimate(None, "proportion", n, reason="the rule holds of no row, or of all")
        return Proof(n, none, none, none, None, 1.0, held)
    known = outside if not strata.any() else left  # a stratum may consist of the rows of the rule
    base_of = np.maximum(_rates(values[known], strata[known], int(strata.max()) + 1), 0.0)
    residual, base = values[inside] - base_of[strata[inside]], float(base_of[strata[inside]].mean())
    mean = clustered_proportion if outcomes.is_binary else clustered_mean
    own, other = (mean(values[rows], components[rows], level=level) for rows in (inside, outside))
    spread = cluster_spread(residual, numbered(components[inside]), np.ones(n))
    of_rows = float(residual.var()) / n if spread.variance is None else spread.variance
    variance = of_rows + float(values[outside].var()) / int(outside.sum())
    difference = _estimate(float(residual.mean()), variance, spread.freedom, n, level)
    if not outcomes.is_binary:
        p = _t_tail(float(residual.mean()), variance, spread.freedom)
        return Proof(n, own, other, difference, None, p, held)
    inflation = _inflation(values[inside], components[inside], base)
    p = _binomial_tail(float(values[inside].sum()) / inflation, n / inflation, base)
    return Proof(n, own, other, difference, _lift(own, base, n), p, held)


def _rates(values: Numbers, strata: npt.NDArray[np.int64], kinds: int) -> Numbers:
    """Return the mean of each stratum, 0 of one without rows."""
    rows = np.maximum(np.bincount(strata, minlength=kinds), 1)
    return np.asarray(np.bincount(strata, values, minlength=kinds) / rows)


def _estimate(value: float, variance: float, freedom: float, n: int, level: float) -> Estimate:
    half = t_quantile(level, freedom) * np.sqrt(variance)
    interval = Interval(max(value - half, -1.0), min(value + half, 1.0), level, "t over components")
    return Estimate(value, "proportion", n, interval)


def _lift(inside: Estimate, base: float, n: int) -> Estimate | None:
    if inside.value is None or base <= 0:
        return None
    value, own = inside.value / base, inside.interval
    if own is None:
        return Estimate(value, "ratio", n, reason=inside.reason)
    return Estimate(value, "ratio", n, Interval(own.low / base, own.high / base, own.level, own.method))


def _inflation(values: Numbers, components: npt.NDArray[np.int64], base: float) -> float:
    """Return how many times the variance of independent rows the sum about the base has, at least 1."""
    sums = np.bincount(numbered(components), values - base)
    return max(float((sums**2).sum()) / max(float(((values - base) ** 2).sum()), 1e-12), 1.0)


def _binomial_tail(successes: float, n: float, p: float) -> float:
    """Return the chance of so many successes or more; numbers need not be whole."""
    from scipy.special import betainc

    if successes <= 0 or p >= 1:
        return 1.0
    return float(betainc(successes, max(n - successes, 0.0) + 1, p)) if p > 0 else 0.0


def _t_tail(value: float, variance: float, freedom: float) -> float:
    from scipy.special import stdtr

    return float(stdtr(freedom, -value / np.sqrt(variance))) if variance > 0 else float(value <= 0)
