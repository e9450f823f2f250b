"""How strongly an event (a word) is associated with a class (a label), from counts, for many at once."""

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import (
    FloatArray,
    check_part,
    count_array,
    normal_quantile,
    probability_array,
)
from rightreasons.statistics.proportions import wilson_bounds

_ROUNDING = 1e-9  # of one, and of a sum: thirds add up to a hair below or above what they are part of


def smoothed_probability(
    count_in: npt.ArrayLike, count: npt.ArrayLike, classes: int, alpha: float = 1.0
) -> FloatArray:
    """Return p(class | event) with `alpha` added to every class (Lidstone; Laplace for 1).

    Parameters
    ----------
    count_in
        How often the event comes in the class, of shape (events,).
    count
        How often it comes at all, same shape.
    classes
        How many classes there are.
    alpha
        What is added to the count of each class; 0 leaves the raw proportion.

    Returns
    -------
    ndarray
        (count_in + alpha) / (count + alpha * classes).

    Raises
    ------
    ValueError
        For impossible counts, a negative `alpha`, fewer than one class, or 0 / 0.
    """
    inside, everywhere = _part_and_whole("count_in", count_in, "count", count)
    if alpha < 0 or classes < 1:
        raise ValueError("smoothing needs at least one class and an alpha from 0 up")
    denominator = everywhere + alpha * classes
    if (denominator == 0).any():
        raise ValueError("an event that never comes has no probability without smoothing")
    return np.asarray((inside + alpha) / denominator)


