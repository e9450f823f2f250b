"""One turn of the search: all pairs of predicates, a third to the best, then every part exchanged."""

import os
from collections.abc import Callable, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from rightreasons.discovery.bits import Places, Words
from rightreasons.discovery.counts import count_conjunctions, count_each
from rightreasons.discovery.kernels import (
    Sets,
    best_gain,
    gain_of,
    gains_of_each,
    pairs_from,
    possible,
    thirds,
)
from rightreasons.discovery.outcomes import Outcomes

Array: TypeAlias = npt.NDArray[Any]
Parts: TypeAlias = tuple[tuple[int, bool], ...]
"""Positions of predicates, and whether each is negated."""
Scored: TypeAlias = dict[Parts, float]
"""Rules and their scores: the gain less the price."""
_CHUNK = 64
_KEPT, _KEPT_THIRDS = 24, 2
_REFINED = 40
_POOL = 4_000
_SAME = 0.9
_AS_GOOD = 1.0
_DRAWN = 4_096


@dataclass(frozen=True)
class TurnSettings:
    """How one turn is searched: see `SearchSettings`; and how many strata the base model has."""

    least: int
    most_share: float
    beam: int
    strata: int


@dataclass(frozen=True)
class Alike:
    """The best rule of a turn, by positions among all predicates, and others of nearly the same rows.

    Parameters
    ----------
    parts
        Of the simplest of them.
    label
        Position of its label.
    gain, rows
        What it explains, and the rows that it holds of.
    others
        Parts of the others.
    """

    parts: Parts
    label: int
    gain: float
    rows: int
    others: tuple[Parts, ...]


