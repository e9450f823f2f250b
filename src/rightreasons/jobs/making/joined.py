"""Several data as one table, so that they can be split together."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import add

import polars as pl

from rightreasons.pairs import PairTable


def joined_pairs(tables: Sequence[PairTable]) -> PairTable:
    """Return the rows of all tables as one table.

    Parameters
    ----------
    tables
        One or more. Names of columns and what the data call their texts are those of the first.

    Returns
    -------
    PairTable
        Where two tables have an id in common, ids are told apart by the name of their table before a colon.
    """
    first = tables[0]
    if len(tables) == 1:
        return first
    frames = [each.frame for each in tables]
    ids = pl.concat([frame["id"] for frame in frames])
    if ids.n_unique() < len(ids):
        frames = [
            frame.with_columns(id=pl.format("{}:{}", pl.lit(name), "id"))
            for frame, name in zip(frames, _names(tables), strict=True)
        ]
    provenance = replace(
        first.provenance,
        name=" + ".join(each.name for each in tables),
        files=tuple(file for each in tables for file in each.provenance.files),
        notes=tuple(dict.fromkeys(note for each in tables for note in each.provenance.notes)),
        dataset=None,
    )
    account = reduce(add, (each.account for each in tables))
    return PairTable(pl.concat(frames, how="diagonal_relaxed"), provenance, account)


def _names(tables: Sequence[PairTable]) -> list[str]:
    """Return the names of tables, each with its number before it where two have the same."""
    names = [each.name for each in tables]
    if len(set(names)) == len(names):
        return names
    return [f"{number}:{name}" for number, name in enumerate(names, 1)]
