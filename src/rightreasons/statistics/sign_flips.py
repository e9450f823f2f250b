"""Tests whose units are clusters of items: the score of each cluster, its sign turned at random."""

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.checks import FloatArray
from rightreasons.statistics.clustered import FEW_CLUSTERS, LEAST_CLUSTERS, NOTHING_VARIES
from rightreasons.statistics.permutation_p_values import permutation_p_value
from rightreasons.statistics.results import TestResult

_BLOCK = 2_000  # resamples at a time
_ROUNDING = 1e-9  # flips that give the statistic observed may seem smaller by rounding


def clustered_independence(
    first: npt.ArrayLike,
    second: npt.ArrayLike,
    clusters: npt.ArrayLike,
    seed: int | np.random.Generator,
    strata: npt.ArrayLike | None = None,
    resamples: int = 9_999,
) -> TestResult:
    """Test two properties of items for independence where the items come in clusters.

    The score of an item is the product of how far its two properties are from their means (of its stratum).
    Summed by cluster, scores have mean zero if the properties are independent, whatever holds within the
    clusters; so the sign of each cluster may be turned. With clusters of one item each this asks what
    Pearson's chi-square asks, or within strata the generalised test of Cochran, Mantel and Haenszel.

    Parameters
    ----------
    first, second
        The properties of each item, any values, of shape (items,).
    clusters
        The cluster of each item, of shape (items,).
    seed
        A seed or a Generator.
    strata
        The stratum of each item, of shape (items,); None: all are of one.
    resamples
        How often the signs are drawn; the p-value is at least 1 / (`resamples` + 1).

    Returns
    -------
    TestResult
        Statistic: the scores' sum over its spread between clusters, a quadratic form. Without a p-value, and
        with the reason, for fewer clusters than `LEAST_CLUSTERS` or where nothing varies.

    References
    ----------
    Hemerik, Goeman and Finos (2020), "Robust testing in generalized linear models by sign flipping score
    contributions", Journal of the Royal Statistical Society B 82:841-864.
    """
    groups = _codes(clusters)
    layers = np.zeros(len(groups), dtype=np.int64) if strata is None else _codes(strata)
    sides = [_centred(_one_hot(_codes(each)), layers) for each in (first, second)]
    scores = sides[0][:, :, None] * sides[1][:, None, :]
    return sign_flips(scores, groups, seed, resamples)


def sign_flips(
    scores: npt.ArrayLike, clusters: npt.ArrayLike, seed: int | np.random.Generator, resamples: int = 9_999
) -> TestResult:
    """Test whether scores of items that come in clusters have mean zero; parameters as of the function above.

    Parameters
    ----------
    scores
        Numbers of each item, of shape (items,) or (items, ...).
    clusters, seed, resamples
        As of `clustered_independence`.
    """
    groups = _codes(clusters)
    values = np.asarray(scores, dtype=np.float64)
    values = values.reshape(len(groups), int(np.prod(values.shape[1:])))
    count = int(groups.max()) + 1 if len(groups) else 0
    method = f"sign flips of {count:,} clusters"
    if count < LEAST_CLUSTERS:
        return TestResult(method, None, None, len(groups), reason=FEW_CLUSTERS)
    sums = np.zeros((count, values.shape[1]))
    np.add.at(sums, groups, values)
    spread = sums.T @ sums
    rank = int(np.linalg.matrix_rank(spread)) if spread.any() else 0
    if not rank:
        return TestResult(method, None, None, len(groups), reason=NOTHING_VARIES)
    inverse: FloatArray = np.linalg.pinv(spread, hermitian=True).astype(np.float64)
    random = np.random.default_rng(seed)
    sizes = (min(_BLOCK, resamples - done) for done in range(0, resamples, _BLOCK))
    drawn = [_forms(_turned(sums, size, random), inverse) for size in sizes]
    observed = _forms(sums.sum(axis=0)[None], inverse)[0]
    p_value = permutation_p_value(float(observed) * (1 - _ROUNDING), np.concatenate(drawn))
    return TestResult(method, float(observed), p_value, len(groups), degrees_of_freedom=rank)


def _turned(sums: FloatArray, times: int, random: np.random.Generator) -> FloatArray:
    """Return the sum over clusters of scores whose signs are turned at random, of shape (times, scores)."""
    bits = np.frombuffer(random.bytes(times * -(-len(sums) // 8)), dtype=np.uint8).reshape(times, -1)
    stays = np.unpackbits(bits, axis=1, count=len(sums)).astype(np.float64)
    turned: FloatArray = 2 * (stays @ sums) - sums.sum(axis=0)
    return turned


def _codes(values: npt.ArrayLike) -> npt.NDArray[np.int64]:
    return np.unique(np.asarray(values), return_inverse=True)[1].astype(np.int64).reshape(-1)


def _one_hot(codes: npt.NDArray[np.int64]) -> FloatArray:
    """Return a column a category but the last, which the others tell."""
    columns: FloatArray = (codes[:, None] == np.arange(codes.max(initial=0))).astype(np.float64)
    return columns


def _centred(columns: FloatArray, strata: npt.NDArray[np.int64]) -> FloatArray:
    sums = np.zeros((int(strata.max(initial=0)) + 1, columns.shape[1]))
    np.add.at(sums, strata, columns)
    means: FloatArray = sums / np.bincount(strata, minlength=len(sums))[:, None]
    return columns - means[strata]


def _forms(sums: FloatArray, inverse: FloatArray) -> FloatArray:
    found: FloatArray = np.einsum("ij,jk,ik->i", sums, inverse, sums)
    return found
