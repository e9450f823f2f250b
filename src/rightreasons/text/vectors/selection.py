"""Which words of a file of vectors are kept."""

import re
from collections.abc import Collection

_FIRST = re.compile(rb"[^ \t\n]*")


class WordSelection:
    """A set of words that is looked for in the lines of a file.

    Parameters
    ----------
    words
        The words; None: all of the file.
    """

    def __init__(self, words: Collection[str] | None) -> None:
        self._words = None if words is None else frozenset(words)
        encoded = () if words is None else (word.encode("utf-8", "surrogatepass") for word in words)
        self._firsts = {_first(word) for word in encoded}

    def __contains__(self, word: str) -> bool:
        return self._words is None or word in self._words

    def may_hold(self, line: bytes) -> bool:
        """Return whether a line may begin with a word that is kept: a word may have blanks in it."""
        return self._words is None or _first(line) in self._firsts


def _first(line: bytes) -> bytes:
    """Return what stands before the first blank, tab or line feed."""
    found = _FIRST.match(line)
    return found[0] if found else b""
