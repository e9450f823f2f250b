"""What the bracketer sees of a word: itself where it was seen often enough, or else how it is written."""

from collections.abc import Mapping
from dataclasses import dataclass
from zlib import crc32

import numpy as np
import numpy.typing as npt

from rightreasons.text.tokens import Offsets, Tokens

Attributes = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Frequencies:
    """How often words of the training data occur, and what follows from it.

    Parameters
    ----------
    counts
        Count of every lower-cased word.
    known, frequent, common
        From which count on a word is itself in its first, second and third attribute.
    """

    counts: Mapping[str, int]
    known: int
    frequent: int
    common: int

    def attributes(self, word: str) -> tuple[int, int, int]:
        """Return the three attributes of a word."""
        lower = word.lower()
        count = self.counts.get(lower, 0)
        ending, form = _ending(lower), _form(word, lower)
        return (
            _number(lower if count >= self.known else ending),
            _number(lower if count >= self.frequent else ending),
            _number(lower if count >= self.common else form),
        )


def _ending(lower: str) -> str:
    if lower.isalpha():
        return f"~{lower[-3:]}"
    if any(character.isdigit() for character in lower):
        return "~0"
    return f"~.{lower[-2:]}"


def _form(word: str, lower: str) -> str:
    end = lower[-2:] if lower.isalpha() else _ending(lower)
    return f"~~{end}{'^' if word[:1].isupper() else ''}"


def _number(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass")) + 1  # 0 is the edge


def encoded(tokens: Tokens, frequencies: Frequencies, edge: int) -> tuple[Attributes, Offsets]:
    """Return the attributes of all words, with the edges of each sentence, and where the sentences begin.

    Parameters
    ----------
    tokens
        The words of n sentences.
    frequencies
        What is known of words.
    edge
        Entries before the first and behind the last word of a sentence.

    Returns
    -------
    tuple
        Shapes (3, words + 2 edge n) and (n + 1,).
    """
    of_types = np.array([frequencies.attributes(word) for word in tokens.vocabulary.to_list()]).reshape(-1, 3)
    sentences = np.arange(len(tokens))
    starts = tokens.offsets + 2 * edge * np.arange(len(tokens) + 1)
    found = np.zeros((3, int(starts[-1])), dtype=np.int64)
    places = np.arange(len(tokens.ids)) + edge * np.repeat(2 * sentences + 1, tokens.lengths)
    found[:, places] = of_types[tokens.ids].T
    return found, starts
