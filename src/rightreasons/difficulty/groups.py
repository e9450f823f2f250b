"""Groups of pairs by a possible shortcut: patterns, word overlap, negation, or a column of the data."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.overlap_sentences import in_one_vocabulary, shared
from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.difficulty.marks import pattern_marks
from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.pairs import PairTable
from rightreasons.printable import printable, quoted
from rightreasons.text.language import language, language_of
from rightreasons.text.tokenisations import tokens

KINDS = ("patterns", "overlap", "negation")
LEAST_ROWS = 10
"""Rows below which nothing is fitted to a group."""
OVERLAP = 0.8
"""Share of the words of a hypothesis that its premise has, from which on they overlap."""
_TOKENISATION = "word-punct"
_MARKED = ("easy", "hard")
_OTHER = "other"


@dataclass(frozen=True)
class PairGroups:
    """The group of every pair of a dataset.

    Parameters
    ----------
    kind
        One of `KINDS`, or the column.
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


def pair_groups(pairs: PairTable, kind: str, patterns: PatternSet | None = None) -> PairGroups:
    """Return the group of every pair.

    Parameters
    ----------
    pairs
        Every row has a gold label.
    kind
        ``"patterns"``: easy, hard, and other (conflicting, or no pattern; Liu et al. 2020, section 2.3).
        ``"overlap"``: gold label by whether the premise has at least `OVERLAP` of the words of the hypothesis
        (all of them in the heuristic of McCoy et al. 2019, Table 1: 10 contradictions in 22,897 pairs of
        SNLI, 8 neutral pairs in 9,888 of MultiNLI, too few for a group). ``"negation"``: gold label by
        whether the hypothesis has one of the words nobody, no, never, nothing (Sagawa et al. 2020, section
        3). Else a column of the data, whose values are the groups.
    patterns
        Of the training data, for ``"patterns"``.

    Raises
    ------
    OptionError
        If there is no such kind or column.
    MeasureInputError
        If a row has no value in the column, or a negation is looked for in sentences that are not English.
    TokenisationError
        If the patterns were mined from parses and a pair has none.
    """
    if kind == "patterns":
        if patterns is None:
            raise ValueError("groups by patterns need the patterns")
        marks = pattern_marks(pairs, patterns).frame["mark"].cast(pl.String)
        names = pl.select(pl.when(marks.is_in(_MARKED)).then(marks).otherwise(pl.lit(_OTHER))).to_series()
    elif kind == "overlap":
        names = _by_label(pairs, _overlapping(pairs), kind)
    elif kind == "negation":
        names = _by_label(pairs, _negated(pairs), kind)
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


def _by_label(pairs: PairTable, flags: npt.NDArray[np.bool_], name: str) -> pl.Series:
    holds = pl.when(pl.Series(flags)).then(pl.lit(f"-{name}")).otherwise(pl.lit(f"-no-{name}"))
    return pl.select(pairs.gold.cast(pl.String) + holds).to_series()


def _overlapping(pairs: PairTable) -> npt.NDArray[np.bool_]:
    sentences = (tokens(texts, _TOKENISATION) for texts in (pairs.premises, pairs.hypotheses))
    return shared(in_one_vocabulary(*sentences)).overlap >= OVERLAP


def _negated(pairs: PairTable) -> npt.NDArray[np.bool_]:
    words = language(language_of(pairs.hypotheses), "groups=negation").data("groups.yaml")["negation"]
    found = tokens(pairs.hypotheses.str.to_lowercase(), _TOKENISATION)
    flags = np.zeros(len(found), dtype=np.bool_)
    flags[found.rows[found.recoded(pl.Series(words)) >= 0]] = True
    return flags


def _values(pairs: PairTable, column: str) -> pl.Series:
    if column not in pairs.groups:
        raise OptionError(
            f"groups={printable(column)}",
            f"one of {', '.join(KINDS)}, or a column of '{printable(pairs.name)}': "
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
