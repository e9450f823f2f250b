"""How often every word occurs with every label, by tokens and by instances."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.labels import Label
from rightreasons.text.tokens import Tokens

Counts = npt.NDArray[np.int64]
Codes = npt.NDArray[np.int64]


@dataclass(frozen=True)
class WordCounts:
    """Counts of words by label.

    Parameters
    ----------
    vocabulary
        Distinct words, shape (types,).
    labels
        The labels counted, in the order of the columns below.
    by_tokens
        Occurrences of every word in hypotheses of every label, shape (types, labels).
    by_instances
        Hypotheses of every label that hold the word, however often, shape (types, labels).
    hypotheses
        Hypotheses of every label, shape (labels,).
    """

    vocabulary: pl.Series
    labels: tuple[Label, ...]
    by_tokens: Counts
    by_instances: Counts
    hypotheses: Counts

    @cached_property
    def prior(self) -> npt.NDArray[np.float64]:
        """Share of every label among the hypotheses, shape (labels,)."""
        return np.asarray(self.hypotheses / self.hypotheses.sum())


def label_codes(gold: pl.Series, labels: Sequence[Label]) -> Codes:
    """Return the position in `labels` of every row's gold label, shape (n,); every row has one of them."""
    names = pl.Enum([label.value for label in labels])
    return gold.cast(pl.String).cast(names).to_physical().to_numpy().astype(np.int64)


def count_words(tokens: Tokens, codes: Codes, labels: Sequence[Label]) -> WordCounts:
    """Count every word with every label.

    Parameters
    ----------
    tokens
        Tokens of n hypotheses.
    codes
        Position in `labels` of every hypothesis's gold label, shape (n,).
    labels
        The labels that occur.
    """
    return WordCounts(
        vocabulary=tokens.vocabulary,
        labels=tuple(labels),
        by_tokens=_by_label(tokens, codes, len(labels)),
        by_instances=_by_label(distinct_words(tokens), codes, len(labels)),
        hypotheses=np.bincount(codes, minlength=len(labels)),
    )


def distinct_words(tokens: Tokens) -> Tokens:
    """Return the tokens of every text with each word once, ordered by id."""
    types = max(len(tokens.vocabulary), 1)
    keys = tokens.rows * types + tokens.ids
    keys.sort()
    keys = keys[np.diff(keys, prepend=-1) > 0]
    rows = keys // types
    lengths = np.bincount(rows, minlength=len(tokens))
    offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)])
    return Tokens(tokens.tokenisation, tokens.vocabulary, (keys - rows * types).astype(np.int32), offsets)


def _by_label(tokens: Tokens, codes: Codes, labels: int) -> Counts:
    types = len(tokens.vocabulary)
    cells = tokens.ids.astype(np.int64) * labels + codes[tokens.rows]
    return np.bincount(cells, minlength=types * labels).reshape(types, labels)
