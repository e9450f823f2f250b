"""A proportion from a stratified sample: every stratum counts by its size, and has an interval of its own."""

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray, check_part, count_array, normal_quantile
from rightreasons.statistics.paired import proportion_difference
from rightreasons.statistics.proportions import proportion, wilson_bounds
from rightreasons.statistics.results import Estimate, Interval

METHOD = "wilson by stratum, combined"
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
    hits, items = count_array("successes", successes), count_array("n", n)
    sample, population = count_array("drawn", drawn), count_array("sizes", sizes)
    check_part("successes", hits, "n", items)
    check_part("n", items, "drawn", sample)
    check_part("drawn", sample, "sizes", population)
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
    interval = Interval(max(value - float(low), 0.0), min(value + float(high), 1.0), level, METHOD)
    return Estimate(value, "proportion", int(items.sum()), interval)


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


def _unknown_sizes(
    deviations: FloatArray, within: FloatArray, sample: FloatArray, weights: FloatArray
) -> float:
    """Return the variance that comes from the estimated sizes of parts of strata; 0 for whole strata."""
    return float(((weights * deviations) ** 2 * within * (1 - within) / sample).sum())
