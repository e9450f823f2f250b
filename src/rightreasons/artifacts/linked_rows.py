"""Rows that stay together where data are split: those that share a text, or a value of a column."""

import numpy as np
import polars as pl

from rightreasons.artifacts.shared_texts import Groups, connected, normalised_texts
from rightreasons.errors import OptionError, UnknownNameError
from rightreasons.pairs import SENTENCES, PairTable
from rightreasons.printable import printable
from rightreasons.statistics.clustered import numbered

BOTH = "both"
BY_TEXTS = ("hypothesis", "premise", BOTH)


def linked_rows(pairs: PairTable, by: str) -> Groups:
    """Return the component of every row, rows of one component being linked, from 0, shape (rows,).

    Parameters
    ----------
    pairs
        The rows.
    by
        ``"hypothesis"`` or ``"premise"``: rows with one text there are linked. ``"both"``: rows are linked by
        a text of either side, on whichever side it stands, and so are rows linked through others. Otherwise a
        column: rows with one value are linked, and a row without a value is alone. Texts are one where they
        are equal after `text.near_duplicates.normalised`, values where they are equal up to case, white space
        and Unicode form (NFKC).

    Raises
    ------
    UnknownNameError
        If there is no such column.
    OptionError
        If the column has no plain values.
    """
    chosen = role_of(pairs, by)
    if chosen == BOTH:
        return connected(pairs)
    if chosen in SENTENCES:
        _, premise, hypothesis = normalised_texts(pairs)
        return numbered(premise if chosen == "premise" else hypothesis)
    return _by_values(_column(pairs, chosen))


def role_of(pairs: PairTable, by: str) -> str:
    """Return the side whose column in the source, or whose texts, are called so; any other name as it is."""
    if by in BY_TEXTS or by in pairs.groups:
        return by
    columns, nouns = pairs.provenance.columns, pairs.nouns
    names = {side: (columns.get(side), getattr(nouns, side)) for side in SENTENCES}
    return next((side for side in SENTENCES if by in names[side]), by)


def without_value(pairs: PairTable, by: str) -> int:
    """Return how many rows have no value in the column that links rows; 0 where texts do."""
    chosen = role_of(pairs, by)
    return 0 if chosen in BY_TEXTS else int(_normal(_column(pairs, chosen)).null_count())


def _column(pairs: PairTable, name: str) -> pl.Series:
    if name not in pairs.groups:
        known = (*BY_TEXTS, *map(printable, pairs.groups))
        raise UnknownNameError.among("column", printable(name), known, "choose another --by")
    column = pairs.frame[name]
    if column.dtype.is_nested():
        raise OptionError(
            f"several values a row in the column '{printable(name)}'",
            "one value a row",
            "choose another --by",
        )
    return column


def _normal(column: pl.Series) -> pl.Series:
    """Return values as texts in one form; what is empty is null."""
    texts = column.cast(pl.String).str.normalize("NFKC").str.to_lowercase()
    plain = texts.str.replace_all(r"\s+", " ").str.strip_chars(" ")
    return plain.replace("", None)


def _by_values(column: pl.Series) -> Groups:
    values = _normal(column)
    codes = values.rank("dense").cast(pl.Int64).fill_null(0).to_numpy()
    alone = len(values) + 1 + np.arange(len(values))
    return numbered(np.where(values.is_null().to_numpy(), alone, codes))
