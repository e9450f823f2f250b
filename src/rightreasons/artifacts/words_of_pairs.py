"""The words of both sides of labelled pairs as ids in one vocabulary, and which pairs hold given ones."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from numba import njit

from rightreasons.artifacts.overlap.distinct_texts import distinct, repeated
from rightreasons.pairs import PairTable
from rightreasons.text.tokenisations import tokens
from rightreasons.text.tokens import Ids, Tokens

Array = Any  # numba infers the types of arrays; the functions around the kernels state them


@njit(cache=True, nogil=True)
def pair_hits(
    premise: tuple[Array, Array], hypothesis: tuple[Array, Array], seconds: Array, starts: Array
) -> tuple[Array, Array]:
    """Find every pair in every instance that holds it.

    Parameters
    ----------
    premise, hypothesis
        Word ids of all texts, and offsets of the texts, in one vocabulary.
    seconds
        Second words of all pairs, grouped by the first word and ascending within the group.
    starts
        The pairs of the first word ``w`` are at ``starts[w]`` to ``starts[w + 1]``.

    Returns
    -------
    tuple of ndarray
        Rows (ascending) and positions in `seconds`, one entry for each pair that an instance holds.
    """
    types = len(starts) - 1
    is_second = np.zeros(types, dtype=np.bool_)
    is_second[seconds] = True
    in_premise = np.zeros(types, dtype=np.int64)
    in_hypothesis = np.zeros(types, dtype=np.int64)
    held = np.empty(types, dtype=np.int32)  # distinct second words of one hypothesis
    rows = np.empty(1024, dtype=np.int64)
    found = np.empty(1024, dtype=np.int64)
    n_found = 0
    for row in range(len(premise[1]) - 1):
        stamp = row + 1  # nothing has to be cleared between rows
        n_held = 0
        for place in range(hypothesis[1][row], hypothesis[1][row + 1]):
            word = hypothesis[0][place]
            if is_second[word] and in_hypothesis[word] != stamp:
                in_hypothesis[word] = stamp
                held[n_held] = word
                n_held += 1
        for place in range(premise[1][row], premise[1][row + 1]):
            word = premise[0][place]
            first, last = starts[word], starts[word + 1]
            if first == last or in_premise[word] == stamp:
                continue
            in_premise[word] = stamp
            if n_found + n_held > len(rows):
                rows = np.concatenate((rows, np.empty(len(rows) + n_held, dtype=np.int64)))
                found = np.concatenate((found, np.empty(len(found) + n_held, dtype=np.int64)))
            for index in range(n_held):
                spot = first + np.searchsorted(seconds[first:last], held[index])
                if spot < last and seconds[spot] == held[index]:
                    rows[n_found] = row
                    found[n_found] = spot
                    n_found += 1
    return rows[:n_found], found[:n_found]


TOKENISATION = "word-punct"
_Positions = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Words:
    """Lower-cased tokens of both sides of `n` pairs.

    Parameters
    ----------
    vocabulary
        Distinct lower-cased tokens of both sides, shape (types,); position is the id.
    premise, hypothesis
        Ids of each side, in `vocabulary`.
    """

    vocabulary: pl.Series
    premise: Tokens
    hypothesis: Tokens

    def ids_of(self, words: pl.Series) -> Ids:
        """Return the id of each word, shape (n,); -1 for one that occurs nowhere."""
        index = pl.DataFrame({"word": self.vocabulary}).with_row_index("id")
        found = pl.DataFrame({"word": words}).join(index, on="word", how="left", maintain_order="left")
        return found["id"].cast(pl.Int32).fill_null(-1).to_numpy()


def words_of(pairs: PairTable) -> Words:
    """Return the words of both sides under the tokenisation ``word-punct``, lower-cased."""
    premises, codes = distinct(pairs.premises)
    premise = repeated(tokens(premises, TOKENISATION), codes)
    hypothesis = tokens(pairs.hypotheses, TOKENISATION)
    lowered = [_lowered(side.vocabulary) for side in (premise, hypothesis)]
    vocabulary = pl.concat(lowered).unique(maintain_order=True).rename("word")
    sentences = [
        Tokens(TOKENISATION, vocabulary, _recoded(side, names, vocabulary), side.offsets)
        for side, names in zip((premise, hypothesis), lowered, strict=True)
    ]
    return Words(vocabulary, *sentences)


def co_occurrences(words: Words, firsts: Ids, seconds: Ids) -> tuple[_Positions, _Positions]:
    """Find the instances that hold a pair of words: one in the premise, the other in the hypothesis.

    Parameters
    ----------
    words
        The instances.
    firsts, seconds
        Ids of the word of the premise and of that of the hypothesis, shape (pairs,); no pair twice, none
        with an id below 0.

    Returns
    -------
    tuple of ndarray
        Rows of the instances, ascending, and positions of the pairs: one entry for each pair that an
        instance holds, however often.
    """
    order = np.lexsort((seconds, firsts))
    starts = np.searchsorted(firsts[order], np.arange(len(words.vocabulary) + 1))
    sentences = [(side.ids, side.offsets) for side in (words.premise, words.hypothesis)]
    rows, found = pair_hits(sentences[0], sentences[1], seconds[order].astype(np.int32), starts)
    return rows, order[found]


def _lowered(vocabulary: pl.Series) -> pl.Series:
    # By Python, as the transformation does it: polars lower-cases a few characters differently.
    return pl.Series("word", [word.lower() for word in vocabulary.to_list()], dtype=pl.String)


def _recoded(side: Tokens, names: pl.Series, vocabulary: pl.Series) -> Ids:
    mapping = names.cast(pl.Enum(vocabulary)).to_physical().to_numpy().astype(np.int32)
    return mapping[side.ids]