class Turn:
    """One turn of the search, on the rows that no rule covers yet.

    Parameters
    ----------
    bits
        Rows of each predicate that count.
    valid
        The rows that count.
    starts
        Where the words of each class begin.
    outcomes
        What is to be explained.
    kinds
        How simple the family of each predicate is, the simplest 0.
    settings
        How it is searched.
    by_row
        Of which predicates each row is: `rows_by_place` of them, whether a row counts or not.
    """

    def __init__(
        self,
        bits: Words,
        valid: Words,
        starts: Places,
        outcomes: Outcomes,
        kinds: Sequence[int],
        settings: TurnSettings,
        by_row: Array,
    ) -> None:
        self.total = count_each(valid[None, :], starts)[0]
        singles = count_each(bits, starts)
        sizes, n = singles.sum(axis=1), self.total.sum()
        self.kept = np.flatnonzero((sizes >= settings.least) & (n - sizes >= settings.least))
        self.singles, self.kinds, self.beam = singles[self.kept], kinds, settings.beam
        own = [kinds[place] for place in self.kept.tolist()]
        bounds = settings.least, int(settings.most_share * n)
        scoring = _scoring(outcomes, self.total, settings.strata)
        self.prices = prices_of(own)
        is_simple = settings.strata == 1 and _is_identity(outcomes.values)
        rates = scoring[1][:, 0].copy() if is_simple else np.zeros(0)
        self.sets = Sets(
            bits[self.kept], valid, starts, *scoring, self.prices, *bounds, int(n), rates, by_row, self.kept
        )
        # Of a model gains are those of a normal approximation, and prices stay whole: with the discount what
        # was found of four judges explained less, and one rule more was lost to the correction.
        self.discounts = discounts_of(self.sets) if outcomes.is_binary else np.zeros(4)
        self.pool: tuple[list[Parts], float] | None = None
        self._code = np.array([4 * len(self.kept), 4, 1])

    def best(self) -> Alike | None:
        """Return the rule that explains the most, or None where none does more than chance finds."""
        if not len(self.kept):
            return None
        gains = self._single_gains()
        levels = (gains - self.prices[:, None] + self.discounts[1]).tolist()
        scored: Scored = {
            ((place, negated),): own[negated] for place, own in enumerate(levels) for negated in (False, True)
        }
        pairs = self._pairs(gains)
        scored |= self._of_pairs(pairs)
        most = np.argsort(-pairs[:, 4], kind="stable")[: self.beam]
        scored |= self._with_third(pairs[most][:, :3].astype(np.int64), _KEPT_THIRDS)
        best = _first(scored, _POOL)  # all that `_of_pairs` left out is behind these
        bound = scored[best[-1]] if len(best) == _POOL else -np.inf
        self.pool = [self._among_all(parts) for parts in best], bound
        return self._chosen(scored, set((pairs[:, :3].astype(np.int64) @ self._code).tolist()))

    def best_of(self, pool: Sequence[Parts], bound: float) -> Alike | None:
        """Return the best rule of an earlier turn, if what that left out was not above it even then."""
        own = {int(place): new for new, place in enumerate(self.kept)}
        kept = [parts for parts in pool if all(place in own for place, _ in parts)]
        scored = self._levels([tuple((own[place], negated) for place, negated in parts) for parts in kept])
        if not scored or max(scored.values()) < max(bound, 0.0):
            return None
        return self._chosen(scored)

    def _rows(self, parts: Parts) -> Words:
        found: Words = self.sets.valid.copy()
        for place, negated in parts:
            found &= ~self.sets.bits[place] if negated else self.sets.bits[place]
        return found

    def _single_gains(self) -> Array:
        own = [gains_of_each(counts, self.sets) for counts in (self.singles, self.total - self.singles)]
        return np.asarray(np.maximum(np.column_stack(own), 0.0))

    def _pairs(self, gains: Array) -> Array:
        """Return (first, second, signs, gain, gain above the parts) of the best pairs of each predicate."""

        def part(begin: int, end: int) -> tuple[Array, Array]:
            return pairs_from(begin, end, self.sets, self.singles, gains, self.total, _KEPT)

        keys, found = _in_threads(part, len(self.kept))
        good = keys > 0
        return np.column_stack([found[good], keys[good]])

    def _of_pairs(self, pairs: Array) -> Scored:
        """Return the scores of pairs as `_pairs` has them, of more than a pool takes those of the best."""
        own = pairs[:, :3].astype(np.int64)
        levels = pairs[:, 3] - self.prices[own[:, 0]] - self.prices[own[:, 1]] + self.discounts[2]
        if len(levels) > _POOL:
            kept = levels >= np.partition(levels, len(levels) - _POOL)[len(levels) - _POOL]
            own, levels = own[kept], levels[kept]
        return {
            ((one, bool(signs & 1)), (other, bool(signs >> 1))): level
            for (one, other, signs), level in zip(own.tolist(), levels.tolist(), strict=True)
        }

    def _with_third(self, pairs: Array, kept: int) -> Scored:
        def part(begin: int, end: int) -> tuple[Array, Array]:
            return thirds(pairs[begin:end], self.sets, kept)

        if not len(pairs):
            return {}
        keys, found = _in_threads(part, len(pairs))
        is_pair = pairs[:, 1] >= 0
        of_rest = np.where(is_pair, self.prices[pairs[:, 1]], 0.0) + self.prices[pairs[:, 0]]
        levels = (keys - (of_rest - self.discounts[2 + is_pair])[:, None]).tolist()
        scored = {}
        for (one, other, signs), own, gains, thirds_of in zip(
            pairs.tolist(), levels, keys, found.tolist(), strict=True
        ):
            rest = [(one, signs & 1)] + ([(other, signs >> 1)] if other >= 0 else [])
            for level, gain, third in zip(own, gains, thirds_of, strict=True):
                if gain > 0:
                    scored[_ordered(*rest, tuple(third))] = level
        return scored

    def _chosen(self, scored: Scored, pairs: Set[int] = frozenset()) -> Alike | None:
        """Return the best rule after every part of the best ones was exchanged for every predicate.

        `pairs` are the codes of those that were scored, among the scores or not.
        """
        best = _first(scored, _REFINED)
        for _ in range(3):
            more = self._with_third(_without_one(best), 3) | self._shorter(best)
            if all(self._coded(each) in pairs for each in more.keys() - scored.keys()):
                break
            scored |= more
            best = _first(scored, _REFINED)
        level = scored[best[0]]
        if level <= 0:
            return None
        rows = self._rows(best[0])
        alike = [each for each in best if jaccard(rows, self._rows(each)) >= _SAME]
        near = [each for each in alike if scored[each] >= level - _AS_GOOD]
        return self._alike(self._broadened(min(near, key=self._simplicity)), alike)

    def _shorter(self, best: Sequence[Parts]) -> Scored:
        """Return what is left of conjunctions without one part: a part may say no more than the others do."""
        left = {
            parts[:out] + parts[out + 1 :] for parts in best if len(parts) > 1 for out in range(len(parts))
        }
        return self._levels(sorted(left))

    def _broadened(self, parts: Parts) -> Parts:
        """Leave out parts of a rule of a model without which it explains as much of model minus gold.

        What it explains is its weighted relative accuracy: how often the model says the label beyond gold
        and beyond the base model, in rows. A rule of gold is returned as it is.
        """
        label = best_gain(self._counts(parts), self.sets)[1]
        if self.sets.spread[label] <= 0:
            return parts
        while len(parts) > 1:
            shorter = self._shorter([parts])
            best = max(shorter, key=lambda each: self._explained(each, label), default=None)
            if best is None or self._explained(best, label) < self._explained(parts, label):
                break
            parts = best
        return parts

    def _explained(self, parts: Parts, label: int) -> float:
        return float(self._counts(parts) @ (self.sets.values[label] - self.sets.expected[label]))

    def _counts(self, parts: Parts) -> Array:
        counts: Array = count_each(self._rows(parts)[None, :], self.sets.starts)[0]
        return counts

    def said_as(self, best: Alike, parts: Parts) -> Alike | None:
        """Return a rule in other words, positions among all predicates; None of too few or many rows."""
        own = {int(place): new for new, place in enumerate(self.kept)}
        if not all(place in own for place, _ in parts):
            return None
        counts = self._counts(tuple((own[place], negated) for place, negated in parts))
        if not self.sets.least <= counts.sum() <= self.sets.most:
            return None
        others = (best.parts, *(each for each in best.others if each != parts))
        gain = float(gain_of(counts, self.sets, best.label))
        return Alike(parts, best.label, gain, int(counts.sum()), others)

    def _alike(self, parts: Parts, alike: Sequence[Parts]) -> Alike:
        counts = self._counts(parts)
        others = tuple(self._among_all(each) for each in alike if each != parts)
        gain, label = best_gain(counts, self.sets)
        return Alike(self._among_all(parts), label, float(gain), int(counts.sum()), others)

    def _among_all(self, parts: Parts) -> Parts:
        return tuple((int(self.kept[place]), negated) for place, negated in parts)

    def _levels(self, rules: Sequence[Parts]) -> Scored:
        """Return gains less what chance would gain among as many rules, but of too few or many rows."""
        if not rules:
            return {}
        padded = np.array([parts + ((-1, False),) * (3 - len(parts)) for parts in rules], dtype=np.int64)
        gains = gains_of_each(
            count_conjunctions(padded, self.sets.bits, self.sets.valid, self.sets.starts), self.sets
        )
        prices = np.where(padded[:, :, 0] >= 0, self.prices[padded[:, :, 0]], 0.0)
        sizes = (padded[:, :, 0] >= 0).sum(axis=1)
        levels = gains - (prices[:, 0] + prices[:, 1] + prices[:, 2] - self.discounts[sizes])
        return {
            parts: level
            for parts, level, gain in zip(rules, levels.tolist(), gains.tolist(), strict=True)
            if gain >= 0
        }

    def _coded(self, parts: Parts) -> int:
        """Return a pair as a number, -1 of any other rule."""
        if len(parts) != 2:
            return -1
        (one, first), (other, second) = parts
        return int(np.array([one, other, first + 2 * second]) @ self._code)

    def _simplicity(self, parts: Parts) -> tuple[Any, ...]:
        kinds = sum(self.kinds[self.kept[place]] for place, _ in parts)
        return len(parts), sum(negated for _, negated in parts), kinds, parts


