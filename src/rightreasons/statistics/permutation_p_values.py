"""The p-value of a permutation test, from the statistic observed and those under permuted labels."""

import numpy as np
import numpy.typing as npt


def permutation_p_value(observed: float, permuted: npt.ArrayLike) -> float:
    """Return the one-sided p-value of a statistic that is large when there is an effect.

    The observed arrangement counts as one of the permutations, so the value is never 0: with m random
    permutations it is at least 1 / (m + 1). Ties count against the effect.

    Parameters
    ----------
    observed
        The statistic on the labels as they are.
    permuted
        The statistic under each random permutation, of shape (permutations,); may be empty (p is then 1).

    Raises
    ------
    ValueError
        For a number that is not finite.

    References
    ----------
    Phipson and Smyth (2010), "Permutation p-values should never be zero".
    """
    under_null = np.asarray(permuted, dtype=np.float64)
    if not (np.isfinite(observed) and np.isfinite(under_null).all()):
        raise ValueError("a permutation test needs finite statistics")
    return float((1 + np.count_nonzero(under_null >= observed)) / (1 + under_null.size))
