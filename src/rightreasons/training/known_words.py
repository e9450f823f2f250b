"""The words of a model and the vectors they start from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from rightreasons.engine.memory import file_key, remembered
from rightreasons.models.batch import PAD
from rightreasons.models.vocabulary import ModelVocabulary, lowered, vocabulary_of
from rightreasons.text.tokens import Tokens
from rightreasons.text.vectors.joining import JoinRules, joined_vectors, words_to_read
from rightreasons.text.vectors.reading import read_vectors
from rightreasons.text.vectors.word_vectors import WordVectors
from rightreasons.training.recipe import Words

_SMALL_FILE = 64 * 2**20
"""Bytes of a file of vectors up to which the model knows all of its words, not only those of its data."""
_SPREAD = 0.1  # of learned vectors at the beginning


@dataclass(frozen=True)
class KnownWords:
    """What a model knows of words when training begins.

    Parameters
    ----------
    vocabulary
        The words.
    vectors
        Vector of every id, shape (V, D); that of the padding is zero.
    learned
        Which of them training changes, shape (V,).
    facts
        Where they come from, as JSON can hold it.
    """

    vocabulary: ModelVocabulary
    vectors: Tensor
    learned: Tensor
    facts: dict[str, object]


def known_words(
    train: Sequence[Tokens],
    others: Iterable[Tokens],
    files: Sequence[Path],
    chosen: Words,
    *,
    lower: bool,
    seed: int,
) -> KnownWords:
    """Return vocabulary and vectors for training data.

    Parameters
    ----------
    train
        Tokens of the training data: its words are known.
    others
        Tokens of what the model will be asked: of their words those are known that have a vector. Of files
        of up to 64 MiB, all words are known.
    files
        Sets of word vectors, joined in this order; none: all vectors are learned.
    chosen
        What the recipe says.
    lower
        Whether words are taken in lower case.
    seed
        For vectors that are drawn.
    """
    if not files:
        return _learned(vocabulary_of(train, minimum=chosen.minimum, lower=lower), chosen, seed)
    sought = {word for part in (*train, *others) for word in lowered(part.vocabulary, lower=lower)}
    sets = [_read(path, sought, lower=lower) for path in files]
    extra = {word for each in sets for word in each.words} | (sought & _backed_off(sought, sets, chosen))
    vocabulary = vocabulary_of(train, minimum=chosen.minimum, extra=extra, lower=lower)
    rules = JoinRules(chosen.back_off, chosen.unknown, chosen.standardise, seed)
    # padding and unknown word are words that no set has
    joined = joined_vectors(sets, ["", "", *vocabulary.words], rules)
    matrix = joined.matrix.copy()
    matrix[PAD] = 0
    seen = _seen(vocabulary, train, lower=lower)
    learned = {"all": seen, "missing": seen & ~joined.has_vector, "none": np.zeros_like(seen)}[chosen.learned]
    facts: dict[str, object] = {
        "vectors": [{"name": each.name, "sha256": each.checksum, "found": len(each)} for each in sets],
        "words": len(vocabulary.words),
        "with_vector": int(joined.has_vector.sum()),
        "backed_off": int((joined.backed_off.any(axis=1) & ~joined.found.any(axis=1)).sum()),
        "learned": int(learned.sum()),
    }
    return KnownWords(vocabulary, torch.from_numpy(matrix), torch.from_numpy(learned), facts)


def _learned(vocabulary: ModelVocabulary, chosen: Words, seed: int) -> KnownWords:
    drawn = np.random.default_rng(seed).normal(0, _SPREAD, (len(vocabulary), chosen.size))
    vectors = torch.from_numpy(drawn.astype(np.float32))
    vectors[PAD] = 0
    facts: dict[str, object] = {"vectors": [], "words": len(vocabulary.words), "learned": len(vocabulary) - 1}
    learned = torch.ones(len(vocabulary), dtype=torch.bool)
    learned[PAD] = False
    return KnownWords(vocabulary, vectors, learned, facts)


def _read(path: Path, words: set[str], *, lower: bool) -> WordVectors:
    if path.is_file() and path.stat().st_size <= _SMALL_FILE:
        return remembered("vectors", (file_key(path), lower), lambda: _lowered(path, None, lower=lower))
    return remembered("vectors", (path, frozenset(words), lower), lambda: _lowered(path, words, lower=lower))


def _lowered(path: Path, words: set[str] | None, *, lower: bool) -> WordVectors:
    vectors = read_vectors(path, None if words is None else words_to_read(words))
    return vectors.lowered() if lower else vectors


def _backed_off(sought: set[str], sets: Sequence[WordVectors], chosen: Words) -> set[str]:
    """Return the words that no set has, but whose base form one does."""
    if chosen.back_off is None:
        return set()
    words = sorted(sought)
    joined = joined_vectors(sets, words, JoinRules(chosen.back_off))
    return {words[place] for place in np.flatnonzero(joined.has_vector).tolist()}


def _seen(vocabulary: ModelVocabulary, train: Sequence[Tokens], *, lower: bool) -> npt.NDArray[np.bool_]:
    """Return which ids training meets, the unknown word among them, shape (V,)."""
    seen = np.zeros(len(vocabulary), dtype=bool)
    for part in train:
        seen[vocabulary.ids_of(lowered(part.vocabulary, lower=lower))] = True
    return seen
