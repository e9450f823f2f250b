"""Which patterns are parts of others: those that a shorter one explains, those that another set covers."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.pattern_counts import NOTHING, Patterns
from rightreasons.artifacts.patterns.trie import located, trie_of

UNKNOWN = -2
Places = npt.NDArray[np.int64]


def contained(inside: Patterns, patterns: Patterns, *, shorter: bool) -> Iterator[tuple[Places, Places]]:
    """Find the parts of `patterns` that are in the list `inside`.

    A part keeps some words at their distances: 'A # outdoors' and 'A # # .' are parts of 'A # outdoors .'.
    Every text that holds a pattern holds its parts.

    Parameters
    ----------
    inside
        The list looked into.
    patterns
        Patterns over the same vocabulary; `UNKNOWN` stands for words that `inside` does not hold.
    shorter
        Whether only parts with fewer words count, not the pattern itself.

    Yields
    ------
    tuple
        Positions in `patterns` and, for each, that of a part in `inside`; one array pair for every choice
        of words. A pattern comes up once for each of its parts that is found.
    """
    if not len(inside):
        return
    trie = trie_of(inside)
    for length in range(1, patterns.words.shape[1] + 1):
        rows = np.flatnonzero(patterns.lengths == length)
        places = np.cumsum(patterns.gaps[rows, : length - 1] + 1, axis=1)
        places = np.hstack([np.zeros((len(rows), 1), dtype=places.dtype), places])
        for size in range(1, length if shorter else length + 1):
            for kept in combinations(range(length), size):
                words = np.ascontiguousarray(patterns.words[rows][:, kept])
                gaps = np.ascontiguousarray(np.diff(places[:, kept], axis=1) - 1)
                found = located(words, gaps, trie.arrays, trie.most_skipped)
                yield rows[found >= 0], found[found >= 0]


Names = npt.NDArray[np.object_]


@dataclass(frozen=True, slots=True)
class Covering:
    """How much of one set of patterns another one covers.

    Parameters
    ----------
    patterns
        Patterns of the set.
    identical
        Those that are in the other set, with the same label.
    covered
        Those that hold a pattern of the other set with the same label: whatever they mark, the other set
        marks too. Identical ones are among them.
    """

    patterns: int
    identical: int
    covered: int

    @property
    def share(self) -> float | None:
        """Share covered; None for an empty set."""
        return self.covered / self.patterns if self.patterns else None


def explained_by(patterns: Patterns, labels: Names, p: npt.NDArray[np.float64]) -> Places:
    """Return for every pattern a shorter one that says as much, -1 where there is none; shape (n,).

    A shorter one says as much if the pattern holds it, so that it marks every instance the pattern marks,
    if it has the same label, and if its p(l|b) is no lower. Where both mark the same instances, p is the
    same, so this is among them. The strongest such pattern is returned: the first in the list.

    Parameters
    ----------
    patterns
        The patterns, strongest first.
    labels, p
        The label each points to, and p(l|b); shape (n,).
    """
    nobody = len(patterns)
    explanation = np.full(len(patterns), nobody, dtype=np.int64)
    for whole, part in contained(patterns, patterns, shorter=True):
        says_as_much = (labels[whole] == labels[part]) & (p[part] >= p[whole])
        np.minimum.at(explanation, whole[says_as_much], part[says_as_much])
    return np.where(explanation == nobody, -1, explanation)


def covering(patterns: Patterns, labels: Names, others: Patterns, other_labels: Names) -> Covering:
    """Return how many of `patterns` the `others` cover; labels are those that each points to, shape (n,)."""
    covered, identical = (np.zeros(len(patterns), dtype=np.bool_) for _ in range(2))
    translated = _in_vocabulary(patterns, others.vocabulary)
    lengths, other_lengths = patterns.lengths, others.lengths
    for whole, part in contained(others, translated, shorter=False):
        agrees = labels[whole] == other_labels[part]
        covered[whole[agrees]] = True
        identical[whole[agrees & (lengths[whole] == other_lengths[part])]] = True
    return Covering(len(patterns), int(identical.sum()), int(covered.sum()))


def _in_vocabulary(patterns: Patterns, vocabulary: pl.Series) -> Patterns:
    index = {word: place for place, word in enumerate(vocabulary.to_list())}
    ids = [index.get(word, UNKNOWN) for word in patterns.vocabulary.to_list()]
    translation = np.array([*ids, NOTHING], dtype=np.int32)  # NOTHING is -1: the last one
    return Patterns(vocabulary, translation[patterns.words], patterns.gaps)
