"""Numbers and names: in either sentence, equal, missing or changed."""

import numpy as np
import polars as pl

from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.classes import WordClass, class_statements, listed
from rightreasons.shortcuts.predicates.predicate import TOKENISATION, pair_words
from rightreasons.shortcuts.shortcut import Flags

_number_words = listed("number")


def _numbers(block: Block) -> Flags:
    digits = pair_words(block).vocabulary.str.contains(r"^\d").to_numpy()
    return digits | _number_words(block)


def _names(block: Block) -> Flags:
    """Return the words that stand with a capital inside a sentence more often than without one."""
    words = pair_words(block)
    counts = []
    for side in ("premise", "hypothesis"):
        tokens = block.tokens(side, TOKENISATION)
        inside = np.ones(len(tokens.ids), dtype=np.bool_)
        inside[tokens.offsets[:-1][tokens.lengths > 0]] = False
        number = np.bincount(tokens.ids[inside], minlength=len(tokens.vocabulary))
        vocabulary = tokens.vocabulary.rename("word")
        counts.append(pl.DataFrame({"word": vocabulary, "n": number}))
    told = (
        pl.concat(counts)
        .with_columns(
            lower=pl.col("word").str.to_lowercase(), capital=pl.col("word").str.contains(r"^\p{Lu}")
        )
        .group_by("lower")
        .agg(capital=pl.col("n").filter("capital").sum(), all=pl.col("n").sum())
        .filter(2 * pl.col("capital") > pl.col("all"))
    )
    named: Flags = words.vocabulary.is_in(told["lower"].implode()).to_numpy()
    return np.asarray(named & (words.vocabulary != "i").to_numpy())


FAMILIES = (
    class_statements("number", WordClass("number", "a number", _numbers)),
    class_statements("name", WordClass("name", "a name", _names)),
)
