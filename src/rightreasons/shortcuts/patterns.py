"""The family `patterns`: gapped phrases of the hypothesis that point to one label."""

from dataclasses import dataclass

import polars as pl

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.shortcut import Marks, Places, Shortcuts, sparse_marks
from rightreasons.text.tokens import Tokens

ADDS = {"shortcut_family": ["patterns"]}
FAMILY = "patterns"


@dataclass(frozen=True)
class HeldPatterns:
    """The rules: a side of the pair contains the words of a pattern at their distances."""

    patterns: PatternSet

    def marks(self, block: Block) -> Marks:
        """Return which patterns each pair holds, from one walk over its tokens."""
        origin = self.patterns.origin
        return self.held(block.tokens(origin.side, origin.tokenisation))

    def held(self, tokens: Tokens) -> Marks:
        """Return which patterns each text holds, by its tokens."""
        found = self.patterns.mark_tokens(tokens)
        return sparse_marks(found.offsets, found.patterns, len(self.patterns))

    def at(self, places: Places) -> "HeldPatterns":
        """Return those at some positions."""
        return HeldPatterns(self.patterns.only(places))


def pattern_shortcuts(patterns: PatternSet) -> Shortcuts:
    """Return mined patterns as shortcuts, in their order."""
    side = patterns.origin.side
    several = pl.col("words").list.len() > 1
    gaps = pl.when(several & (pl.col("gaps").list.sum() > 0)).then(pl.lit(" (# is any one word)"))
    frame = patterns.table().select(
        key="pattern",
        sentence=pl.format(f"the {side} contains '{{}}'{{}}", "pattern", gaps.otherwise(pl.lit(""))),
        label="label",
    )
    return Shortcuts(FAMILY, frame, HeldPatterns(patterns))


def patterns(
    train: PairTable, tokenisation: str | None = None, threshold: float = 0.7, min_count: int = 50
) -> Shortcuts:
    """Phrases of up to three words of the hypothesis, gaps allowed, that point to one label of training.

    Parameters
    ----------
    train
        Where they are mined; rows without gold are left out.
    tokenisation
        Its name; None takes the parses of the data where every row has one, otherwise ``word-punct``.
    threshold
        lambda: more than this share of the hypotheses with a pattern have its label.
    min_count
        Hypotheses that must hold it.

    Raises
    ------
    OneClassError
        If fewer than two labels occur.
    TokenisationError
        If ``"parse"`` is asked for and a pair has none.
    """
    mined = PatternSet.fit(train, threshold=threshold, min_count=min_count, tokenisation=tokenisation)
    return pattern_shortcuts(mined)
