"""What patterns say of each row: its strongest one, those of the tables that it holds, those flagged."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.difficulty.marks import causes
from rightreasons.numbers import significant
from rightreasons.shortcuts.patterns import HeldPatterns
from rightreasons.text.tokens import Tokens

ITEM_COLUMNS: Mapping[str, str] = {
    "pattern": "text feature: The pattern of the hypothesis with the highest p(l|b).",
    "pattern_label": "text label of pattern: The label that it points to.",
    "pattern_probability": "float probability: p(l|b) of that pattern and label.",
    "pattern_above": "text mark: The highest lambda of the finding that p(l|b) exceeds.",
    "patterns_held": "list feature: The patterns of the tables that the hypothesis holds.",
    "flagged_patterns": "list pattern: Those of them that are flagged.",
}
HELD = "patterns_held"


def strongest_columns(
    mined: PatternSet, first: npt.NDArray[np.signedinteger[Any]], thresholds: Sequence[float]
) -> list[pl.Series]:
    """Return what the pattern that comes first says of each hypothesis; -1 where it holds none."""
    strongest = pl.Series(first).replace(-1, None)
    columns = mined.table().select(
        pattern="pattern",
        pattern_label=pl.col("label").cast(pl.String),
        pattern_probability="p",
        pattern_above=pl.coalesce(
            [pl.lit(None, pl.String)]
            + [
                pl.when(pl.col("p") > each).then(pl.lit(significant(each)))
                for each in sorted(thresholds, reverse=True)
            ]
        ),
    )
    return [each.gather(strongest) for each in columns]


def held_columns(shown: PatternSet, tokens: Tokens, rate: float) -> tuple[pl.Series, pl.Series]:
    """Return which of some patterns each hypothesis holds, and which of these are flagged."""
    flagged = shown.only(np.flatnonzero(is_flagged(shown, rate)))
    every, some = (
        causes(HeldPatterns(each).held(tokens), each.table()["pattern"]) for each in (shown, flagged)
    )
    return every.alias(HELD), some.alias("flagged_patterns")


def is_flagged(patterns: PatternSet, rate: float) -> npt.NDArray[np.bool_]:
    """Return which patterns are flagged, shape (patterns,)."""
    return (patterns.table()["p_adjusted"] <= rate).fill_null(value=False).to_numpy()
