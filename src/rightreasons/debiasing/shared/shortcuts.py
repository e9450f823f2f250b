"""The shortcuts of training data that a method uses, and which pairs they hold of."""

from __future__ import annotations

import polars as pl

from rightreasons.artifacts.patterns.pattern_set import for_tables
from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.debiasing.method import LabelledData
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.families import shortcuts_of
from rightreasons.shortcuts.shortcut import Shortcuts


def shortcuts_in(data: LabelledData, name: str, threshold: float, min_count: int) -> Shortcuts:
    """Return the shortcuts of a family, tokenised so that dev can be marked as well.

    Parameters
    ----------
    data
        Where they are mined, if they are.
    name
        ``FAMILY`` or ``FAMILY:KEY``; see `rightreasons.shortcuts.families.shortcuts_of`.
    threshold, min_count
        lambda, and instances that must hold one, of families that have them.

    Raises
    ------
    UnknownNameError
        If there is no such family or shortcut.
    RightReasonsError
        If nothing can be mined in these data.
    """
    tokenisation = for_tables(PatternOptions(), data.train, data.dev).tokenisation
    return shortcuts_of(name, data.train, tokenisation=tokenisation, threshold=threshold, min_count=min_count)


def biased_pairs(pairs: PairTable, shortcuts: Shortcuts) -> tuple[pl.DataFrame, dict[str, object]]:
    """Return ``id`` and ``biased``, whether a shortcut holds of the pair, and how many of both there are."""
    biased = pl.Series(shortcuts.first(pairs) >= 0)
    facts: dict[str, object] = {"shortcuts": len(shortcuts), "biased_pairs": int(biased.sum())}
    return pairs.frame.select("id").with_columns(biased=biased), facts
