"""Rows of a table written as JSON lines that are read again as they are."""

from pathlib import Path

import polars as pl

from rightreasons.pairs import PairTable


def write_rows(table: PairTable, path: Path) -> None:
    """Write whole rows, with their ids, but for the columns of `restating`."""
    table.frame.drop(restating(table)).write_ndjson(path)


def restating(table: PairTable) -> tuple[str, ...]:
    """Return the columns that state the label of every row in the words of the source.

    Beside ``label``, which has the names of `Label`, a reader could not tell which of them is gold.
    """
    words = {str(found): label for found, label in table.provenance.label_map.items()}
    gold = table.gold.cast(pl.String)
    return tuple(name for name in table.groups if _restates(table.frame[name], gold, words))


def _restates(column: pl.Series, gold: pl.Series, words: dict[str, str | None]) -> bool:
    if column.dtype.is_nested() or not words:
        return False
    stated = column.cast(pl.String)
    meant = stated.replace_strict(words, default=None, return_dtype=pl.String)
    return bool(meant.eq_missing(gold).all()) and not bool(stated.eq_missing(gold).all())
