"""Pairs of texts that are a word or two apart on both sides together: candidates by words, then edits.

Two such pairs have all but two of their words in common. With words in any fixed order, two such pairs share
four of their first six (Wang, Li and Feng 2012, "Can we beat the prefix filtering?"). The order is by rarity:
hardly any other pair shares four of the six rarest words of one.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.pairs import SENTENCES
from rightreasons.text.word_edits import word_edits

MOST_EDITS = 2
SHORT = 5
"""A text of fewer words takes one edit; one of a single word takes none."""
MOST_COMPARED = 50
"""Pairs that one pair is compared with, itself not among them, those with the rarest words in common first:
in data made from templates thousands share the rarest words of one."""

Numbers = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]
Owners = npt.NDArray[np.int32]

_THREADS = 2
_RAREST = 6
_SHARED = 4
_COUNT_BITS = 20
COUNTED = 1 << _COUNT_BITS
"""Buckets of hashes of words whose frequencies are counted."""
_MIX = 0xBF58476D1CE4E5B9
_OTHER_SIDE = 0x9E3779B97F4A7C15


@dataclass(frozen=True)
class WordPairs:
    """Different pairs of texts, as words.

    Parameters
    ----------
    words
        A hash of every word, one text after the other.
    starts
        Where each text begins, and where the last ends; shape (texts + 1,).
    premise, hypothesis
        The texts of every pair, shape (pairs,).
    allowed
        The labels that gold allows, a bit each, shape (pairs,); 0: no gold.
    """

    words: Keys = field(repr=False)
    starts: Numbers = field(repr=False)
    premise: Numbers = field(repr=False)
    hypothesis: Numbers = field(repr=False)
    allowed: Numbers = field(repr=False)

    @classmethod
    def of(cls, texts: pl.Series, premise: Numbers, hypothesis: Numbers, allowed: Numbers) -> "WordPairs":
        """Return pairs of texts whose words have one space between them."""
        words = texts.str.split(" ")
        starts = np.concatenate([[0], np.cumsum(words.list.len().to_numpy().astype(np.int64))])
        hashes = np.array(words.explode().hash(seed=0).to_numpy())  # a copy: numba compiles for one kind only
        return cls(hashes, starts, premise, hypothesis, allowed)

    @classmethod
    def joined(cls, parts: Sequence["WordPairs"]) -> "WordPairs":
        """Return the pairs of several, one after the other."""
        texts = np.cumsum([0, *(len(each.starts) - 1 for each in parts)]).tolist()
        words = np.cumsum([0, *(len(each.words) for each in parts)]).tolist()
        starts = [each.starts[:-1] + start for each, start in zip(parts, words, strict=False)]
        premise, hypothesis = (
            np.concatenate([getattr(each, side) + start for each, start in zip(parts, texts, strict=False)])
            for side in SENTENCES
        )
        of_words, allowed = (
            np.concatenate([getattr(each, name) for each in parts]) for name in ("words", "allowed")
        )
        return cls(of_words, np.concatenate([*starts, words[-1:]]), premise, hypothesis, allowed)

    def with_its_texts(self) -> "WordPairs":
        """Return the same pairs with no other texts than theirs."""
        used, places = np.unique(np.concatenate([self.premise, self.hypothesis]), return_inverse=True)
        sizes = np.diff(self.starts)[used]
        words = self.words[spans(self.starts[used], sizes)]
        premise, hypothesis = places[: len(self.premise)], places[len(self.premise) :]
        return WordPairs(words, np.concatenate([[0], np.cumsum(sizes)]), premise, hypothesis, self.allowed)

    def compared(self) -> "Compared":
        """Return what is compared of them."""
        texts = np.stack([self.premise, self.hypothesis])
        bits = _bits_of_words(self.words, self.starts)[texts.T]
        return Compared(self.words, self.starts, texts, np.ascontiguousarray(bits), self.allowed)

    def frequencies(self) -> Numbers:
        """Return in how many texts of pairs the words of each bucket of hashes stand, shape (2 ** 20,)."""
        used = np.bincount(np.concatenate([self.premise, self.hypothesis]), minlength=len(self.starts) - 1)
        buckets = (self.words >> np.uint64(64 - _COUNT_BITS)).astype(np.int64)
        counts = np.bincount(buckets, np.repeat(used, np.diff(self.starts)), COUNTED)
        return counts.astype(np.int64)

    def keys(self, frequencies: Numbers) -> "SharedWords":
        """Return a key for every four of the six rarest words of each pair (of short pairs, for fewer)."""
        rarest, found = _rarest_words(self.words, self.starts, frequencies)
        return SharedWords(*_keys_of(rarest, found, frequencies, self.premise, self.hypothesis))


class Compared(NamedTuple):
    """`WordPairs` as numba takes them.

    ``texts`` are the premise and the hypothesis, shape (2, pairs); ``bits`` has a bit set for every word of
    each, shape (pairs, 2).
    """

    words: Keys
    starts: Numbers
    texts: Numbers
    bits: Keys
    allowed: Numbers


@dataclass(frozen=True)
class SharedWords:
    """Keys of which pairs have one in common that are near each other.

    Parameters
    ----------
    keys, owners
        Every key, and the pair that it is of, in ascending order.
    """

    keys: Keys = field(repr=False)
    owners: Owners = field(repr=False)

    def where(self, kept: npt.NDArray[np.bool_]) -> "SharedWords":
        """Return some of the keys."""
        return SharedWords(self.keys[kept], self.owners[kept])


def spans(starts: Numbers, sizes: Numbers) -> Numbers:
    """Return the places of spans, one span after the other, shape (sum of sizes,)."""
    ends = np.cumsum(sizes)
    found: Numbers = np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(starts - (ends - sizes), sizes)
    return found


def nearest(
    own: WordPairs, own_keys: SharedWords, others: WordPairs, other_keys: SharedWords
) -> tuple[Numbers, Numbers]:
    """Return for every pair the nearest other one with the same label, and the nearest with another label.

    Pairs that are equal on both sides are not near each other; a pair without gold is near none.

    Parameters
    ----------
    own, own_keys
        The pairs, and their keys.
    others, other_keys
        Those among which they are looked for, which may be the same; words in the same order of frequency.

    Returns
    -------
    same, another
        Position in `others` of the pair with the fewest edits, the first of several; -1: there is none; shape
        (pairs,) each.
    """
    own_keys, other_keys = _in_both(own_keys, other_keys)
    order = np.argsort(other_keys.keys, kind="stable")
    in_order = other_keys.keys[order]
    if own_keys is other_keys:
        low, high = _runs(in_order, order)
    else:
        low, high = (_places(in_order, own_keys.keys, side) for side in ("left", "right"))
    rarest_first = np.lexsort((high - low, own_keys.owners))
    looked_for = (own_keys.owners[rarest_first], low[rarest_first], high[rarest_first])
    among: tuple[Any, ...] = (other_keys.owners[order], own.compared(), others.compared(), own is others)
    with ThreadPoolExecutor(_THREADS) as threads:
        parts = [threads.submit(_nearest, *part, *among) for part in _parts(*looked_for)]
        found = [part.result() for part in parts]
    same, another = (np.maximum.reduce(each) for each in zip(*found, strict=True))
    return same, another


def _parts(
    owners: Owners, low: Numbers, high: Numbers
) -> list[tuple[npt.NDArray[np.int32], Numbers, Numbers]]:
    """Return the keys in parts, all of a pair in one of them."""
    middles = [owners[len(owners) * part // _THREADS] for part in range(1, _THREADS) if len(owners)]
    bounds = [0, *np.searchsorted(owners, middles).tolist(), len(owners)]
    return [(owners[start:end], low[start:end], high[start:end]) for start, end in pairwise(bounds)]


def _runs(in_order: Keys, order: Numbers) -> tuple[Numbers, Numbers]:
    """Return for every key where the equal ones begin and end among all of them in order."""
    starts = np.flatnonzero(np.concatenate([[True], in_order[1:] != in_order[:-1]])[: len(in_order)])
    ends = np.append(starts[1:], len(in_order))[: len(starts)]
    low, high = np.empty(len(order), dtype=np.int64), np.empty(len(order), dtype=np.int64)
    low[order], high[order] = np.repeat(starts, ends - starts), np.repeat(ends, ends - starts)
    return low, high


def _places(in_order: Keys, keys: Keys, side: Literal["left", "right"]) -> Numbers:
    """Return where keys would stand; they are looked for in order, which is several times as fast."""
    order = np.argsort(keys)
    found = np.empty(len(keys), dtype=np.int64)
    found[order] = np.searchsorted(in_order, keys[order], side)
    return found


def _in_both(own: SharedWords, others: SharedWords) -> tuple[SharedWords, SharedWords]:
    """Return the keys that both have, and a few that only one of them has."""
    if own is others:
        again = _may_occur(own.keys, own.keys, 2)
        kept = own.where(again)
        return kept, kept
    return own.where(_may_occur(own.keys, others.keys, 1)), others.where(_may_occur(others.keys, own.keys, 1))


@numba.njit(cache=True, nogil=True)
def _may_occur(keys: Keys, others: Keys, times: int) -> npt.NDArray[np.bool_]:
    """Return which keys share a bucket with so many of the others, as all that occur so often do."""
    bits = 4
    while 1 << bits < 4 * others.size:
        bits += 1
    shift = np.uint64(64 - bits)
    filled = np.zeros(1 << bits, dtype=np.uint8)
    for key in others:
        filled[key >> shift] = min(filled[key >> shift] + 1, 2)
    found = np.empty(keys.size, dtype=np.bool_)
    for place in range(keys.size):
        found[place] = filled[keys[place] >> shift] >= times
    return found


@numba.njit(cache=True, nogil=True)
def _bits_of_words(words: Keys, starts: Numbers) -> Keys:
    """Return 64 bits for every text, in which each word sets one; shape (texts,)."""
    bits = np.zeros(len(starts) - 1, dtype=np.uint64)
    for text in range(len(bits)):
        for place in range(starts[text], starts[text + 1]):
            bits[text] |= np.uint64(1) << (words[place] & np.uint64(63))
    return bits


@numba.njit(cache=True, nogil=True)
def surely_apart(bits: Keys, other_bits: Keys) -> bool:
    """Return whether more bits differ between two pairs than edits can change, which is two bits each."""
    differing = 0
    for side in range(2):
        left = bits[side] ^ other_bits[side]
        while left:
            left &= left - np.uint64(1)
            differing += 1
            if differing > 2 * MOST_EDITS:
                return True
    return False


@numba.njit(cache=True, nogil=True)
def _is_before(count: int, word: int, other_count: int, other_word: int) -> bool:
    return count < other_count or (count == other_count and word < other_word)


@numba.njit(cache=True, nogil=True)
def _inserted(words: Keys, counts: Numbers, found: int, word: int, count: int) -> int:
    """Insert a word that is not there yet into the rarest so far, in order; return how many there are."""
    place = found
    while place > 0 and _is_before(count, word, counts[place - 1], words[place - 1]):
        place -= 1
    if place > 0 and words[place - 1] == word:
        return found
    if place >= len(words):
        return found
    last = min(found, len(words) - 1)
    for move in range(last, place, -1):
        words[move], counts[move] = words[move - 1], counts[move - 1]
    words[place], counts[place] = word, count
    return last + 1


@numba.njit(cache=True, nogil=True)
def _rarest_words(words: Keys, starts: Numbers, frequencies: Numbers) -> tuple[Keys, Numbers]:
    """Return the six rarest different words of every text, the rarest first, and how many there are."""
    shift = np.uint64(64 - _COUNT_BITS)
    texts = len(starts) - 1
    rarest, found = np.zeros((texts, _RAREST), dtype=np.uint64), np.zeros(texts, dtype=np.int64)
    counts = np.zeros(_RAREST, dtype=np.int64)
    for text in range(texts):
        for place in range(starts[text], starts[text + 1]):
            count = frequencies[words[place] >> shift]
            found[text] = _inserted(rarest[text], counts, found[text], words[place], count)
    return rarest, found


@numba.njit(cache=True, nogil=True)
def _keys_of(
    rarest: Keys, found: Numbers, frequencies: Numbers, premise: Numbers, hypothesis: Numbers
) -> tuple[Keys, npt.NDArray[np.int32]]:
    shift = np.uint64(64 - _COUNT_BITS)
    pairs = len(premise)
    keys, owners = np.empty(15 * pairs, dtype=np.uint64), np.empty(15 * pairs, dtype=np.int32)
    words, counts = np.zeros(_RAREST, dtype=np.uint64), np.zeros(_RAREST, dtype=np.int64)
    made = 0
    for pair in range(pairs):
        size = 0
        for side in range(2):
            text = premise[pair] if side == 0 else hypothesis[pair]
            for place in range(found[text]):
                word = rarest[text, place]
                tagged = word if side == 0 else word ^ np.uint64(_OTHER_SIDE)
                size = _inserted(words, counts, size, tagged, frequencies[word >> shift])
        # Pairs of fewer than six words are one edit apart, or have all but two words in common with a longer.
        for chosen in range(1, 1 << size):
            taken, key = 0, np.uint64(0)
            for place in range(size):
                if chosen >> place & 1:
                    taken += 1
                    mixed = (words[place] ^ (words[place] >> np.uint64(31))) * np.uint64(_MIX)
                    key += mixed ^ (mixed >> np.uint64(29))
            if taken == _SHARED or (taken < _SHARED and taken >= 2 and size - taken <= 1):
                keys[made], owners[made] = key * np.uint64(_OTHER_SIDE), pair
                made += 1
    return keys[:made], owners[:made]


@numba.njit(cache=True, nogil=True)
def _most(words: int) -> int:
    """Return how many edits a text of so many words takes."""
    if words >= SHORT:
        return MOST_EDITS
    return 1 if words > 1 else 0


@numba.njit(cache=True, nogil=True)
def _apart(own: Compared, pair: int, others: Compared, other: int) -> int:
    """Return the edits between two pairs; `MOST_EDITS` + 1 where they are not near."""
    if surely_apart(own.bits[pair], others.bits[other]):
        return MOST_EDITS + 1
    total, most = 0, 0
    for side in range(2):
        text, second = own.texts[side, pair], others.texts[side, other]
        first, end = own.starts[text], own.starts[text + 1]
        other_first, other_end = others.starts[second], others.starts[second + 1]
        allowed = _most(min(end - first, other_end - other_first))
        most = max(most, allowed)
        limit = min(allowed, MOST_EDITS - total)
        edits = word_edits(own.words, first, end, others.words, other_first, other_end, limit)
        if edits > limit:
            return MOST_EDITS + 1
        total += edits
    return total if total <= most else MOST_EDITS + 1


@numba.njit(cache=True, nogil=True)
def note_if_nearer(
    found: Numbers, fewest: Numbers, own: Compared, pair: int, others: Compared, other: int
) -> None:
    """Note another pair, by whether it has the same label, where none before it is nearer; both have gold."""
    if own.allowed[pair] == 0 or others.allowed[other] == 0:
        return
    edits = _apart(own, pair, others, other)
    label = 0 if own.allowed[pair] & others.allowed[other] else 1
    best = fewest[label, pair]
    if 0 < edits < best or (0 < edits == best <= MOST_EDITS and other < found[label, pair]):
        found[label, pair], fewest[label, pair] = other, edits


@numba.njit(cache=True, nogil=True)
def _nearest(
    owners: Owners,
    low: Numbers,
    high: Numbers,
    other_owners: Owners,
    own: Compared,
    others: Compared,
    of_itself: bool,  # noqa: FBT001 - compiled
) -> tuple[Numbers, Numbers]:
    pairs = len(own.allowed)
    found, fewest = np.full((2, pairs), -1), np.full((2, pairs), MOST_EDITS + 1)
    compared = np.zeros(pairs, dtype=np.int64)
    seen = np.full(len(others.allowed), -1)
    for place in range(len(owners)):
        pair = owners[place]
        for position in range(low[place], high[place]):
            if compared[pair] == MOST_COMPARED:
                break
            other = other_owners[position]
            if seen[other] == pair or (of_itself and other == pair):
                continue
            seen[other] = pair
            compared[pair] += 1
            note_if_nearer(found, fewest, own, pair, others, other)
    return found[0], found[1]
