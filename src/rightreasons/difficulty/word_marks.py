"""Marks by single words: easy where the give-away words of a hypothesis speak for its gold label."""

import numpy as np
import polars as pl

from rightreasons.artifacts.patterns.marks import Marks
from rightreasons.artifacts.patterns.sides import side_tokens
from rightreasons.artifacts.word_statistics import measure_words
from rightreasons.artifacts.words.counts import distinct_words
from rightreasons.difficulty.marks import InstanceMarks, causes, mark_codes, marked
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.text.tokens import Tokens


def word_marks(
    pairs: PairTable, train: PairTable, tokenisation: str, threshold: float, rate: float = 0.05
) -> InstanceMarks:
    """Mark instances by the give-away words they hold, as `pattern_marks` does by patterns.

    A word counts for a label if it is flagged for it (`word_statistics`) and more than `threshold` of the
    hypotheses of training that hold it have that label.

    Parameters
    ----------
    pairs
        Any split.
    train
        Where words are counted; every row has gold.
    tokenisation
        Its name, for both.
    threshold
        Lowest p(l|w) by hypotheses, exclusive.
    rate
        False discovery rate at which words are flagged.

    Raises
    ------
    TokenisationError
        If ``"parse"`` is asked for and a pair has none.
    """
    strong = strong_words(train, tokenisation, threshold, rate)
    held = _held(side_tokens(pairs, "hypothesis", tokenisation), strong["word"])
    codes = mark_codes(held, strong["label"], pairs.gold)
    frame = pairs.frame.select("id").with_columns(marked(codes, pairs.gold), causes(held, strong["word"]))
    return InstanceMarks(f"give-away words of {train.name}, p > {threshold:g}", frame)


def strong_words(train: PairTable, tokenisation: str, threshold: float, rate: float) -> pl.DataFrame:
    """Return the words that count, strongest first: ``word``, ``label``, ``instances``, ``p``."""
    measured = measure_words(train, side_tokens(train, "hypothesis", tokenisation), rate)
    counted = measured.statistics.filter(pl.col("flagged") & (pl.col("p_instances") > threshold))
    ranked = counted.sort("p_instances", "instances", "word", descending=[True, True, False])
    # Below one half a word may be flagged for two labels; the stronger one is what it says.
    return ranked.unique("word", keep="first", maintain_order=True).select(
        "word", pl.col("label").cast(LABEL_TYPE), "instances", p="p_instances"
    )


def _held(tokens: Tokens, words: pl.Series) -> Marks:
    once = distinct_words(tokens)
    found = once.recoded(words)
    kept = found >= 0
    numbers = np.bincount(once.rows[kept], minlength=len(once))
    offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(numbers)])
    return Marks(offsets, found[kept], len(words))
