"""Which words of a file are kept."""

from collections.abc import Collection

import numpy as np
import numpy.typing as npt


class Wanted:
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
        from rightreasons.text.vectors.selection import wanted_lines

        found: tuple[npt.NDArray[np.int64], int] = wanted_lines(np.frombuffer(block, np.uint8), self._slots)
        return found

    def records(self, block: bytes, width: int, most: int) -> tuple[npt.NDArray[np.int64], int, int]:
        """Return start and end of words that may be wanted, of all how many, and where the rest begins."""
        from rightreasons.text.vectors.selection import wanted_records

        data = np.frombuffer(block, np.uint8)
        found: tuple[npt.NDArray[np.int64], int, int] = wanted_records(data, self._slots, width, most)
        return found


def _table(words: frozenset[str] | None) -> npt.NDArray[np.uint64]:
    """Return a hash table of the first tokens: a word of a file is longer where it has blanks in it."""
    if words is None:
        return np.zeros(0, dtype=np.uint64)
    from rightreasons.text.vectors.selection import slots_of

    firsts = {word.encode("utf-8", "surrogatepass").replace(b"\t", b" ").partition(b" ")[0] for word in words}
    size = 1 << (4 * len(firsts) + 2).bit_length()
    found: npt.NDArray[np.uint64] = slots_of(np.frombuffer(b"\n".join(sorted(firsts)), np.uint8), size)
    return found
