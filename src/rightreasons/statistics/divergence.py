"""How far distributions over labels lie apart, row by row."""

import numpy as np
import numpy.typing as npt

LEAST = 2.0**-24
"""Shares below it count as this where a logarithm of them is taken."""

Shares = npt.NDArray[np.float64]


def entropy(shares: Shares) -> Shares:
    """Return the entropy of every row in bits, shape (rows,).

    Parameters
    ----------
    shares
        Shape (rows, labels), each row summing to 1.
    """
    return -_weighted_logs(shares, shares)


def kullback_leibler(shares: Shares, others: Shares) -> Shares:
    """Return the divergence of other distributions from those given, in bits, shape (rows,).

    Parameters
    ----------
    shares
        The distributions that are true, shape (rows, labels).
    others
        Those held against them; below `LEAST` their shares count as that.

    References
    ----------
    Kullback and Leibler (1951), "On information and sufficiency", equation 2.4.
    """
    return np.asarray(_weighted_logs(shares, shares) - _weighted_logs(shares, others))


def jensen_shannon(shares: Shares, others: Shares) -> Shares:
    """Return the Jensen-Shannon divergence of every row in bits, from 0 to 1, shape (rows,).

    References
    ----------
    Lin (1991), "Divergence measures based on the Shannon entropy", equation 4.1 with equal weights.
    """
    middle = (shares + others) / 2
    return np.asarray((kullback_leibler(shares, middle) + kullback_leibler(others, middle)) / 2)


def total_variation(shares: Shares, others: Shares) -> Shares:
    """Return half the sum of absolute differences of every row, from 0 to 1, shape (rows,)."""
    return np.asarray(np.abs(shares - others).sum(axis=1) / 2)


def _weighted_logs(weights: Shares, shares: Shares) -> Shares:
    return np.asarray((weights * np.log2(np.maximum(shares, LEAST))).sum(axis=1))
