"""Which patterns say nothing that a shorter one does not say, and which ones another set covers."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.counts import NOTHING, Patterns
from rightreasons.artifacts.patterns.parts import UNKNOWN, contained

Places = npt.NDArray[np.int64]
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
        The label each goes with, and p(l|b); shape (n,).
    """
    nobody = len(patterns)
    explanation = np.full(len(patterns), nobody, dtype=np.int64)
    for whole, part in contained(patterns, patterns, shorter=True):
        says_as_much = (labels[whole] == labels[part]) & (p[part] >= p[whole])
        np.minimum.at(explanation, whole[says_as_much], part[says_as_much])
    return np.where(explanation == nobody, -1, explanation)


def covering(patterns: Patterns, labels: Names, others: Patterns, other_labels: Names) -> Covering:
    """Return how many of `patterns` the `others` cover; labels are those that each goes with, shape (n,)."""
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
    known = [index.get(word, UNKNOWN) for word in patterns.vocabulary.to_list()]
    translation = np.array([*known, NOTHING], dtype=np.int32)  # NOTHING is -1: the last one
    return Patterns(vocabulary, translation[patterns.words], patterns.gaps)
