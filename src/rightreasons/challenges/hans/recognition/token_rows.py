"""Sentences as rows of token numbers."""

import numpy as np
import polars as pl

from rightreasons.challenges.hans.grammar import Numbers
from rightreasons.challenges.hans.recognition.shape_search import JOINER, NO_TOKEN, PatternIndex, Tokens


def token_rows(index: PatternIndex, premises: pl.Series, hypotheses: pl.Series) -> Numbers:
    """Return premise and hypothesis of every pair in one row of token numbers.

    Parameters
    ----------
    index
        Whose tokens and lengths are used.
    premises, hypotheses
        Sentences, each of shape (n,).

    Returns
    -------
    ndarray
        Shape (n, sum of lengths): `NO_TOKEN` behind the end of a sentence; the number behind the last token
        for what is no token, and throughout a sentence that is longer than any of the grammar.
    """
    both = zip((premises, hypotheses), index.lengths, strict=True)
    return np.hstack([_rows(texts, length, index.tokens) for texts, length in both])


def _rows(texts: pl.Series, length: int, tokens: Tokens) -> Numbers:
    unknown = len(tokens.kinds) - 1
    split = _wordings_joined(texts, tokens).str.split(" ")
    lengths = split.list.len().to_numpy().astype(np.int64)
    starts = np.cumsum(lengths) - lengths
    words = split.explode()
    numbers = _numbers(words, tokens.within, unknown)
    numbers[starts] = _numbers(words.gather(starts), tokens.opening, unknown)
    row = np.repeat(np.arange(len(texts)), lengths)
    place = np.arange(len(words)) - starts[row]
    within = place < length
    rows = np.full((len(texts), length), NO_TOKEN, dtype=np.int64)
    rows[row[within], place[within]] = numbers[within]
    unusable = (lengths > length) | texts.str.contains(JOINER, literal=True).to_numpy()
    rows[unusable] = unknown
    return rows


def _wordings_joined(texts: pl.Series, tokens: Tokens) -> pl.Series:
    phrases = [token for token in tokens.numbers if JOINER in token]
    for phrase in sorted(phrases, key=len, reverse=True):
        texts = texts.str.replace_all(f" {phrase.replace(JOINER, ' ')} ", f" {phrase} ", literal=True)
    return texts


def _numbers(words: pl.Series, tokens: pl.Enum, unknown: int) -> Numbers:
    numbers = words.cast(tokens, strict=False).to_physical().cast(pl.Int64) + 1
    return numbers.fill_null(unknown).to_numpy().copy()
