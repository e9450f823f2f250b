"""How many patterns there are above a threshold, beside what shuffled labels would give."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.patterns.marks import mark
from rightreasons.artifacts.patterns.pattern_counts import PatternCounts
from rightreasons.artifacts.patterns.selection import highest_p
from rightreasons.artifacts.patterns.trie import trie_of
from rightreasons.artifacts.writings import Writings
from rightreasons.statistics.permutation_p_values import permutation_p_value
from rightreasons.statistics.results import Estimate, Interval, TestResult
from rightreasons.text.tokens import TokenBlocks

SHUFFLES = 99
MOST_MARKS = 1_000_000  # pattern and instance pairs that are shuffled: about a second
_ROUNDING = 1e-6  # shares are added up in single precision
_AT_ONCE = 16
Shares = npt.NDArray[np.float64]


@dataclass(frozen=True)
class BeyondChance:
    """How many patterns have p(l|b) above one lambda, beside what shuffled labels give.

    Parameters
    ----------
    threshold
        lambda.
    found
        Patterns with p above it.
    shuffled
        The same under each shuffle of the labels, shape (shuffles,).
    covered
        Share of the instances that hold such a pattern; where a part of the patterns was drawn, of these.
    covered_shuffled
        The same under each shuffle, shape (shuffles,).
    """

    threshold: float
    found: int
    shuffled: Shares
    covered: float
    covered_shuffled: Shares

    @property
    def by_chance(self) -> Estimate:
        """Patterns that shuffled labels give: their mean, and where 95 % of the shuffles lie."""
        low, high = np.quantile(self.shuffled, [0.025, 0.975])
        mean = float(self.shuffled.mean())
        return Estimate(mean, "count", len(self.shuffled), Interval(float(low), float(high), 0.95, METHOD))

    @property
    def beyond(self) -> Estimate:
        """Patterns found less those that shuffled labels give."""
        chance = self.by_chance
        low, high = (0.0, 0.0) if chance.interval is None else (chance.interval.low, chance.interval.high)
        interval = Interval(self.found - high, self.found - low, 0.95, METHOD)
        return Estimate(self.found - (chance.value or 0.0), "count", chance.n, interval)

    @property
    def test(self) -> TestResult:
        """Whether more patterns are found than shuffled labels give."""
        p_value = permutation_p_value(float(self.found), self.shuffled)
        return TestResult(METHOD, float(self.found), p_value, len(self.shuffled))


def covered_beyond_chance(chance: Sequence[BeyondChance], instances: int) -> Estimate:
    """Return how much more of the instances hold a pattern than where labels are shuffled.

    The excess over the mean of the shuffles at the lambda where it is largest (at 0.5 two labels leave no
    room for any), less the mean of the same under each shuffle, so that choosing the lambda gains nothing.

    Parameters
    ----------
    chance
        One a lambda, of the same shuffles.
    instances
        How many were mined.

    Returns
    -------
    Estimate
        The interval lies above 0 where the excess is above 97.5 % of the shuffles.
    """
    mean = np.array([each.covered_shuffled.mean() for each in chance])
    excess = float((np.array([each.covered for each in chance]) - mean).max())
    shuffled = (np.stack([each.covered_shuffled for each in chance]) - mean[:, None]).max(axis=0)
    low, high = np.quantile(shuffled, [0.025, 0.975])
    interval = Interval(excess - float(high), excess - float(low), 0.95, METHOD)
    return Estimate(excess - float(shuffled.mean()), "proportion", instances, interval)


METHOD = f"labels shuffled over writings, {SHUFFLES} times"


def beyond_chance(
    counts: PatternCounts, tokens: TokenBlocks, writings: Writings, thresholds: Sequence[float], seed: int = 0
) -> tuple[BeyondChance, ...]:
    """Hold the number of patterns above each lambda against shuffled labels.

    The labels of one writing stay together and go to another one of about as many instances (within a factor
    of two), so that a claim paired eight times gives its words eight instances of what another claim has.
    Where labels of one source go together, whole sources change places (`Writings.shuffled`).
    Patterns, their instances and their overlaps stay as they are. Of many patterns a part is drawn and
    scaled up.

    Parameters
    ----------
    counts
        Every frequent pattern, of whatever p(l|b).
    tokens, writings
        The instances that were mined, and which of them have the same text.
    thresholds
        Values of lambda.
    seed
        For shuffles and draws.

    Returns
    -------
    tuple of BeyondChance
        One a lambda.
    """
    rng = np.random.default_rng(seed)
    drawn = _drawn(counts, rng)
    scale = len(counts) / max(len(drawn), 1)
    used, held = _held(counts, tokens, writings, drawn)
    limits = np.asarray(thresholds) + _ROUNDING
    parts = [
        _highest(held, writings, used, min(_AT_ONCE, SHUFFLES - start), rng)
        for start in range(0, SHUFFLES, _AT_ONCE)
    ]
    by_writing = held.T.tocsr()
    p, sizes = highest_p(counts), writings.sizes[used].astype(np.int64)
    covered, *of_parts = (
        instances_above(by_writing.indptr, by_writing.indices, each, at, sizes) / max(len(writings.text), 1)
        for each, at in (
            (p[drawn, None], np.asarray(thresholds, dtype=np.float64)),
            *((part, limits) for part in parts),
        )
    )
    covered_shuffled = np.hstack(of_parts)
    return tuple(
        BeyondChance(
            float(threshold),
            int((p > threshold).sum()),
            np.concatenate([(part > limit).sum(axis=0) * scale for part in parts]),
            float(covered[place, 0]),
            covered_shuffled[place],
        )
        for place, (threshold, limit) in enumerate(zip(thresholds, limits, strict=True))
    )


@numba.njit(cache=True, nogil=True)
def instances_above(
    offsets: npt.NDArray[np.int32],
    patterns: npt.NDArray[np.int32],
    p: Shares,
    limits: Shares,
    sizes: npt.NDArray[np.int64],
) -> npt.NDArray[np.int64]:
    """Count the instances of writings that hold a pattern of p above a limit, shape (limits, shuffles).

    Parameters
    ----------
    offsets, patterns
        Writing ``i`` holds the patterns ``patterns[offsets[i]:offsets[i + 1]]``.
    p
        Of every pattern under each shuffle, shape (patterns, shuffles).
    limits
        What p has to exceed.
    sizes
        Instances of each writing.
    """
    counts = np.zeros((limits.size, p.shape[1]), dtype=np.int64)
    highest = np.zeros(p.shape[1], dtype=np.float64)
    for writing in range(sizes.size):
        highest[:] = -1.0
        for place in range(offsets[writing], offsets[writing + 1]):
            for shuffle in range(p.shape[1]):
                highest[shuffle] = max(highest[shuffle], p[patterns[place], shuffle])
        for limit in range(limits.size):
            for shuffle in range(p.shape[1]):
                if highest[shuffle] > limits[limit]:
                    counts[limit, shuffle] += sizes[writing]
    return counts


def _highest(
    held: Any, writings: Writings, used: npt.NDArray[np.int64], shuffles: int, rng: np.random.Generator
) -> Any:
    """Return the highest p(l|b) of every pattern under so many shuffles, shape (patterns, shuffles)."""
    labels = writings.labels - 1  # the last one has what is left
    dealt = np.empty((len(used), shuffles, labels), dtype=np.float32)
    for shuffle in range(shuffles):
        dealt[:, shuffle] = writings.shuffled(rng, used)
    # One product for several shuffles: reading memory at random is what takes time.
    by_label = (held @ dealt.reshape(len(used), shuffles * labels)).reshape(held.shape[0], shuffles, labels)
    total = np.asarray(held.sum(axis=1), dtype=np.float64).reshape(-1, 1)
    highest = np.maximum(by_label.max(axis=2, initial=0.0), total - by_label.sum(axis=2, dtype=np.float64))
    return highest / np.maximum(total, 1)


def _drawn(counts: PatternCounts, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return the patterns that are shuffled, as many as hold `MOST_MARKS` instances together."""
    order = rng.permutation(len(counts))
    marks = np.cumsum(counts.counts.sum(axis=1)[order])
    return np.sort(order[: max(int(np.searchsorted(marks, MOST_MARKS, side="right")), 1)])


def _held(
    counts: PatternCounts, tokens: TokenBlocks, writings: Writings, drawn: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], Any]:
    """Return the writings that hold a drawn pattern, and how many instances of each hold which.

    The second is scipy sparse, shape (drawn, writings that hold one).
    """
    from scipy.sparse import csr_array

    chosen, patterns, texts = counts.patterns.at(drawn), [], []
    trie = trie_of(chosen)
    for start, block in tokens.blocks():
        marks = mark(block, chosen, trie)
        patterns.append(marks.patterns)
        texts.append(writings.text[start : start + len(block)][marks.texts])
    used, places = np.unique(np.concatenate(texts), return_inverse=True)
    found = np.concatenate(patterns)
    ones = np.ones(len(found), dtype=np.float32)
    return used.astype(np.int64), csr_array((ones, (found, places)), shape=(len(drawn), len(used)))
