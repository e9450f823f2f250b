"""Rows of one split; and, of several files in one table, the split and file of each row and their notes."""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from rightreasons.errors import ColumnError
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.sources.raw import RawTable
from rightreasons.sources.splits import same_split


def notes_of(tables: Sequence[PairTable]) -> tuple[str, ...]:
    """Return the notes of all tables, each once; of several, with the name of the first it is about."""
    about: dict[str, list[str]] = {}
    for table in tables:
        for note in table.provenance.notes:
            about.setdefault(note, []).append(printable(table.name))
    if len(tables) == 1:
        return tuple(about)
    return tuple(
        f"{names[0]}{f' and {len(names) - 1} more' if len(names) > 1 else ''}: {note}"
        for note, names in about.items()
    )


def with_origin(pairs: PairTable, raw: RawTable, parts: int) -> PairTable:
    """Return pairs with the split and file that they come from, where there are several parts."""
    if parts == 1:
        return pairs
    origin = {"split": raw.split, "file": raw.name if raw.files[0].sha256 else None}
    new = [
        pl.lit(value).alias(name)
        for name, value in origin.items()
        if value and name not in pairs.frame.columns
    ]
    return replace(pairs, frame=pairs.frame.with_columns(new))


def selected(pairs: PairTable, raw: RawTable, split: str | None) -> PairTable:
    """Return the rows of a split, told by the column ``split`` or else by the name of the file."""
    if split is None:
        return pairs
    if "split" in pairs.frame.columns:
        found = pairs.frame["split"].cast(pl.String)
        spellings = [name for name in found.drop_nulls().unique().to_list() if same_split(name, split)]
        return pairs.where(found.is_in(spellings), "in another split")
    if raw.split is not None and same_split(raw.split, split):
        return pairs
    raise ColumnError(
        f"{printable(raw.name)} has no column 'split', and its name does not say '{printable(split)}'",
        "a way to tell the split of a row",
        "leave the split out",
    )
