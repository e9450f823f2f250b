"""Counts of conjunctions by class, from sets of rows as bits: pairs, and a third to each of some."""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from rightreasons.discovery.counts import count_both, count_each, ones

Array = Any  # numba infers the types of arrays; the functions around the kernels state them
_JUST_BELOW = 1 - 1e-9  # what rounding may take from a bound
_FEW = 255  # as many as a byte counts
_NEAR = 64  # sets that stay in the cache while others are counted with them


class Sets(NamedTuple):
    """What is searched, as kernels take it.

    Parameters
    ----------
    bits
        Rows of each predicate as bits, shape (predicates, words).
    valid
        The rows that count, shape (words,).
    starts
        Class k has the words ``starts[k]`` to ``starts[k + 1]``.
    values, expected
        What a row of each class counts for each label, and by the base model; shape (labels, classes).
    spread
        Variance of a row about what is expected, for each label; 0: the count is binomial.
    prices
        Of each predicate the logarithm of how many there are like it: what chance alone would gain.
    least, most
        Rows that a rule holds of.
    rows
        How many rows count.
    rates
        Of gold with one stratum the share of each label in the rows that count, shape (labels,): class k is
        label k, and counts tell at once what is expected. Otherwise shape (0,).
    by_row, columns
        Of each row, by the place of its bit, of which of some predicates it is, 0 or 1, shape (places, some);
        and the column of each predicate there, shape (predicates,). Of too much data by_row has no row.
    """

    bits: Array
    valid: Array
    starts: Array
    values: Array
    expected: Array
    spread: Array
    prices: Array
    least: int
    most: int
    rows: int
    rates: Array = np.zeros(0)
    by_row: Array = np.zeros((0, 0), dtype=np.uint8)
    columns: Array = np.zeros(0, dtype=np.int64)


@njit(cache=True, nogil=True)
def _of_both(n: float, sets: Sets) -> float:
    """Return what rows and all others gain, with a mean each, as a multiple of what the rows gain."""
    return sets.rows / (sets.rows - n) if n < sets.rows else 1.0


@njit(cache=True, nogil=True)
def gain_of(counts: Array, sets: Sets, label: int) -> Any:
    """Return the gain in log-likelihood where rows have their own rate of a label, 0 where it is no higher.

    `counts` are rows by class. Of a model beside gold the other rows have their own mean too: what one rule
    explains would otherwise be expected of all rows, and broad rules would lose.
    """
    n, observed, base = 0.0, 0.0, 0.0
    for k in range(len(counts)):
        n += counts[k]
        observed += counts[k] * sets.values[label, k]
        base += counts[k] * sets.expected[label, k]
    if n == 0 or observed <= base or observed <= 0:
        return 0.0
    if sets.spread[label] > 0:
        return (observed - base) ** 2 / (2 * n * sets.spread[label]) * _of_both(n, sets)
    rate, p = observed / n, base / n
    if p <= 0:
        return 0.0
    gain = observed * np.log(rate / p)
    if rate < 1:
        gain += (n - observed) * np.log((1 - rate) / (1 - p))
    return gain


@njit(cache=True, nogil=True)
def best_gain(counts: Array, sets: Sets) -> tuple[Any, int]:
    """Return the largest gain over the labels, and the label."""
    most, own = 0.0, 0
    for label in range(len(sets.values)):
        gain = gain_of(counts, sets, label)
        if gain > most:
            most, own = gain, label
    return most, own


@njit(cache=True, nogil=True)
def gains_of_each(counts: Array, sets: Sets) -> Array:
    """Return the best gain of each of some rows by class, shape (sets, classes); -1 of too few or many."""
    found = np.full(len(counts), -1.0)
    for place in range(len(counts)):
        if sets.least <= counts[place].sum() <= sets.most:
            found[place] = best_gain(counts[place], sets)[0]
    return found


@njit(cache=True, nogil=True)
def _least(keys: Array) -> int:
    """Return the position of the least of some keys."""
    worst = 0
    for place in range(1, len(keys)):
        if keys[place] < keys[worst]:
            worst = place
    return worst


@njit(cache=True, nogil=True)
def may_reach(counts: Array, n: float, sets: Sets, gain: float) -> bool:
    """Return whether a gain may be above a number, by a quick measure without logarithms.

    `counts` are `n` rows by class. Where the share q of a label is above its rate p, the gain is at most
    n (q - p)^2 over p (1 - p), and over twice the smaller of p (1 - p) and q (1 - q).
    """
    if len(sets.rates) == 0:
        return _may_reach_by_values(counts, sets, gain)
    bound = _JUST_BELOW * n * gain
    for label in range(len(sets.rates)):
        p = sets.rates[label]
        more, variance = counts[label] - n * p, p * (1 - p)
        if more > 0 and more**2 > bound * variance:
            if more**2 > 2 * bound * variance:
                return True
            if (more * n) ** 2 > 2 * bound * counts[label] * (n - counts[label]):
                return True
    return False


