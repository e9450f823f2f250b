"""What the artifacts of a training set say of each instance: its gold label, another, both, or nothing."""

import numpy as np
import polars as pl

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.difficulty.marks import MARKS, pattern_marks, shortcut_marks
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.words import give_away_words

KINDS = ("words", "patterns", "together")
WHERE = ("agree", "disagree", "conflicting", "none")
"""The names here of the marks easy, hard, conflicting and none."""
_TYPE = pl.Enum(WHERE)
_NONE, _CONFLICTING = MARKS.index("none"), MARKS.index("conflicting")
# By position in MARKS: what holds for words and patterns together, from what holds for each.
_TOGETHER = np.array(
    [
        [
            one if other in (one, _NONE) else other if one == _NONE else _CONFLICTING
            for other in range(len(MARKS))
        ]
        for one in range(len(MARKS))
    ]
)


def artifact_marks(pairs: PairTable, train: PairTable, patterns: PatternSet, rate: float) -> pl.DataFrame:
    """Say of every instance with gold whether the artifacts it holds agree with gold.

    Parameters
    ----------
    pairs
        Any split.
    train
        Where words are counted; every row has gold.
    patterns
        Mined from `train`; their lambda and tokenisation are those of the words too.
    rate
        False discovery rate at which words are flagged.

    Returns
    -------
    polars.DataFrame
        ``id``, ``label``, ``artifact_KIND`` (an Enum of `WHERE`) for every one of `KINDS`, and
        ``artifact_words_held`` (list of strings, strongest first).

    Raises
    ------
    TokenisationError
        If the patterns were mined from parses and a pair has none.
    """
    origin = patterns.origin
    block = Block(pairs)
    strong = give_away_words(train, origin.tokenisation, origin.threshold, rate)
    words = shortcut_marks(block, strong, f"give-away words of {train.name}").frame
    marks = pairs.frame.select("id", "label").with_columns(
        words["mark"],
        words["causes"].alias("artifact_words_held"),
        pattern_marks(block, patterns).frame["mark"].alias("pattern"),
    )
    marked_rows = marks.filter(pl.col("mark").is_not_null())
    by_word, by_pattern = (marked_rows[name].to_physical().to_numpy() for name in ("mark", "pattern"))
    codes = zip(KINDS, (by_word, by_pattern, _TOGETHER[by_word, by_pattern]), strict=True)
    named = [pl.Series(f"artifact_{kind}", WHERE, dtype=_TYPE).gather(found) for kind, found in codes]
    return marked_rows.select("id", "label", *named, "artifact_words_held")
