"""The smallest gain over the most frequent label that a cross-fitted model shows in four cases of five."""

import math

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import normal_quantile
from rightreasons.statistics.clustered import t_quantile
from rightreasons.statistics.cross_fitted import Dependence, spread_of_mean
from rightreasons.statistics.power import POWER
from rightreasons.statistics.results import Estimate

DISCORDANT = 0.9
"""A model says the most frequent label more often than its share: of the rows in which one that answers by
the shares of the labels would differ from it, so many are left (`benchmarks/smallest_gain.py`)."""
FEWEST_TEXTS = 50
"""In 33 texts this learner misses a marker that every text of a label has, whatever the formula says
(`benchmarks/smallest_gain.py`): of fewer than these no gain is named."""
LEVEL = 0.95


def smallest_gain(gold: npt.NDArray[np.int64], dependence: Dependence | None) -> Estimate:
    """Return the gain of which an interval leaves out 0 in four cases of five.

    The standard error is that of the interval of the gain, for a model that answers by the shares of the
    labels: the mean over labels l, by their shares, of the variance of "gold is l" minus "gold is the most
    frequent label" (`cross_fitted.spread_of_mean`), times `DISCORDANT`, less what the gain itself takes from
    it (its square). A gain is found where it exceeds t standard errors; it varies by less than one, since an
    interval of cross-fitted figures allows for other fits too, by the root of 1 + n / rows fitted to.

    Parameters
    ----------
    gold
        Label of each row that is scored, from 0, shape (rows,).
    dependence
        Of the rows; None where they are independent and one model predicted them all.

    Returns
    -------
    Estimate
        A proportion; without value where no gain can be named that would be shown.

    References
    ----------
    Bloom (1995), "Minimum detectable effects", Evaluation Review 19(5): the sum of the quantiles of level and
    power, in standard errors; here in two different ones.
    """
    dependence = dependence or Dependence((np.arange(len(gold)),))
    if not len(gold):
        return Estimate(None, "proportion", 0, reason="none that could be named: there are no rows")
    if min(len(np.unique(each)) for each in dependence.clusterings) < FEWEST_TEXTS:
        reason = f"none that could be named: fewer than {FEWEST_TEXTS} texts, or groups of them"
        return Estimate(None, "proportion", len(gold), reason=reason)
    shares = np.bincount(gold) / len(gold)
    most = int(shares.argmax())
    variance, discordant, freedom = 0.0, 0.0, math.inf
    for label, own in enumerate(shares.tolist()):
        if label == most or not own:
            continue
        spread = spread_of_mean((gold == label).astype(np.float64) - (gold == most), dependence)
        if isinstance(spread, str):
            return Estimate(None, "proportion", len(gold), reason=f"none that could be named: {spread}")
        differ, towards = own + shares[most], own - shares[most]
        # the spread is around the mean for this label; that of answers by shares is about 0 over all labels
        variance += DISCORDANT * own * spread.variance * differ / (differ - towards**2)
        discordant += DISCORDANT * own * differ
        freedom = min(freedom, spread.freedom)
    refitting = 1.0 if dependence.fitted_share is None else 1 + 1 / dependence.fitted_share
    errors = t_quantile(LEVEL, freedom) + normal_quantile(2 * POWER - 1) / math.sqrt(refitting)
    # gain = errors * sqrt(variance * (1 - gain^2 / discordant))
    gain = errors * math.sqrt(variance / (1 + errors**2 * variance / discordant)) if discordant else 1.0
    if gain >= 1 - shares[most]:
        return Estimate(None, "proportion", len(gold), reason="none that could be named in so few rows")
    return Estimate(gain, "proportion", len(gold), reason="a property of the sizes, not of a sample")
