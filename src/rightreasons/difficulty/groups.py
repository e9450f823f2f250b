"""Groups of pairs by the shortcuts of a family, or by a column of the data."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.difficulty.marks import difficulty
from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.pairs import PairTable
from rightreasons.printable import printable, quoted
from rightreasons.shortcuts import SHORTCUT_FAMILIES, is_family
from rightreasons.shortcuts.families import shortcuts_of
from rightreasons.shortcuts.shortcut import Shortcut, Shortcuts

LEAST_ROWS = 10
"""Rows below which nothing is fitted to a group."""
_MARKED = ("easy", "hard")
_OTHER = "other"


@dataclass(frozen=True)
class PairGroups:
    """The group of every pair of a dataset.

    Parameters
    ----------
    kind
        The family of shortcuts, or the column.
    data
        What to call the pairs.
    frame
        Columns ``id`` and ``group`` (strings, never null).
    """

    kind: str
    data: str
    frame: pl.DataFrame = field(repr=False)

    @property
    def sizes(self) -> dict[str, int]:
        """Rows of each group that has any, by name of the group, sorted."""
        return dict(self.frame.group_by("group").len().sort("group").iter_rows())

    def codes(self, names: Sequence[str]) -> npt.NDArray[np.int64]:
        """Return the position of each pair's group among `names`, shape (n,)."""
        return self.frame["group"].cast(pl.Enum(names)).to_physical().to_numpy().astype(np.int64)


def pair_groups(pairs: PairTable, kind: str, mined: Shortcuts | None = None) -> PairGroups:
    """Return the group of every pair.

    Parameters
    ----------
    pairs
        Every row has a gold label.
    kind
        A family of shortcuts, or ``FAMILY:KEY`` for one of them. Of a single rule (``"overlap"``;
        ``"negation"``, Sagawa et al. 2020, section 3): gold label by whether it holds. Of several, and of
        those that were mined: easy, hard, and other (conflicting, or no shortcut; Liu et al. 2020, section
        2.3). Else a column of the data, whose values are the groups.
    mined
        The shortcuts of that family, where training data have to be mined for them.

    Raises
    ------
    OptionError
        If there is no such family or column, or the family is mined and nothing was.
    MeasureInputError
        If a row has no value in the column, or whether a shortcut holds cannot be told.
    TokenisationError
        If the shortcuts were mined from parses and a pair has none.
    """
    if mined is not None:
        names = _by_marks(pairs, mined)
    elif is_family(kind):
        rules = shortcuts_of(kind)
        names = _by_label(pairs, rules[0]) if len(rules) == 1 else _by_marks(pairs, rules)
    else:
        names = _values(pairs, kind)
    return PairGroups(kind, pairs.name, pairs.frame.select("id").with_columns(names.alias("group")))


def sufficient(groups: PairGroups, least: int = LEAST_ROWS) -> PairGroups:
    """Return the groups if each has enough rows to fit something to.

    Raises
    ------
    MeasureInputError
        If there is one group only, or one has fewer than `least` rows.
    """
    sizes = groups.sizes
    name, rows = min(sizes.items(), key=lambda each: each[1], default=("-", 0))
    where = f"groups={printable(groups.kind)} of '{printable(groups.data)}'"
    if len(sizes) < 2:
        raise MeasureInputError(
            f"only the group '{printable(name)}' by {where}", "two groups or more", "choose other groups"
        )
    if rows < least:
        raise MeasureInputError(
            f"{rows:,} rows in the group '{printable(name)}' by {where}",
            f"at least {least} in every group",
            "give more data, or choose other groups",
        )
    return groups


def _by_marks(pairs: PairTable, shortcuts: Shortcuts) -> pl.Series:
    marks = difficulty(pairs, shortcuts).cast(pl.String)
    return pl.select(pl.when(marks.is_in(_MARKED)).then(marks).otherwise(pl.lit(_OTHER))).to_series()


def _by_label(pairs: PairTable, shortcut: Shortcut) -> pl.Series:
    holds = pl.when(pl.Series(shortcut.holds(pairs)))
    name = holds.then(pl.lit(f"-{shortcut.key}")).otherwise(pl.lit(f"-no-{shortcut.key}"))
    return pl.select(pairs.gold.cast(pl.String) + name).to_series()


def _values(pairs: PairTable, column: str) -> pl.Series:
    if column not in pairs.groups:
        raise OptionError(
            f"groups={printable(column)}",
            f"one of {', '.join(SHORTCUT_FAMILIES)}, or a column of '{printable(pairs.name)}': "
            f"{quoted(pairs.groups) or 'it has none'}",
            "choose one",
        )
    values = pairs.frame[column]
    missing = values.null_count()
    if missing:
        raise MeasureInputError(
            f"{missing:,} rows of '{printable(pairs.name)}' without a value of '{printable(column)}'",
            "a value in every row",
            "fill the column, or choose other groups",
        )
    if values.dtype.is_nested() or values.dtype.is_float():
        raise MeasureInputError(
            f"the column '{printable(column)}' of '{printable(pairs.name)}', of type {values.dtype}",
            "names, whole numbers or true and false",
            "choose another column",
        )
    return values.cast(pl.String)
