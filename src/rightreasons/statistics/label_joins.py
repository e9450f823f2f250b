"""Whether items with something in common have the same label more often, or less, than by chance."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray
from rightreasons.statistics.permutation_p_values import permutation_p_value
from rightreasons.statistics.results import TestResult

PERMUTATIONS = 999
MOST_PERMUTED = 20_000
"""Items up to which labels are permuted; beyond, the normal distribution with the exact moments is used."""

Codes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class LabelJoins:
    """How many pairs of items that have something in common have the same label.

    Parameters
    ----------
    pairs
        Pairs that have something in common.
    same
        Those of them with the same label.
    expected, variance
        Mean and variance of `same` over all permutations of the labels over the items, exact; the variance is
        0 where every permutation gives the same.
    test
        Two-sided permutation test of `same`.
    """

    pairs: int
    same: int
    expected: float
    variance: float
    test: TestResult


def joins_within(groups: npt.ArrayLike, labels: npt.ArrayLike, seed: int) -> LabelJoins:
    """Compare the labels of items of one group with each other.

    Parameters
    ----------
    groups
        Group of each item, numbered from 0, shape (items,).
    labels
        Label of each item from 0, shape (items,).
    seed
        For the permutations.

    Returns
    -------
    LabelJoins
        Pairs are unordered pairs of items of one group. Without a p-value where there is none, or all labels
        are the same.

    References
    ----------
    Mantel (1967), "The detection of disease clustering and a generalized regression approach", Cancer
    Research 27(2), for the moments; Cliff and Ord (1981), "Spatial processes", chapter 1, for join counts.
    """
    group, label = _checked(groups, labels)
    sizes = np.bincount(group).astype(np.float64)
    pairs = int((sizes * (sizes - 1)).sum()) // 2
    expected, variance = _moments_within(sizes, np.bincount(label).astype(np.float64))

    def same(permuted: Codes) -> int:
        cells = np.unique(group * (int(label.max()) + 1) + permuted, return_counts=True)[1]
        return int((cells * (cells - 1)).sum()) // 2

    observed = same(label) if len(label) else 0
    test = _test(observed, expected, variance, label, same, seed)
    return LabelJoins(pairs, observed, expected, variance, test)


def joins_across(counts: npt.ArrayLike, labels: npt.ArrayLike, seed: int) -> LabelJoins:
    """Compare the label of each item with the labels of other items, which stay as they are.

    Parameters
    ----------
    counts
        How many other items with each label each item has something in common with, shape (items, labels).
    labels
        Label of each item from 0, shape (items,); these are permuted.
    seed
        For the permutations.

    Returns
    -------
    LabelJoins
        Pairs are of an item and one of its others.

    References
    ----------
    Hoeffding (1951), "A combinatorial central limit theorem", Annals of Mathematical Statistics 22(4), for
    the moments.
    """
    others = np.asarray(counts, dtype=np.float64)
    label = np.asarray(labels, dtype=np.int64)
    if others.ndim != 2 or len(others) != len(label) or (len(label) and label.max() >= others.shape[1]):
        raise ValueError("every item has a label and a count of others for every label")
    items = np.arange(len(label))

    def same(permuted: Codes) -> int:
        return int(others[items, permuted].sum())

    expected, variance = _moments_across(others, np.bincount(label, minlength=others.shape[1]))
    observed = same(label)
    test = _test(observed, expected, variance, label, same, seed)
    return LabelJoins(int(others.sum()), observed, expected, variance, test)


def _moments_within(sizes: FloatArray, counts: FloatArray) -> tuple[float, float]:
    """Return mean and variance of the number of unordered pairs that share group and label."""
    n = float(sizes.sum())
    if n < 4:
        return 0.0, 0.0
    # Of ordered pairs: how many share a group (a label), and the sum over items of their partners' squares.
    a, b = float((sizes * (sizes - 1)).sum()), float((counts * (counts - 1)).sum())
    a2, b2 = float((sizes * (sizes - 1) ** 2).sum()), float((counts * (counts - 1) ** 2).sum())
    mean = a * b / (n * (n - 1))
    square = 2 * a * b / (n * (n - 1))
    square += 4 * (a2 - a) * (b2 - b) / (n * (n - 1) * (n - 2))
    square += (a**2 + 2 * a - 4 * a2) * (b**2 + 2 * b - 4 * b2) / (n * (n - 1) * (n - 2) * (n - 3))
    return mean / 2, max(square - mean**2, 0.0) / 4


def _moments_across(others: FloatArray, counts: npt.NDArray[np.int64]) -> tuple[float, float]:
    n = len(others)
    if n < 2:
        return float((others @ counts).sum()), 0.0
    by_item, by_label = others @ counts / n, others.mean(axis=0)
    mean = float(by_item.mean())
    centred = others - by_item[:, None] - by_label[None, :] + mean
    return n * mean, float((centred**2 @ counts).sum() / (n - 1))


def _test(
    observed: int, expected: float, variance: float, label: Codes, same: Callable[[Codes], int], seed: int
) -> TestResult:
    n = len(label)
    if not variance:
        reason = "every permutation of the labels gives the same"
        return TestResult("permutation of labels", None, None, n, reason=reason)
    z = (observed - expected) / math.sqrt(variance)
    if n > MOST_PERMUTED:
        return TestResult("permutation of labels, normal", z, math.erfc(abs(z) / math.sqrt(2)), n)
    rng = np.random.default_rng(seed)
    permuted = np.array([same(rng.permutation(label)) for _ in range(PERMUTATIONS)], dtype=np.float64)
    more, fewer = permutation_p_value(observed, permuted), permutation_p_value(-observed, -permuted)
    return TestResult(f"{PERMUTATIONS} permutations of labels", z, min(1.0, 2 * min(more, fewer)), n)


def _checked(groups: npt.ArrayLike, labels: npt.ArrayLike) -> tuple[Codes, Codes]:
    group, label = np.asarray(groups, dtype=np.int64), np.asarray(labels, dtype=np.int64)
    if group.shape != label.shape or group.ndim != 1 or (group.size and min(group.min(), label.min()) < 0):
        raise ValueError("every item has a group and a label, numbered from 0")
    return group, label