def _scoring(outcomes: Outcomes, total: Array, n_strata: int) -> tuple[Array, Array, Array]:
    """Return what rows of each class count, what the base model expects, and the variance about it."""
    values = np.tile(outcomes.values, (1, n_strata))
    k = outcomes.values.shape[1]
    by_stratum = total.reshape(n_strata, k)
    n = np.maximum(by_stratum.sum(axis=1), 1)
    rates = by_stratum @ outcomes.values.T / n[:, None]  # strata, labels
    expected = np.repeat(rates.T, k, axis=1)
    if outcomes.is_binary:
        return values, expected, np.zeros(len(values))
    expected = np.maximum(
        expected, 0.0
    )  # where a model says a label less often than gold, it follows no rule
    spread = ((values - expected) ** 2 * total).sum(axis=1) / max(total.sum(), 1)
    return values, expected, np.maximum(spread, 1e-12)


def _is_identity(values: Array) -> bool:
    return values.shape[0] == values.shape[1] and bool((values == np.eye(len(values))).all())


def prices_of(kinds: Sequence[int]) -> Array:
    """Return of each predicate the logarithm of the families, times those of its own family, times two."""
    sizes = np.bincount(kinds) if len(kinds) else np.zeros(1)
    families = max(int((sizes > 0).sum()), 1)
    return np.asarray(np.log(2.0 * families * sizes[np.asarray(kinds, dtype=np.int64)]))