def log_odds(
    inside: npt.ArrayLike,
    inside_total: npt.ArrayLike,
    outside: npt.ArrayLike,
    outside_total: npt.ArrayLike,
    alpha: float = 0.5,
    level: float = 0.95,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the smoothed log odds ratio of an event inside a class against outside it.

    `alpha` is added to each of the four cells (0.5: Haldane and Anscombe), which keeps the ratio finite.
    The interval is Wald's on the log scale: normal, with the variance 1/a + 1/b + 1/c + 1/d of the
    smoothed cells. It is an approximation, rough where cells are near 0.

    Parameters
    ----------
    inside, inside_total
        Trials in the class with the event, and all trials in the class; shapes broadcast. A trial that is in
        a class by a share counts by it.
    outside, outside_total
        The same for the other classes together.
    alpha
        What is added to each cell, above 0.
    level
        Nominal coverage.

    Returns
    -------
    tuple of ndarray
        Value, lower and upper bound; natural logarithm.

    Raises
    ------
    ValueError
        For impossible counts, an `alpha` that is not above 0, or a level outside (0, 1).

    References
    ----------
    Haldane (1956), Annals of Human Genetics 20:309-311; Anscombe (1956), Biometrika 43:461-464.
    Woolf (1955), Annals of Human Genetics 19:251-253 (the variance).
    """
    z = normal_quantile(level)
    if alpha <= 0:
        raise ValueError(f"alpha must be above 0 for a finite log odds ratio, not {alpha}")
    event_in, total_in = _amounts("inside", inside, "inside_total", inside_total)
    event_out, total_out = _amounts("outside", outside, "outside_total", outside_total)
    a, b = event_in + alpha, total_in - event_in + alpha
    c, d = event_out + alpha, total_out - event_out + alpha
    value = np.log(a) - np.log(b) - np.log(c) + np.log(d)
    half = z * np.sqrt(1 / a + 1 / b + 1 / c + 1 / d)
    return value, value - half, value + half


def z_against_prior(count_in: npt.ArrayLike, count: npt.ArrayLike, prior: npt.ArrayLike) -> FloatArray:
    """Return how many standard errors p(class | event) lies above the prior of the class.

    Parameters
    ----------
    count_in, count
        How often the event comes in the class (by shares, where trials have them), and at all (from 1 up), of
        shape (events,).
    prior
        Probability of the class if the event said nothing, strictly between 0 and 1; the shapes
        broadcast. The paper takes 1 / classes.

    Returns
    -------
    ndarray
        (p - p0) / sqrt(p0 (1 - p0) / n).

    Raises
    ------
    ValueError
        For impossible counts, an event that never comes, or a prior of 0 or 1.

    References
    ----------
    Gardner et al. (2021), "Competency problems: on finding and removing artifacts in language data",
    section 3.
    """
    inside, n = _amounts("count_in", count_in, "count", count)
    expected = probability_array("prior", prior)
    if (n == 0).any() or (expected == 0).any() or (expected == 1).any():
        raise ValueError("a z statistic needs an event that comes, and a prior strictly between 0 and 1")
    return np.asarray((inside / n - expected) / np.sqrt(expected * (1 - expected) / n))


def local_mutual_information(
    joint: npt.ArrayLike, count: npt.ArrayLike, class_total: npt.ArrayLike, total: npt.ArrayLike
) -> FloatArray:
    """Return p(event, class) * log(p(class | event) / p(class)), in nats; 0 where they never meet.

    Parameters
    ----------
    joint
        How often the event comes in the class.
    count, class_total
        How often the event comes at all; how many events the class has in all.
    total
        All events of all classes. The shapes broadcast.

    Raises
    ------
    ValueError
        For impossible counts.

    References
    ----------
    Schuster et al. (2019), "Towards debiasing fact verification models", section 3 (from Evert, 2005).
    """
    both, events = _part_and_whole("joint", joint, "count", count)
    class_events, everything = _part_and_whole("class_total", class_total, "total", total)
    check_part("joint", both, "class_total", class_events)
    check_part("count", events, "total", everything)
    both, events, class_events, everything = np.broadcast_arrays(both, events, class_events, everything)
    meet = both > 0
    information = np.zeros(both.shape)
    ratio = both[meet] * everything[meet] / (events[meet] * class_events[meet])
    information[meet] = both[meet] / everything[meet] * np.log(ratio)
    return information


def lift(
    joint: npt.ArrayLike,
    count: npt.ArrayLike,
    class_total: npt.ArrayLike,
    total: npt.ArrayLike,
    level: float = 0.95,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return p(class | event) / p(class) with its interval: 1 where the event says nothing of the class.

    Parameters
    ----------
    joint
        Trials in the class with the event.
    count, class_total, total
        Trials with the event, and in the class (both from 1 up), and all trials. The shapes broadcast.
    level
        Nominal coverage.

    Returns
    -------
    tuple of ndarray
        Value, lower and upper bound. The bounds are those of a ratio of two correlated proportions, put
        together from the Wilson bounds of either (MOVER-R); the correlation is that of a share of some trials
        with the share of all of them.

    Raises
    ------
    ValueError
        For impossible counts, an event or class that never comes, or a level outside (0, 1).

    References
    ----------
    Brin, Motwani, Ullman and Tsur (1997), "Dynamic itemset counting and implication rules for market basket
    data", SIGMOD Record 26:255-264 (lift, there called interest).
    Donner and Zou (2012), "Closed-form confidence intervals for functions of the normal mean and standard
    deviation", Statistical Methods in Medical Research 21:347-359 (MOVER-R).
    """
    both, events = _part_and_whole("joint", joint, "count", count)
    class_events, everything = _part_and_whole("class_total", class_total, "total", total)
    check_part("joint", both, "class_total", class_events)
    check_part("events outside the class", events - both, "trials outside it", everything - class_events)
    if (events == 0).any() or (class_events == 0).any():
        raise ValueError("a lift needs an event and a class that come")
    p, base = both / events, class_events / everything
    (low, high), (base_low, base_high) = (
        wilson_bounds(*each, level) for each in ((both, events), (class_events, everything))
    )
    varying = np.maximum(base * (1 - base), _ROUNDING)
    correlation = np.minimum(np.sqrt(events / everything * p * (1 - p) / varying), 1.0)
    middle, root, _ = _quadratic(p, base, (p - low) * correlation, (p - low, base_high - base))
    below = middle + root
    lower = np.divide(p**2 - (p - low) ** 2, below, out=np.zeros_like(below), where=below > 0)
    middle, root, scale = _quadratic(p, base, (high - p) * correlation, (high - p, base - base_low))
    return p / base, lower, np.asarray((middle + root) / scale)


def _quadratic(
    first: FloatArray, second: FloatArray, shared: FloatArray, reach: tuple[FloatArray, FloatArray]
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return b, sqrt(b^2 - ac) and a of a R^2 - 2 b R + c = 0, whose roots are the bounds of first / second.

    It is (first - R second)^2 = reach_0^2 + R^2 reach_1^2 - 2 R shared reach_1: how far the bounds of either
    lie from it on the side that moves the ratio one way; `shared` is reach_0 times the correlation.
    """
    scale = second**2 - reach[1] ** 2
    middle = first * second - shared * reach[1]
    return middle, np.sqrt(np.maximum(middle**2 - scale * (first**2 - reach[0] ** 2), 0.0)), scale


def enrichment_p_values(count_in: npt.ArrayLike, count: npt.ArrayLike, prior: npt.ArrayLike) -> FloatArray:
    """Return the exact one-sided p-value of an event coming so often, or more often, in a class.

    Parameters
    ----------
    count_in, count
        How often the event comes in the class, and at all, of shape (events,).
    prior
        Probability of the class if the event said nothing; the shapes broadcast.

    Returns
    -------
    ndarray
        P(X >= count_in) for X binomial with `count` trials and probability `prior`.

    Raises
    ------
    ValueError
        For impossible counts or a prior outside [0, 1].
    """
    from scipy.special import betainc  # to the bit what scipy.stats.binom has, which takes a second to import

    inside, n = _part_and_whole("count_in", count_in, "count", count)
    least = np.maximum(inside, 1)
    tail = betainc(least, n - least + 1, probability_array("prior", prior))
    return np.asarray(np.where(inside > 0, tail, 1.0), dtype=np.float64)


def clustered_enrichment_p_values(
    share_in: npt.ArrayLike, clusters: npt.ArrayLike, prior: npt.ArrayLike
) -> FloatArray:
    """Return the one-sided p-value of an event that comes in clusters coming so often in a class.

    Each cluster is one trial, whose success is the share of its items in the class. The sum of such shares is
    less spread than as many trials that succeed or not with the same probability (Hoeffding 1963, section 4),
    so its whole part is held against the binomial distribution. Where no cluster has two items it is
    `enrichment_p_values`, exactly; where clusters are mixed it is conservative.

    Parameters
    ----------
    share_in
        Sum, over the clusters with the event, of the share of their items in the class; of shape (events,).
    clusters
        How many clusters have the event, same shape.
    prior
        Mean share of the class over all clusters; the shapes broadcast.

    Returns
    -------
    ndarray
        P(X >= the whole part of `share_in`) for X binomial with `clusters` trials and probability `prior`.

    Raises
    ------
    ValueError
        For shares below 0 or above their clusters, impossible counts, or a prior outside [0, 1].

    References
    ----------
    Hoeffding (1963), "Probability inequalities for sums of bounded random variables", Journal of the American
    Statistical Association 58:13-30.
    """
    shares, count = _amounts("share_in", share_in, "clusters", clusters)
    return enrichment_p_values(np.floor(shares + _ROUNDING * np.maximum(shares, 1.0)), count, prior)


def _amounts(
    part_name: str, part: npt.ArrayLike, whole_name: str, whole: npt.ArrayLike
) -> tuple[FloatArray, FloatArray]:
    """Return amounts, which need not be whole, as float64; raise ValueError as `_part_and_whole` does."""
    parts, wholes = (np.asarray(each, dtype=np.float64) for each in (part, whole))
    for name, values in ((part_name, parts), (whole_name, wholes)):
        if not (np.isfinite(values).all() and (values >= -_ROUNDING * _largest(values)).all()):
            raise ValueError(f"{name} holds amounts: finite numbers from 0 up")
    check_part(part_name, parts, whole_name, wholes + _ROUNDING * _largest(wholes))
    return np.clip(parts, 0, wholes), np.maximum(wholes, 0)


def _largest(amounts: FloatArray) -> float:
    """Return the largest of amounts, at least one: rounding errors of sums grow with what is summed."""
    return max(1.0, float(np.abs(amounts).max(initial=0.0)))


def _part_and_whole(
    part_name: str, part: npt.ArrayLike, whole_name: str, whole: npt.ArrayLike
) -> tuple[FloatArray, FloatArray]:
    parts, wholes = count_array(part_name, part), count_array(whole_name, whole)
    check_part(part_name, parts, whole_name, wholes)
    return parts, wholes
