"""Premises and hypotheses as ids of one vocabulary, without case and final punctuation."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.text.tokens import Ids, Offsets, Tokens

FINAL_PUNCTUATION = (".", "?", "!")
"""Tokens that the published scripts leave out; they say nothing of what the words share."""

Side = tuple[Ids, Offsets]


@dataclass(frozen=True)
class Sides:
    """Both sides of many pairs in one vocabulary.

    Parameters
    ----------
    premise, hypothesis
        Word ids, int32, and offsets of shape (pairs + 1,).
    vocabulary
        Distinct lower-cased words, shape (types,).
    """

    premise: Side
    hypothesis: Side
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


def in_one_vocabulary(premise: Tokens, hypothesis: Tokens) -> Sides:
    """Return both sides lower-cased, without `FINAL_PUNCTUATION`, in one vocabulary."""
    lowered = [tokens.vocabulary.str.to_lowercase().alias("word") for tokens in (premise, hypothesis)]
    vocabulary = pl.concat(lowered).unique(maintain_order=True)
    vocabulary = vocabulary.filter(~vocabulary.is_in(FINAL_PUNCTUATION))
    sides = [recoded(tokens, vocabulary) for tokens in (premise, hypothesis)]
    return Sides(sides[0], sides[1], vocabulary)


def recoded(tokens: Tokens, vocabulary: pl.Series) -> Side:
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


def shared(sides: Sides) -> Shared:
    """Return what premise and hypothesis of every pair share."""
    from rightreasons.artifacts.overlap_sentences import shared_types

    counts = shared_types(sides.premise, sides.hypothesis, len(sides.vocabulary))
    of_premise, of_hypothesis, both, tokens = counts.T.astype(np.float64)
    with np.errstate(invalid="ignore"):
        overlap = tokens / sides.hypothesis_lengths
        jaccard = both / (of_premise + of_hypothesis - both)
    return Shared(overlap, jaccard, both == of_hypothesis)


def is_run(sides: Sides) -> npt.NDArray[np.bool_]:
    """Return whether the hypothesis is a run of words of the premise, shape (pairs,); one without is."""
    from rightreasons.artifacts.overlap_sentences import contiguous

    found: npt.NDArray[np.bool_] = contiguous(sides.premise, sides.hypothesis)
    return found
