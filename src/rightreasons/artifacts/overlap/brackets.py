"""Parses of a column as symbols, and whether a hypothesis is what a bracket of its premise holds."""

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.overlap.bracket_search import CLOSE, DROPPED, OPEN, PRESENT, UNBALANCED, bracketed
from rightreasons.artifacts.overlap.distinct_texts import distinct, repeated
from rightreasons.artifacts.overlap.pair_words import FINAL_PUNCTUATION, SentenceWords, positions
from rightreasons.text.tokens import Tokens, from_lists

_SYMBOL = r"\([^ \t\r\n()]*|\)|[^ \t\r\n()]+"


def symbols(parses: pl.Series) -> Tokens:
    """Return brackets, with their names, and words of every parse, binary or of the Penn Treebank.

    A blank within a word, as in ``(NN ice cream)`` of HANS, parts it in two.
    """
    once, codes = distinct(parses)
    return repeated(from_lists(once.str.extract_all(_SYMBOL), "symbols of parses"), codes)


def words_of(parses: Tokens) -> Tokens:
    """Return the words among the symbols."""
    is_word = ~(parses.vocabulary.str.starts_with("(") | (parses.vocabulary == ")")).to_numpy()
    kept = is_word[parses.ids] if len(is_word) else np.zeros(0, dtype=np.bool_)
    before = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(kept, dtype=np.int64)])
    return Tokens("parse", parses.vocabulary, parses.ids[kept], before[parses.offsets])


def is_bracketed(
    parses: Tokens, hypothesis: SentenceWords, vocabulary: pl.Series
) -> tuple[npt.NDArray[np.bool_], int | None]:
    """Say of every pair whether a bracket of the premise's parse holds the words of the hypothesis, no more.

    `FINAL_PUNCTUATION` in the parse does not count.

    Parameters
    ----------
    parses
        Symbols of the premises' parses.
    hypothesis
        Words of the hypotheses, ids in `vocabulary`.
    vocabulary
        Lower-cased words; words of parses that it lacks are in no hypothesis.

    Returns
    -------
    tuple
        Booleans of shape (pairs,), and the first row whose brackets do not match each other, or None.
    """
    codes = _codes(parses.vocabulary, vocabulary)
    ids = codes[parses.ids] if len(codes) else parses.ids
    found = bracketed((ids, parses.offsets), hypothesis, int(parses.lengths.max(initial=0)))
    unbalanced = np.flatnonzero(found == UNBALANCED)
    return found == PRESENT, int(unbalanced[0]) if len(unbalanced) else None


def _codes(found: pl.Series, vocabulary: pl.Series) -> npt.NDArray[np.int32]:
    words = positions(found.str.to_lowercase(), vocabulary)
    words[words < 0] = len(vocabulary)
    words[found.str.starts_with("(").to_numpy()] = OPEN
    words[(found == ")").to_numpy()] = CLOSE
    words[found.is_in(FINAL_PUNCTUATION).to_numpy()] = DROPPED
    return words
