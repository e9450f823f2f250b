"""The family `words`: single words of the hypothesis that point to one label."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.artifacts.words.counts import distinct_words
from rightreasons.artifacts.words.statistics import MeasuredWords, measure_words
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.shortcut import Marks, Places, Shortcuts, sparse_marks
from rightreasons.text.tokens import Tokens

ADDS = {"shortcut_family": {"words": "give_away_words"}}
FAMILY = "words"


@dataclass(frozen=True)
class HeldWords:
    """The rules: the hypothesis contains a word.

    Parameters
    ----------
    words
        The words, each once.
    tokenisation
        What counts as one.
    """

    words: pl.Series
    tokenisation: str

    def marks(self, block: Block) -> Marks:
        """Return which words each hypothesis holds."""
        return self.held(block.tokens("hypothesis", self.tokenisation))

    def held(self, tokens: Tokens) -> Marks:
        """Return which words each hypothesis holds, by their tokens."""
        once = distinct_words(tokens)
        found = once.recoded(self.words)
        kept = found >= 0
        before = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(kept, dtype=np.int64)])
        return sparse_marks(before[once.offsets], found[kept], len(self.words))

    def at(self, places: Places) -> "HeldWords":
        """Return those at some positions."""
        return HeldWords(self.words.gather(places), self.tokenisation)


def word_shortcuts(measured: MeasuredWords, threshold: float) -> Shortcuts:
    """Return the words that give a label away as shortcuts, strongest first.

    Parameters
    ----------
    measured
        The words of training. One counts for a label if it is flagged for it (`word_statistics`).
    threshold
        Lowest p(l|w) by hypotheses, exclusive.
    """
    counted = measured.flagged.filter(pl.col("p_instances") > threshold)
    ranked = counted.sort("p_instances", "instances", "word", descending=[True, True, False])
    # Below one half a word may be flagged for two labels; the stronger one is what it says.
    strong = ranked.unique("word", keep="first", maintain_order=True).select(
        key="word",
        sentence=pl.format("the hypothesis contains '{}'", "word"),
        label=pl.col("label").cast(LABEL_TYPE),
    )
    return Shortcuts(FAMILY, strong, HeldWords(strong["key"], measured.tokens.tokenisation))


def give_away_words(
    train: PairTable, tokenisation: str | None = None, threshold: float = 0.7, rate: float = 0.05
) -> Shortcuts:
    """Words of the hypothesis that give a label of the training data away.

    Parameters
    ----------
    train
        Where words are counted; every row has gold.
    tokenisation
        Its name; None takes the parses of the data where every row has one, otherwise ``word-punct``.
    threshold
        Lowest p(l|w) by hypotheses, exclusive.
    rate
        False discovery rate at which words are flagged.

    Raises
    ------
    TokenisationError
        If ``"parse"`` is asked for and a pair has none.
    """
    tokens = sentence_tokens(train, "hypothesis", tokenisation)
    return word_shortcuts(measure_words(train, tokens, rate), threshold)
