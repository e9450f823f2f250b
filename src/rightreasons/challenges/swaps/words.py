"""The words of labelled pairs as ids in one vocabulary, and the search for pairs of words in them."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.overlap.distinct import distinct, repeated
from rightreasons.challenges.swaps.kernels import pair_hits
from rightreasons.pairs import PairTable
from rightreasons.text.tokenisations import tokens
from rightreasons.text.tokens import Ids, Tokens

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
    sides = [
        Tokens(TOKENISATION, vocabulary, _recoded(side, names, vocabulary), side.offsets)
        for side, names in zip((premise, hypothesis), lowered, strict=True)
    ]
    return Words(vocabulary, *sides)


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
    sides = [(side.ids, side.offsets) for side in (words.premise, words.hypothesis)]
    rows, found = pair_hits(sides[0], sides[1], seconds[order].astype(np.int32), starts)
    return rows, order[found]


def _lowered(vocabulary: pl.Series) -> pl.Series:
    # By Python, as the transformation does it: polars lower-cases a few characters differently.
    return pl.Series("word", [word.lower() for word in vocabulary.to_list()], dtype=pl.String)


def _recoded(side: Tokens, names: pl.Series, vocabulary: pl.Series) -> Ids:
    mapping = names.cast(pl.Enum(vocabulary)).to_physical().to_numpy().astype(np.int32)
    return mapping[side.ids]