@njit(cache=True, nogil=True)
def _may_reach_by_values(counts: Array, sets: Sets, gain: float) -> bool:
    for label in range(len(sets.values)):
        n, observed, base = 0.0, 0.0, 0.0
        for k in range(len(counts)):
            n += counts[k]
            observed += counts[k] * sets.values[label, k]
            base += counts[k] * sets.expected[label, k]
        if observed > base and (base > 0 or sets.spread[label] > 0):
            p = base / n
            variance = sets.spread[label] / _of_both(n, sets) if sets.spread[label] > 0 else p * (1 - p)
            if (observed - base) ** 2 > n * variance * gain:
                return True
    return False


@njit(cache=True, nogil=True)
def _signed(signs: int, both: Any, one: Any, other: Any, total: Any) -> Any:
    """Return how many rows are in two sets, either negated, from how many are in both, each, and all."""
    if signs == 0:
        return both
    if signs == 1:
        return other - both
    return one - both if signs == 2 else total - one - other + both


@njit(cache=True, nogil=True)
def pairs_from(
    begin: int, end: int, sets: Sets, singles: Array, gains: Array, total: Array, kept: int
) -> tuple[Array, Array]:
    """Return the best pairs with a first predicate from `begin` to `end` and any later one as the second.

    The best by how far the gain lies above those of both parts; a part that changes under a twentieth of the
    rows of the other is left out. Of a negated predicate, counts follow from those of the pair.

    Returns
    -------
    tuple of ndarray
        Keys, and (first, second, signs, gain); signs: bit 0 that the first is negated, bit 1 the second.
    """
    keys, found = np.zeros((end - begin, kept)), np.zeros((end - begin, kept, 4))
    worst = np.zeros(end - begin, dtype=np.int64)
    both, counts = np.zeros(len(total), dtype=np.int64), np.zeros(len(total), dtype=np.int64)
    sizes, n_all = singles.sum(axis=1), total.sum()
    for other in range(begin + 1, len(sets.bits)):
        second_bits, second = sets.bits[other], sizes[other]
        for one in range(begin, min(end, other)):
            first, own = sizes[one], one - begin
            n_both = count_both(sets.bits[one], second_bits, sets.starts, both)
            for signs in range(4):
                n = _signed(signs, n_both, first, second, n_all)
                smaller = min(n_all - first if signs & 1 else first, n_all - second if signs >> 1 else second)
                if n < sets.least or n > sets.most or n > 0.95 * smaller:
                    continue
                for k in range(len(total)):
                    counts[k] = _signed(signs, both[k], singles[one, k], singles[other, k], total[k])
                floor = max(gains[one, signs & 1], gains[other, signs >> 1])
                least = keys[own, worst[own]]
                if may_reach(counts, n, sets, floor + least):
                    gain, _ = best_gain(counts, sets)
                    if gain - floor > least:
                        keys[own, worst[own]] = gain - floor
                        found[own, worst[own], 0], found[own, worst[own], 1] = one, other
                        found[own, worst[own], 2], found[own, worst[own], 3] = signs, gain
                        worst[own] = _least(keys[own])
    return keys, found


@njit(cache=True, nogil=True)
def conjunctions(pairs: Array, sets: Sets) -> Array:
    """Return the rows of pairs of predicates as bits: (first, second, signs); a second of -1 is none."""
    found = np.zeros((len(pairs), len(sets.valid)), dtype=np.uint64)
    for place in range(len(pairs)):
        one, other, signs = pairs[place]
        for word in range(len(sets.valid)):
            first = sets.bits[one, word]
            held = (~first if signs & 1 else first) & sets.valid[word]
            if other >= 0:
                second = sets.bits[other, word]
                held &= ~second if signs >> 1 else second
            found[place, word] = held
    return found


