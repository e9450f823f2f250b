"""Rows of which several labels are right: their sets of labels, and the readings of their sentences."""

from collections.abc import Mapping

import polars as pl

from rightreasons.labels import Label
from rightreasons.pairs import LABEL_SET, READINGS, SENTENCES
from rightreasons.printable import quoted
from rightreasons.sources.columns.roles import Roles
from rightreasons.sources.gold import read_cells
from rightreasons.sources.raw import RawTable

_READINGS = ("disambiguations", READINGS)
"""What columns are called that hold the readings of an ambiguous pair, each with its label."""


def sets_found(raw: RawTable, roles: Roles) -> dict[str, pl.Series]:
    """Return the columns of label sets as we write them and of readings, by their name in the source.

    A column counts where it plays no other role; that of readings is called `READINGS`.
    """
    schema = raw.parsed.frame.schema
    free = [name for name in (LABEL_SET, *_READINGS) if name in raw.columns and name not in roles.used()]
    found = {
        name: raw.parsed.frame[name]
        for name in free
        if name == LABEL_SET and schema[name] == pl.List(pl.String)
    }
    readings = [name for name in free if _is_of_readings(schema[name])]
    fields = [pl.element().struct.field(name).cast(pl.String) for name in (*SENTENCES, "label")]
    return found | {
        name: raw.parsed.frame.select(pl.col(name).list.eval(pl.struct(fields)).alias(READINGS)).to_series()
        for name in readings[:1]
    }


def _is_of_readings(kind: pl.DataType) -> bool:
    inner = kind.inner if isinstance(kind, pl.List) else None
    names = {each.name for each in inner.fields} if isinstance(inner, pl.Struct) else set()
    return names >= {*SENTENCES, "label"}


def told_of(sets: Mapping[str, pl.Series]) -> tuple[str, ...]:
    """Return a note on a column of readings, which are kept of rows with several right labels only."""
    names = tuple(name for name, series in sets.items() if series.name == READINGS)
    return (f"readings are kept for rows with several right labels only: {quoted(names)}",) if names else ()


def rows_of_several(frame: pl.DataFrame, label_map: Mapping[str, Label | None] | None) -> pl.DataFrame | None:
    """Return the rows that have no gold label since several are right; None where there are none.

    Parameters
    ----------
    frame
        Rows with ``label``, and perhaps ``label_set`` and `READINGS` with labels as found.
    label_map
        What the user stated of labels.
    """
    if LABEL_SET not in frame.columns:
        return None
    rows = frame.filter(pl.col("label").is_null() & (pl.col(LABEL_SET).list.len() > 1))
    if not rows.height:
        return None
    readings = _readings(rows, label_map)
    return rows.drop(READINGS, strict=False) if readings is None else rows.with_columns(readings)


def _readings(rows: pl.DataFrame, label_map: Mapping[str, Label | None] | None) -> pl.Series | None:
    """Return the readings of each row with their labels by name; None where there are none to be read."""
    if READINGS not in rows.columns:
        return None
    label = pl.col(READINGS).list.eval(pl.element().struct.field("label"))
    cells = rows.select(label.explode()).to_series().unique().to_list()
    meaning = read_cells(cells, label_map, indicator=False)
    if meaning.reading.unknown:
        return None
    names = {cell: labels[0].value for cell, labels in meaning.cells.items() if len(labels) == 1}
    named = pl.element().struct.field("label").replace_strict(names, default=None, return_dtype=pl.String)
    sides = [pl.element().struct.field(name) for name in SENTENCES]
    return rows.select(pl.col(READINGS).list.eval(pl.struct(*sides, named.alias("label")))).to_series()