def _first(scored: Scored, most: int) -> list[Parts]:
    """Return the best of some rules, of equal ones those of the first predicates."""
    parts, levels = list(scored), np.fromiter(scored.values(), dtype=np.float64, count=len(scored))
    if len(parts) > most:
        kept = np.flatnonzero(levels >= np.partition(levels, len(parts) - most)[len(parts) - most])
        parts = [parts[place] for place in kept.tolist()]
    return sorted(parts, key=lambda each: (-scored[each], each))[:most]


def discounts_of(sets: Sets) -> Array:
    """Return by how much the prices of one, two and three parts are too high together; shape (4,), 0 of none.

    They count a conjunction once in each order, and those that cannot be a rule too, for too few rows or
    since a part says no more than the others. How many can be is estimated from conjunctions drawn by the
    chance that the prices give them, always the same.
    """
    rng = np.random.default_rng(32)
    if not len(sets.prices):
        return np.zeros(4)
    weights = np.exp(-sets.prices)
    drawn = rng.choice(len(weights), (_DRAWN, 3), p=weights / weights.sum())
    found = possible(np.stack([drawn, rng.integers(0, 2, drawn.shape)], axis=2), sets)
    discounts = np.log([1.0, 1.0, 2.0, 6.0]) - np.log(np.maximum(found, 1) / _DRAWN)
    discounts[0] = 0.0
    return np.asarray(discounts)


def _ordered(*parts: tuple[Any, Any]) -> Parts:
    return tuple(sorted((int(place), bool(negated)) for place, negated in parts))


def _without_one(best: Sequence[Parts]) -> Array:
    """Return the pairs, and single predicates, that are left of some conjunctions without one part."""
    found = {each for each in best if len(each) < 3}
    for parts in best:
        found |= {parts[:left] + parts[left + 1 :] for left in range(len(parts)) if len(parts) > 1}
    rows = []
    for rest in sorted(found):
        (one, first), (other, second) = rest if len(rest) == 2 else (rest[0], (-1, False))
        rows.append((one, other, int(first) + 2 * int(second)))
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


def jaccard(one: Words, other: Words) -> float:
    """Return the rows in both of two sets as a share of those in either."""
    both, either = np.bitwise_count(one & other).sum(), np.bitwise_count(one | other).sum()
    return float(both / either) if either else 0.0


def _in_threads(work: Callable[[int, int], tuple[Array, Array]], size: int) -> tuple[Array, Array]:
    """Return the parts of some work in order, done in as many threads as there are cores."""
    begins = list(range(0, size, _CHUNK))
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        parts = list(pool.map(lambda begin: work(begin, min(begin + _CHUNK, size)), begins))
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
