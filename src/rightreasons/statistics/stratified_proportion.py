"""A proportion from a stratified sample: every stratum counts by its size, and has an interval of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray, check_part, count_array, normal_quantile
from rightreasons.statistics.clustered import t_quantile
from rightreasons.statistics.paired import proportion_difference
from rightreasons.statistics.proportions import proportion, wilson_bounds
from rightreasons.statistics.results import Estimate, Interval

Flags = npt.NDArray[np.bool_]


PROPORTION_METHOD = "wilson by stratum, combined"


PAIRED_METHOD = "newcombe paired by stratum, combined"


DIFFERENCE_METHOD = "newcombe hybrid score by stratum, combined"


def stratified_proportion(
    successes: npt.ArrayLike,
    n: npt.ArrayLike,
    drawn: npt.ArrayLike,
    sizes: npt.ArrayLike,
    level: float = 0.95,
) -> Estimate:
    """Return the share of successes among the items of a population of which strata were sampled.

    Each stratum weighs as many items as it has in the population; of a domain that is a part of a stratum, as
    many as its share of the sample says. The bounds put the Wilson bounds of the strata together by the
    distances to their own shares, and add what is not known of the sizes of such parts; with one stratum they
    are Wilson's. They are those of items like these, as of a set that is not sampled: no correction is made
    for the population being finite.

    Parameters
    ----------
    successes, n
        Successes and items in the domain, of shape (strata,).
    drawn
        Items sampled from each stratum, in the domain or not, of shape (strata,).
    sizes
        Items of each stratum in the population, of shape (strata,).
    level
        Nominal coverage.

    Returns
    -------
    Estimate
        Without value where no item of the domain was drawn.

    Raises
    ------
    ValueError
        For numbers that are no counts, parts greater than their whole, or a level outside (0, 1).

    References
    ----------
    Zou, Huang and Zhang (2009), "A note on confidence interval estimation for a linear function of binomial
    proportions", Computational Statistics and Data Analysis 53:1080-1085. Cochran (1977), "Sampling
    techniques", sections 5.3 and 5A.14 (domains).
    """
    hits, items, sample, population = _nested_counts(successes, n, drawn, sizes)
    present = items > 0
    if present.sum() <= 1:
        return proportion(int(hits.sum()), int(items.sum()), level)
    hits, items, sample, population = (each[present] for each in (hits, items, sample, population))
    shares, within = hits / items, items / sample
    domain = population * within
    weights = domain / domain.sum()
    value = float(weights @ shares)
    unknown = _unknown_sizes(shares - value, within, sample, population / domain.sum())
    below, above = (abs(shares - bound) for bound in wilson_bounds(hits, items, level))
    z = normal_quantile(level)
    low, high = (
        np.sqrt(float(((weights * distance) ** 2).sum()) + z**2 * unknown) for distance in (below, above)
    )
    interval = Interval(max(value - float(low), 0.0), min(value + float(high), 1.0), level, PROPORTION_METHOD)
    return Estimate(value, "proportion", int(items.sum()), interval)


@dataclass(frozen=True)
class StratifiedSample:
    """Items drawn from strata of known size, so that each stands for as many as its stratum says.

    Parameters
    ----------
    stratum
        Stratum of every item drawn, from 0 up, shape (n,).
    sizes
        Items of each stratum in the population, shape (strata,).
    """

    stratum: npt.NDArray[np.int64]
    sizes: FloatArray

    @property
    def drawn(self) -> npt.NDArray[np.int64]:
        """Items drawn from each stratum, shape (strata,)."""
        return np.bincount(self.stratum, minlength=len(self.sizes))

    @property
    def weights(self) -> FloatArray:
        """How many items of the population each item stands for, shape (n,)."""
        return np.asarray((self.sizes / np.maximum(self.drawn, 1))[self.stratum])

    def share(self, successes: Flags, of: Flags | None = None, level: float = 0.95) -> Estimate:
        """Return the share of successes among items of a domain, see `stratified_proportion`.

        Parameters
        ----------
        successes
            Whether each item is one, shape (n,).
        of
            Whether it is in the domain, shape (n,); None: all are.
        level
            Nominal coverage.
        """
        domain = np.ones(len(self.stratum), dtype=np.bool_) if of is None else of
        hits, items = (self._by_stratum(chosen) for chosen in (domain & successes, domain))
        return stratified_proportion(hits, items, self.drawn, self.sizes, level)

    def mean(self, values: npt.ArrayLike, unit: str, level: float = 0.95) -> Estimate:
        """Return the mean of one number an item, with the t interval of a stratified mean.

        Degrees of freedom after Satterthwaite, over the strata.

        References
        ----------
        Cochran (1977), "Sampling techniques", sections 5.3 and 5.4, equation 5.16, without the correction for
        a finite population.
        """
        numbers = np.asarray(values, dtype=np.float64)
        weights, drawn = self.weights, self.drawn
        value = float(weights @ numbers / weights.sum())
        sums = np.bincount(self.stratum, numbers, len(self.sizes))
        deviations = numbers - (sums / np.maximum(drawn, 1))[self.stratum]
        squares = np.bincount(self.stratum, deviations**2, len(self.sizes))
        variances = squares / np.maximum(drawn - 1, 1) / np.maximum(drawn, 1)
        present = np.where(drawn > 0, self.sizes, 0.0)
        parts = (present / present.sum()) ** 2 * variances
        if not parts.any():
            return Estimate(value, unit, len(numbers), reason="nothing varies within the strata")
        freedom = float(parts.sum() ** 2 / (parts**2 / np.maximum(drawn - 1, 1)).sum())
        half = t_quantile(level, freedom) * float(np.sqrt(parts.sum()))
        return Estimate(
            value, unit, len(numbers), Interval(value - half, value + half, level, "stratified mean")
        )

    def difference(self, successes: Flags, first: Flags, second: Flags, level: float = 0.95) -> Estimate:
        """Return the share in one domain minus that in another; parameters as in `share`.

        The bounds put those of the two shares together (MOVER, Zou and Donner 2008), as if no stratum were in
        both domains.
        """
        shares = [self.share(successes, of, level) for of in (first, second)]
        n = int(first.sum() + second.sum())
        (one, low, high), (other, other_low, other_high) = (_parts(share) for share in shares)
        if one is None or other is None:
            return Estimate(None, "proportion", n, reason="one of the two samples has no items")
        below, above = np.hypot(one - low, other_high - other), np.hypot(high - one, other - other_low)
        bounds = max(one - other - float(below), -1.0), min(one - other + float(above), 1.0)
        return Estimate(one - other, "proportion", n, Interval(*bounds, level, DIFFERENCE_METHOD))

    def _by_stratum(self, chosen: Flags) -> npt.NDArray[np.int64]:
        return np.bincount(self.stratum[chosen], minlength=len(self.sizes))

    def effective(self, of: Flags) -> int:
        """Return as how many items, drawn alike, those of a domain are (Kish 1965, section 11.7)."""
        weights = self.weights[of]
        return int(weights.sum() ** 2 / (weights**2).sum()) if weights.size else 0


def _parts(share: Estimate) -> tuple[float | None, float, float]:
    interval = share.interval
    low, high = (0.0, 1.0) if interval is None else (interval.low, interval.high)
    return share.value, low, high


def stratified_difference(tables: npt.ArrayLike, level: float = 0.95) -> Estimate:
    """Return the difference of two proportions within strata, weighted after Mantel and Haenszel.

    The bounds put Newcombe's bounds of the strata together as `stratified_proportion` does with Wilson's.

    Parameters
    ----------
    tables
        Successes and failures of the first and of the second group in each stratum, of shape (strata, 2, 2).
    level
        Nominal coverage.

    Returns
    -------
    Estimate
        First minus second, over the items of the strata that have both; without value where none has.

    Raises
    ------
    ValueError
        For numbers that are no counts, another shape, or a level outside (0, 1).

    References
    ----------
    Greenland and Robins (1985), "Estimation of a common effect parameter from sparse follow-up data",
    Biometrics 41:55-68. Zou and Donner (2008), "Construction of confidence limits about effect measures: a
    general approach", Statistics in Medicine 27:1693-1702.
    """
    counts = count_array("the tables of the strata", tables)
    if counts.ndim != 3 or counts.shape[1:] != (2, 2):
        raise ValueError(f"each stratum has two rows and two columns, not {counts.shape[1:]}")
    sizes = counts.sum(axis=2)
    both = (sizes > 0).all(axis=1)
    n = int(counts[both].sum())
    if not both.any():
        return Estimate(None, "proportion", int(counts.sum()), reason="no stratum has items of both groups")
    weights = sizes[both].prod(axis=1) / sizes[both].sum(axis=1)
    weights /= weights.sum()
    parts = [
        proportion_difference(int(a), int(a + b), int(c), int(c + d), level)
        for (a, b), (c, d) in counts[both]
    ]
    values = np.array([part.value for part in parts], dtype=np.float64)
    bounds = np.array(
        [(part.interval.low, part.interval.high) for part in parts if part.interval is not None]
    )
    value = float(weights @ values)
    below, above = (float(np.sqrt(((weights * (values - bound)) ** 2).sum())) for bound in bounds.T)
    interval = Interval(max(value - below, -1.0), min(value + above, 1.0), level, DIFFERENCE_METHOD)
    return Estimate(value, "proportion", n, interval)


def combined_difference(
    parts: Sequence[Estimate], drawn: npt.ArrayLike, sizes: npt.ArrayLike, level: float = 0.95
) -> Estimate:
    """Return the difference of two shares in a population from those in samples of its strata.

    Weights and bounds as in `stratified_proportion`, with the bounds of the parts for Wilson's.

    Parameters
    ----------
    parts
        The difference in each stratum with its interval, and how many items it is of; at least one.
    drawn, sizes
        As in `stratified_proportion`, shape (strata,).
    level
        Nominal coverage, that of the parts too.
    """
    items, sample, population = (
        np.asarray(each, dtype=np.float64) for each in ([part.n for part in parts], drawn, sizes)
    )
    found = [(part.value, part.interval.low, part.interval.high) for part in parts if part.interval]
    values, low, high = np.array(found, dtype=np.float64).T
    domain = population * items / sample
    weights = domain / domain.sum()
    value = float(weights @ values)
    unknown = _unknown_sizes(values - value, items / sample, sample, population / domain.sum())
    z = normal_quantile(level)
    below, above = (
        float(np.sqrt(((weights * (values - bound)) ** 2).sum() + z**2 * unknown)) for bound in (low, high)
    )
    interval = Interval(max(value - below, -1.0), min(value + above, 1.0), level, PAIRED_METHOD)
    return Estimate(value, "proportion", int(items.sum()), interval)


def _nested_counts(
    successes: npt.ArrayLike, n: npt.ArrayLike, drawn: npt.ArrayLike, sizes: npt.ArrayLike
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    named = {"successes": successes, "n": n, "drawn": drawn, "sizes": sizes}
    hits, items, sample, population = (count_array(name, values) for name, values in named.items())
    check_part("successes", hits, "n", items)
    check_part("n", items, "drawn", sample)
    check_part("drawn", sample, "sizes", population)
    return hits, items, sample, population


def _unknown_sizes(
    deviations: FloatArray, within: FloatArray, sample: FloatArray, weights: FloatArray
) -> float:
    """Return the variance that comes from the estimated sizes of parts of strata; 0 for whole strata."""
    return float(((weights * deviations) ** 2 * within * (1 - within) / sample).sum())
