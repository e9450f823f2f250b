"""Compiled loops that number n-grams: word pairs of texts, character n-grams of word types."""

import numba
import numpy as np
import numpy.typing as npt

from rightreasons.text.tokens import Ids, Offsets

Keys = npt.NDArray[np.uint64]
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


@numba.njit(inline="always")
def _mixed(value):  # type: ignore[no-untyped-def]  # numba infers the types
    """Return 64 well-mixed bits of an unsigned integer (the finaliser of splitmix64)."""
    value = value + _GOLDEN
    value = (value ^ (value >> np.uint64(30))) * _FIRST
    value = (value ^ (value >> np.uint64(27))) * _SECOND
    return value ^ (value >> np.uint64(31))


@numba.njit(cache=True, nogil=True)
def numbered(keys: Keys) -> tuple[Ids, Offsets]:
    """Return numbers for distinct keys, in the order in which they first occur.

    Parameters
    ----------
    keys
        Shape (n,).

    Returns
    -------
    ids
        Number of every key, shape (n,).
    first
        Position at which each number first occurs, shape (distinct,).
    """
    size = 16
    while size < 2 * keys.size:
        size *= 2
    slots = np.full(size, -1, dtype=np.int32)
    mask = np.uint64(size - 1)
    ids = np.empty(keys.size, dtype=np.int32)
    first = np.empty(keys.size, dtype=np.int64)
    found = 0
    for position in range(keys.size):
        key = keys[position]
        slot = _mixed(key) & mask
        while slots[slot] >= 0 and keys[first[slots[slot]]] != key:
            slot = (slot + np.uint64(1)) & mask
        if slots[slot] < 0:
            slots[slot] = found
            first[found] = position
            found += 1
        ids[position] = slots[slot]
    return ids, first[:found].copy()


@numba.njit(cache=True, nogil=True)
def word_pair_keys(types: Ids, offsets: Offsets, n_types: int) -> Keys:
    """Return one key a token: the token before it (or the start of the text) and itself, shape (tokens,)."""
    keys = np.empty(types.size, dtype=np.uint64)
    width = np.uint64(n_types + 1)
    for text in range(offsets.size - 1):
        before = np.uint64(n_types)
        for position in range(offsets[text], offsets[text + 1]):
            current = np.uint64(types[position])
            keys[position] = before * width + current
            before = current
    return keys


@numba.njit(cache=True, nogil=True)
def text_keys(types: Ids, offsets: Offsets) -> Keys:
    """Return one 64-bit key a text that is equal for equal sequences of tokens, shape (texts,)."""
    keys = np.empty(offsets.size - 1, dtype=np.uint64)
    for text in range(offsets.size - 1):
        key = np.uint64(offsets[text + 1] - offsets[text])
        for position in range(offsets[text], offsets[text + 1]):
            key = _mixed(key * _FIRST + np.uint64(types[position]))
        keys[text] = key
    return keys


@numba.njit(cache=True, nogil=True)
def character_ngram_keys(
    characters: npt.NDArray[np.uint32], offsets: Offsets, shortest: int, longest: int
) -> tuple[Keys, Offsets, Offsets]:
    """Return keys of the character n-grams of words that are shorter than the word itself.

    Parameters
    ----------
    characters
        Code points of all words, boundary marks included, one after the other.
    offsets
        Word ``i`` has the characters ``offsets[i]`` to ``offsets[i + 1]``.
    shortest, longest
        The least and the greatest n, both included.

    Returns
    -------
    keys
        64 bits an n-gram, word by word.
    starts
        Position of each n-gram in `characters` times 16, plus its n.
    word_offsets
        Word ``i`` has the n-grams ``word_offsets[i]`` to ``word_offsets[i + 1]``.
    """
    words = offsets.size - 1
    word_offsets = np.zeros(words + 1, dtype=np.int64)
    for word in range(words):
        length = offsets[word + 1] - offsets[word]
        count = 0
        for n in range(shortest, min(longest, length - 1) + 1):
            count += length - n + 1
        word_offsets[word + 1] = word_offsets[word] + count
    keys = np.empty(word_offsets[words], dtype=np.uint64)
    starts = np.empty(word_offsets[words], dtype=np.int64)
    place = 0
    for word in range(words):
        length = offsets[word + 1] - offsets[word]
        for n in range(shortest, min(longest, length - 1) + 1):
            for start in range(offsets[word], offsets[word + 1] - n + 1):
                key = np.uint64(n)
                for position in range(start, start + n):
                    key = _mixed(key * _FIRST + np.uint64(characters[position]))
                keys[place] = key
                starts[place] = start * 16 + n
                place += 1
    return keys, starts, word_offsets
