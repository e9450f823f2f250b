"""Which words of a file of vectors are kept, and the compiled loops that find them in a block."""

from collections.abc import Collection
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

# Compiled loops that find the wanted words of a block of a file by the hash of their first token.


Array = Any  # numba infers the types of arrays; the functions around the kernels state them
_SPACE, _TAB, _LINE = 32, 9, 10
_BASIS, _PRIME = np.uint64(14695981039346656037), np.uint64(1099511628211)


@njit(cache=True, nogil=True)
def token_end(data: Array, start: int, end: int) -> int:
    """Return where the token that starts at `start` ends: at a space, a tab, or the end of a line."""
    position = start
    while position < end and data[position] != _SPACE and data[position] != _TAB and data[position] != _LINE:
        position += 1
    return position


@njit(cache=True, nogil=True)
def hashed(data: Array, start: int, end: int) -> int:
    """Return the FNV-1a hash of some bytes; never 0, which marks an empty slot."""
    found = _BASIS
    for position in range(start, end):
        found = (found ^ np.uint64(data[position])) * _PRIME
    return found | np.uint64(1)  # type: ignore[return-value]  # numba's integers


@njit(cache=True, nogil=True)
def slots_of(data: Array, size: int) -> Array:
    """Return a hash table of the lines of `data`, uint64 of shape (size,); 0 is an empty slot.

    Parameters
    ----------
    data
        Bytes of words, a line each, shape (n,), uint8.
    size
        A power of two, larger than the number of lines.
    """
    slots = np.zeros(size, dtype=np.uint64)
    start = 0
    while start < len(data):
        end = start
        while end < len(data) and data[end] != _LINE:
            end += 1
        value = hashed(data, start, end)
        slot = value >> np.uint64(20) & np.uint64(size - 1)
        while slots[slot] != 0 and slots[slot] != value:
            slot = (slot + np.uint64(1)) & np.uint64(size - 1)
        slots[slot] = value
        start = end + 1
    return slots


@njit(cache=True, nogil=True)
def among(slots: Array, value: int) -> bool:
    """Return whether a hash is in the table; every one is in a table of no slots."""
    if len(slots) == 0:
        return True
    mask = np.uint64(len(slots) - 1)
    slot = value >> np.uint64(20) & mask
    while slots[slot] != 0:
        if slots[slot] == value:
            return True
        slot = (slot + np.uint64(1)) & mask
    return False


@njit(cache=True, nogil=True)
def selected_lines(data: Array, slots: Array) -> tuple[Array, int]:
    """Return start, end and number of each line that may be wanted, and how many lines there are.

    Every line ends with a line feed.
    """
    found = np.empty((1024, 3), dtype=np.int64)
    count, lines, start = 0, 0, 0
    while start < len(data):
        after = token_end(data, start, len(data))
        end = after
        while data[end] != _LINE:
            end += 1
        if among(slots, hashed(data, start, after)):
            if count == len(found):
                found = np.concatenate((found, np.empty_like(found)))
            found[count, 0], found[count, 1], found[count, 2] = start, end, lines
            count += 1
        lines += 1
        start = end + 1
    return found[:count], lines


@njit(cache=True, nogil=True)
def selected_records(data: Array, slots: Array, width: int, most: int) -> tuple[Array, int, int]:
    """Return start and end of words that may be wanted, how many records there are, where the rest begins.

    A record is a word, a space, and a vector of `width` bytes, between which a line feed may stand.

    Parameters
    ----------
    data
        The bytes; an incomplete record at their end is the rest.
    slots
        Hashes of the wanted words.
    width
        Bytes of a vector.
    most
        Records to be read at most.
    """
    found = np.empty((1024, 2), dtype=np.int64)
    count, records, start = 0, 0, 0
    while records < most:
        word = start
        while word < len(data) and data[word] == _LINE:
            word += 1
        after = word
        while after < len(data) and data[after] != _SPACE:
            after += 1
        if after + 1 + width > len(data):
            break
        if among(slots, hashed(data, word, after)):
            if count == len(found):
                found = np.concatenate((found, np.empty_like(found)))
            found[count, 0], found[count, 1] = word, after
            count += 1
        records += 1
        start = after + 1 + width
    return found[:count], records, start


# Which words of a file are kept.


class WordSelection:
    """A set of words that is quick to look for in the bytes of a file.

    Parameters
    ----------
    words
        The words; None: all of the file.
    """

    def __init__(self, words: Collection[str] | None) -> None:
        self._words = None if words is None else frozenset(words)
        self._slots = _table(self._words)

    def __contains__(self, word: str) -> bool:
        return self._words is None or word in self._words

    def lines(self, block: bytes) -> tuple[npt.NDArray[np.int64], int]:
        """Return start, end and number of the lines that may be wanted, shape (n, 3), and of all how many."""
        found: tuple[npt.NDArray[np.int64], int] = selected_lines(np.frombuffer(block, np.uint8), self._slots)
        return found

    def records(self, block: bytes, width: int, most: int) -> tuple[npt.NDArray[np.int64], int, int]:
        """Return start and end of words that may be wanted, of all how many, and where the rest begins."""
        data = np.frombuffer(block, np.uint8)
        found: tuple[npt.NDArray[np.int64], int, int] = selected_records(data, self._slots, width, most)
        return found


def _table(words: frozenset[str] | None) -> npt.NDArray[np.uint64]:
    """Return a hash table of the first tokens: a word of a file is longer where it has blanks in it."""
    if words is None:
        return np.zeros(0, dtype=np.uint64)

    firsts = {word.encode("utf-8", "surrogatepass").replace(b"\t", b" ").partition(b" ")[0] for word in words}
    size = 1 << (4 * len(firsts) + 2).bit_length()
    found: npt.NDArray[np.uint64] = slots_of(np.frombuffer(b"\n".join(sorted(firsts)), np.uint8), size)
    return found
