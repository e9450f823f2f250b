"""What each row holds of the shortcuts in the tables of a finding: by these a reader finds its rows."""

from collections.abc import Iterable

import polars as pl

from rightreasons.difficulty.marks import causes
from rightreasons.findings import View
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.shortcut import Rules


def shown_in(views: Iterable[View], column: str) -> list[str]:
    """Return the values of a column of some views, each once; views without that column have none."""
    lines = (line for view in views if column in view.columns for line in view.records())
    return list(dict.fromkeys(str(line[column]) for line in lines))


def held(block: Block, keys: pl.Series, rules: Rules) -> pl.Series:
    """Return which shortcuts each row holds, as lists of keys in their order, shape (n,)."""
    return causes(rules.marks(block), keys)
