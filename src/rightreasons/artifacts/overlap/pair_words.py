"""Premises and hypotheses as ids of one vocabulary, without case and final punctuation; what they share."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from numba import njit

from rightreasons.text.tokens import Ids, Offsets, Tokens

Array = Any  # numba infers the types of arrays; the functions around the kernels state them


@njit(cache=True, nogil=True)
def shared_types(premise: tuple[Array, Array], hypothesis: tuple[Array, Array], types: int) -> Array:
    """Count, for every pair, the distinct words of the premise, of the hypothesis, and of both at once.

    Parameters
    ----------
    premise, hypothesis
        Word ids of all texts, and offsets of the texts, in one vocabulary.
    types
        Word ids are below this number.

    Returns
    -------
    ndarray
        Shape (pairs, 4): distinct words of the premise, of the hypothesis, of both; and tokens of the
        hypothesis, repeated ones too, that the premise has.
    """
    p_ids, p_starts = premise
    h_ids, h_starts = hypothesis
    counts = np.zeros((len(p_starts) - 1, 4), dtype=np.int32)
    # The last pair in which a word was seen, counted from 1: nothing has to be cleared between pairs.
    in_premise = np.zeros(types, dtype=np.int32)
    in_hypothesis = np.zeros(types, dtype=np.int32)
    for row in range(len(p_starts) - 1):
        stamp = row + 1
        for position in range(p_starts[row], p_starts[row + 1]):
            word = p_ids[position]
            counts[row, 0] += in_premise[word] != stamp
            in_premise[word] = stamp
        for position in range(h_starts[row], h_starts[row + 1]):
            word = h_ids[position]
            shared = in_premise[word] == stamp
            counts[row, 3] += shared
            if in_hypothesis[word] != stamp:
                in_hypothesis[word] = stamp
                counts[row, 1] += 1
                counts[row, 2] += shared
    return counts


@njit(cache=True, nogil=True)
def equal_runs(words: Array, start: int, others: Array, other_start: int, length: int) -> bool:
    """Return whether `length` words from `start` are those of `others` from `other_start`."""
    for step in range(length):  # noqa: SIM110 - numba compiles no generator expression
        if words[start + step] != others[other_start + step]:
            return False
    return True


@njit(cache=True, nogil=True)
def contiguous(premise: tuple[Array, Array], hypothesis: tuple[Array, Array]) -> Array:
    """Return, for every pair, whether the hypothesis is a run of words of the premise; empty ones are.

    Parameters
    ----------
    premise, hypothesis
        Word ids in one vocabulary, shape (tokens,), and where each text begins, shape (pairs + 1,).
    """
    p_ids, p_starts = premise
    h_ids, h_starts = hypothesis
    found = np.zeros(len(p_starts) - 1, dtype=np.bool_)
    for row in range(len(p_starts) - 1):
        length = h_starts[row + 1] - h_starts[row]
        for start in range(p_starts[row], p_starts[row + 1] - length + 1):
            if equal_runs(p_ids, start, h_ids, h_starts[row], length):
                found[row] = True
                break
    return found


FINAL_PUNCTUATION = (".", "?", "!")
"""Tokens that the published scripts leave out; they say nothing of what the words share."""
SentenceWords = tuple[Ids, Offsets]


@dataclass(frozen=True)
class PairWords:
    """Both sides of many pairs in one vocabulary.

    Parameters
    ----------
    premise, hypothesis
        Word ids, int32, and offsets of shape (pairs + 1,).
    vocabulary
        Distinct lower-cased words, shape (types,).
    """

    premise: SentenceWords
    hypothesis: SentenceWords
    vocabulary: pl.Series

    @property
    def hypothesis_lengths(self) -> Offsets:
        """Words of every hypothesis, shape (pairs,)."""
        return np.diff(self.hypothesis[1])


@dataclass(frozen=True)
class Shared:
    """What two sides share, one number a pair, shape (pairs,).

    Parameters
    ----------
    overlap
        Share of the hypothesis's words that the premise has, NaN for a hypothesis without words.
    jaccard
        Distinct words of both over distinct words of either, NaN where neither has words.
    every_word
        Whether the premise has every word of the hypothesis; true for one without words.
    """

    overlap: npt.NDArray[np.float64]
    jaccard: npt.NDArray[np.float64]
    every_word: npt.NDArray[np.bool_]


def in_one_vocabulary(premise: Tokens, hypothesis: Tokens) -> PairWords:
    """Return both sides lower-cased, without `FINAL_PUNCTUATION`, in one vocabulary."""
    lowered = [tokens.vocabulary.str.to_lowercase().alias("word") for tokens in (premise, hypothesis)]
    vocabulary = pl.concat(lowered).unique(maintain_order=True)
    vocabulary = vocabulary.filter(~vocabulary.is_in(FINAL_PUNCTUATION))
    pair_words = [recoded(tokens, vocabulary) for tokens in (premise, hypothesis)]
    return PairWords(pair_words[0], pair_words[1], vocabulary)


def recoded(tokens: Tokens, vocabulary: pl.Series) -> SentenceWords:
    """Return the words of a lower-cased vocabulary among the tokens, in their order; the rest is left out."""
    codes = positions(tokens.vocabulary.str.to_lowercase(), vocabulary)
    ids = codes[tokens.ids] if len(codes) else tokens.ids
    kept = ids >= 0
    before = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(kept, dtype=np.int64)])
    return ids[kept], before[tokens.offsets]


def positions(words: pl.Series, vocabulary: pl.Series) -> Ids:
    """Return where each word stands in the vocabulary, -1 where it does not, int32."""
    index = pl.DataFrame({"word": vocabulary, "id": np.arange(len(vocabulary), dtype=np.int32)})
    found = words.alias("word").to_frame().join(index, on="word", how="left", maintain_order="left")
    ids: Ids = found["id"].fill_null(-1).to_numpy().astype(np.int32)
    return ids


def shared(pair_words: PairWords) -> Shared:
    """Return what premise and hypothesis of every pair share."""
    counts = shared_types(pair_words.premise, pair_words.hypothesis, len(pair_words.vocabulary))
    of_premise, of_hypothesis, both, tokens = counts.T.astype(np.float64)
    with np.errstate(invalid="ignore"):
        overlap = tokens / pair_words.hypothesis_lengths
        jaccard = both / (of_premise + of_hypothesis - both)
    return Shared(overlap, jaccard, both == of_hypothesis)


def is_run(pair_words: PairWords) -> npt.NDArray[np.bool_]:
    """Return whether the hypothesis is a run of words of the premise, shape (pairs,); one without is."""
    found: npt.NDArray[np.bool_] = contiguous(pair_words.premise, pair_words.hypothesis)
    return found
