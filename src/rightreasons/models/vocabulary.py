"""Words and their ids: padding, the unknown word, then the words of the training data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.models.batch import UNKNOWN
from rightreasons.text.tokens import Tokens

_FIRST = UNKNOWN + 1


@dataclass(frozen=True)
class ModelVocabulary:
    """The words that a model knows.

    Parameters
    ----------
    words
        The words, each once; ``words[i]`` has the id ``i + 2``, behind the padding and `UNKNOWN`.
    """

    words: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(set(self.words)) != len(self.words):
            raise ValueError("every word of a vocabulary is there once")

    def __len__(self) -> int:
        """Return the number of ids: the rows that word vectors must have."""
        return len(self.words) + _FIRST

    @cached_property
    def _index(self) -> pl.DataFrame:
        ids = np.arange(_FIRST, len(self), dtype=np.int32)
        return pl.DataFrame({"word": pl.Series(self.words, dtype=pl.String), "id": ids})

    def ids_of(self, words: pl.Series) -> npt.NDArray[np.int32]:
        """Return the id of each word, shape (n,); `UNKNOWN` for those that are not in the vocabulary."""
        found = pl.DataFrame({"word": words}).join(self._index, on="word", how="left", maintain_order="left")
        return found["id"].fill_null(UNKNOWN).to_numpy().astype(np.int32)


def vocabulary_of(
    tokens: Iterable[Tokens], *, minimum: int = 1, extra: Iterable[str] = (), lower: bool = False
) -> ModelVocabulary:
    """Return the words of some texts, the most frequent first.

    Parameters
    ----------
    tokens
        Tokens of the training data.
    minimum
        How often a word must occur.
    extra
        Words that are taken whatever their count, such as those of the test data that have a pretrained
        vector; they come last.
    lower
        Whether words are taken in lower case.
    """
    counts: Counter[str] = Counter()
    for part in tokens:
        words = lowered(part.vocabulary, lower=lower).to_list()
        for word, count in zip(words, np.bincount(part.ids, minlength=len(words)).tolist(), strict=True):
            counts[word] += count
    frequent = sorted((word for word, n in counts.items() if n >= minimum), key=lambda w: (-counts[w], w))
    known = set(frequent)
    return ModelVocabulary((*frequent, *sorted(set(extra) - known)))


def lowered(words: pl.Series, *, lower: bool) -> pl.Series:
    """Return the words, in lower case if asked for."""
    return words.str.to_lowercase() if lower else words
