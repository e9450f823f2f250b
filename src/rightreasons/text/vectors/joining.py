"""Vectors of several sets side by side for one vocabulary."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from rightreasons.text.language import language
from rightreasons.text.vectors.word_vectors import Matrix, WordVectors

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class JoinRules:
    """What becomes of the vectors.

    Parameters
    ----------
    back_off
        ``"stem"``: a word that a set lacks takes the vector of its base form (``dogs`` of ``dog``).
    unknown
        What a word gets that a set lacks even so: ``"zeros"``; ``"normal"``, numbers drawn for this word
        from a normal distribution with the mean and standard deviation of the set (AllenNLP's rule, which
        McCoy et al. 2019 ran DA and ESIM by); ``"oov"``, one vector so drawn for all of them.
    standardise
        Whether each set is centred, dimension by dimension, and divided by its standard deviation, so that
        sets of different scales can be joined.
    seed
        Seed of what is drawn.
    """

    back_off: Literal["stem"] | None = None
    unknown: Literal["zeros", "normal", "oov"] = "zeros"
    standardise: bool = False
    seed: int = 0


@dataclass(frozen=True)
class JoinedVectors:
    """The vectors of a vocabulary, set beside set.

    Parameters
    ----------
    matrix
        Shape (V, sum of the sets' D), float32.
    found
        Whether a set has the word itself, shape (V, sets).
    backed_off
        Whether the vector is that of the word's base form, shape (V, sets).
    """

    matrix: Matrix
    found: Flags
    backed_off: Flags

    @property
    def has_vector(self) -> Flags:
        """Whether the word has a vector of its own or of its base form in at least one set, shape (V,)."""
        has_vector: Flags = np.asarray((self.found | self.backed_off).any(axis=1))
        return has_vector


def joined_vectors(
    sets: Sequence[WordVectors], words: Sequence[str], rules: JoinRules | None = None
) -> JoinedVectors:
    """Return one matrix for a vocabulary.

    Parameters
    ----------
    sets
        At least one set.
    words
        The vocabulary, V words as the sets write them.
    rules
        What becomes of the vectors; None: the defaults of `JoinRules`.
    """
    chosen = rules or JoinRules()
    parts, found, backed_off = [], [], []
    for number, vectors in enumerate(sets):
        exact = np.array([vectors.rows.get(word, -1) for word in words], dtype=np.int64)
        rows = exact.copy()
        if chosen.back_off == "stem":
            for place in np.flatnonzero(exact < 0).tolist():
                rows[place] = _stem_row(vectors, words[place])
        parts.append(_part(vectors, rows, chosen, number))
        found.append(exact >= 0)
        backed_off.append((exact < 0) & (rows >= 0))
    return JoinedVectors(np.hstack(parts), np.stack(found, axis=1), np.stack(backed_off, axis=1))


def words_to_read(words: Collection[str]) -> frozenset[str]:
    """Return a vocabulary with the base forms that `joined_vectors` may back off to."""
    return frozenset(words).union(*(language().stems_of(word) for word in words))


def _stem_row(vectors: WordVectors, word: str) -> int:
    return next((vectors.rows[stem] for stem in language().stems_of(word) if stem in vectors.rows), -1)


def _part(vectors: WordVectors, rows: npt.NDArray[np.int64], rules: JoinRules, number: int) -> Matrix:
    matrix = _standardised(vectors.matrix) if rules.standardise else vectors.matrix
    part = np.zeros((len(rows), vectors.dimensions), dtype=np.float32)
    missing = rows < 0
    part[~missing] = matrix[rows[~missing]]
    if rules.unknown != "zeros" and missing.any():
        mean, spread = (float(matrix.mean()), float(matrix.std())) if matrix.size else (0.0, 1.0)
        drawn = 1 if rules.unknown == "oov" else int(missing.sum())
        # Each set has a stream of its own: what it draws does not hang on the sets before it.
        random = np.random.default_rng([rules.seed, number])
        part[missing] = random.normal(mean, spread, (drawn, vectors.dimensions)).astype(np.float32)
    return part


def _standardised(matrix: Matrix) -> Matrix:
    if not len(matrix):
        return matrix
    centred = matrix - matrix.mean(axis=0)
    scaled: Matrix = centred / np.float32(centred.std() or 1)
    return scaled