@njit(cache=True, nogil=True)
def thirds(pairs: Array, sets: Sets, kept: int) -> tuple[Array, Array]:
    """Return the best third predicates of some pairs, by their gain less their price.

    Parameters
    ----------
    pairs
        (first, second, signs) as `pairs_from` has them, shape (pairs, 3); a second of -1 is none.
    sets
        What is searched.
    kept
        How many of each pair.

    Returns
    -------
    tuple of ndarray
        Gains less prices, shape (pairs, kept), and (third, whether negated) of each; 0: no further one.
    """
    keys, found = np.zeros((len(pairs), kept)), np.zeros((len(pairs), kept, 2))
    own = conjunctions(pairs, sets)
    of_pair = count_each(own, sets.starts)
    sizes = of_pair.sum(axis=1)
    counts = _with_each(own, sizes, sets)
    both = np.zeros(len(sets.starts) - 1, dtype=np.int64)
    for place in range(len(pairs)):
        one, other, size, worst, least = pairs[place, 0], pairs[place, 1], sizes[place], 0, 0.0
        for third in range(len(sets.bits)):
            n_both = 0
            for k in range(len(both)):
                both[k] = counts[place, k, third]
                n_both += both[k]
            if third in (one, other) or (n_both < sets.least and size - n_both > 0.95 * size):
                continue
            price = sets.prices[third]
            for negated in range(2):
                n = size - n_both if negated else n_both
                if n < sets.least or n > sets.most or n > 0.95 * size:
                    continue
                if negated:
                    for k in range(len(both)):
                        both[k] = of_pair[place, k] - both[k]
                if may_reach(both, n, sets, least + price):
                    gain, _ = best_gain(both, sets)
                    if gain - price > least:
                        keys[place, worst] = gain - price
                        found[place, worst, 0], found[place, worst, 1] = third, negated
                        worst = _least(keys[place])
                        least = keys[place, worst]
    return keys, found


@njit(cache=True, nogil=True)
def _with_each(own: Array, sizes: Array, sets: Sets) -> Array:
    """Count the rows of each class that each predicate holds of, shape (sets, classes, predicates).

    Of few rows it is counted row by row, of more predicate by predicate. Sets with too few rows are left out.
    """
    counts = np.zeros((len(own), len(sets.starts) - 1, len(sets.bits)), dtype=np.int32)
    is_few = (sizes <= _FEW) & (len(sets.by_row) > 0)
    both = np.zeros(counts.shape[1], dtype=np.int64)
    many = np.flatnonzero((sizes >= sets.least) & ~is_few)
    for begin in range(0, len(sets.bits), _NEAR):
        for place in many:
            for third in range(begin, min(begin + _NEAR, len(sets.bits))):
                count_both(own[place], sets.bits[third], sets.starts, both)
                for k in range(len(both)):
                    counts[place, k, third] = both[k]
    by_row = np.zeros((len(both), sets.by_row.shape[1]), dtype=np.uint8)
    for place in np.flatnonzero((sizes >= sets.least) & is_few):
        _count_rows(own[place], sets.starts, sets.by_row, by_row)
        for k in range(len(both)):
            for third in range(len(sets.bits)):
                counts[place, k, third] = by_row[k, sets.columns[third]]
    return counts


@njit(cache=True, nogil=True)
def _count_rows(own: Array, starts: Array, by_row: Array, counts: Array) -> None:
    """Count the rows of a set, `_FEW` at most, of each class that each predicate of `by_row` holds of."""
    counts[:] = 0
    for k in range(len(starts) - 1):
        of_class = counts[k]
        for word in range(starts[k], starts[k + 1]):
            left = own[word]
            while left:
                row = by_row[word * 64 + np.int64(ones(~left & (left - np.uint64(1))))]
                for place in range(len(row)):
                    of_class[place] += row[place]
                left &= left - np.uint64(1)


@njit(cache=True, nogil=True)
def possible(drawn: Array, sets: Sets) -> Array:
    """Count how many of some conjunctions can be a rule: of their first part, their first two, and all three.

    Parameters
    ----------
    drawn
        (predicate, whether negated) three times, shape (conjunctions, 3, 2).
    sets
        What is searched: such a conjunction has from `least` to `most` rows, and each part leaves out a
        twentieth of the rows of the others at least.
    """
    found = np.zeros(4, dtype=np.int64)
    for place in range(len(drawn)):
        sizes = np.zeros(8, dtype=np.int64)  # of each subset of the three parts
        for word in range(len(sets.valid)):
            held = np.zeros(3, dtype=np.uint64)
            for part in range(3):
                own = sets.bits[drawn[place, part, 0], word]
                held[part] = (~own if drawn[place, part, 1] else own) & sets.valid[word]
            for subset in range(1, 8):
                rows = sets.valid[word]
                for part in range(3):
                    if subset >> part & 1:
                        rows &= held[part]
                sizes[subset] += np.int64(ones(rows))
        for parts in range(1, 4):
            whole = (1 << parts) - 1
            fits = sets.least <= sizes[whole] <= sets.most
            for part in range(parts):
                if parts > 1:
                    fits = fits and sizes[whole] <= 0.95 * sizes[whole ^ (1 << part)]
            found[parts] += int(fits)
    return found
