"""Pairs inside records and lists: fields as columns, lists of evidence as rows or as one premise."""

from collections.abc import Mapping
from dataclasses import replace

import polars as pl

from rightreasons.printable import printable
from rightreasons.sources.columns.roles import has_pair, is_distribution, is_label, premise_columns
from rightreasons.sources.raw import RawTable

_MOST_COLUMNS = 1_000
_JOIN = " "


def flattened(raw: RawTable, stated: Mapping[str, str], premise_join: str | None) -> RawTable:
    """Return `raw` so that premise and hypothesis are columns of text, as far as its records tell.

    A field ``f`` of a record ``r`` becomes the column ``r.f``; a list of one record counts as the record. If
    a list of records holds the premises of one claim, each with a label of its own (Climate-FEVER, Diggelmann
    et al. 2020), each is a row, unless they are to be joined. Records without labels, and texts (WiCE, Kamoi
    et al. 2023), are one premise. Tables whose columns fit already stay as they are.

    Parameters
    ----------
    raw
        The table.
    stated
        Role to column, from the user or the catalogue.
    premise_join
        Text between premises that are joined; None makes rows where each has a record of its own.
    """
    if not _fits(raw, stated):
        raw = _with_fields(raw)
    if not _fits(raw, stated):
        raw = _with_records(raw, stated, premise_join)
    return _with_joined_lists(raw, stated, premise_join)


def _fits(raw: RawTable, stated: Mapping[str, str]) -> bool:
    if any("." in column and column not in raw.columns for column in stated.values()):
        return False
    if {"premise", "hypothesis"} <= set(stated):
        return True
    frame = raw.parsed.frame
    texts = _with_frame(raw, frame.select(name for name in frame.columns if not _holds_records(frame[name])))
    there = {role: column for role, column in stated.items() if column in texts.columns}
    return has_pair(texts, there)


def _holds_records(series: pl.Series) -> bool:
    kind = series.dtype.inner if isinstance(series.dtype, pl.List) else series.dtype
    return isinstance(kind, pl.Struct)


def _with_fields(raw: RawTable) -> RawTable:
    frame = raw.parsed.frame
    while frame.width <= _MOST_COLUMNS:
        name = next((name for name in frame.columns if _is_record(frame[name])), None)
        if name is None:
            break
        frame = _unnested(frame, name)
    return _with_frame(raw, frame)


def _is_record(series: pl.Series) -> bool:
    kind = series.dtype
    if isinstance(kind, pl.List) and isinstance(kind.inner, pl.Struct):
        return bool((series.list.len() == 1).fill_null(value=False).all())
    return isinstance(kind, pl.Struct) and not is_distribution(series.name)


def _unnested(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    """Return the fields of a record in its place, except those whose name is taken."""
    column = frame[name]
    record = column.list.first() if isinstance(column.dtype, pl.List) else column
    fields = [field.alias(f"{name}.{field.name}") for field in record.struct.unnest()]
    at = frame.columns.index(name)
    new = [field for field in fields if field.name not in frame.columns]
    return pl.DataFrame([*frame[:, :at], *new, *frame[:, at + 1 :]])


def _with_records(raw: RawTable, stated: Mapping[str, str], premise_join: str | None) -> RawTable:
    """Return the table with the one list of records that completes a pair made to rows, or joined."""
    lists = [
        name
        for name, kind in raw.parsed.frame.schema.items()
        if isinstance(kind, pl.List) and isinstance(kind.inner, pl.Struct)
    ]
    made: list[RawTable] = []
    for name in lists:
        if premise_join is None and _has_labels(raw, name):
            made.append(_exploded(raw, name))
        else:
            separator = _JOIN if premise_join is None else premise_join
            made += [_joined(raw, name, field, separator) for field in _texts(raw, name)]
    fitting = [table for table in made if _fits(table, stated)]
    return fitting[0] if len(fitting) == 1 else raw


def _exploded(raw: RawTable, name: str) -> RawTable:
    frame = raw.parsed.frame
    rows = _with_fields(_with_frame(raw, frame.explode(name, empty_as_null=True)))
    pairs = rows.parsed.frame.height
    return _noted(rows, f"{pairs:,} pairs in the lists '{printable(name)}' of {frame.height:,} rows")


def _has_labels(raw: RawTable, name: str) -> bool:
    """Whether each record of a list has a label of its own."""
    kind = raw.parsed.frame.schema[name]
    record = kind.inner if isinstance(kind, pl.List) else None
    return isinstance(record, pl.Struct) and any(is_label(item.name) for item in record.fields)


def _texts(raw: RawTable, name: str) -> list[str]:
    """Return the fields of text of the records in a list."""
    record = raw.parsed.frame[name].explode().struct.unnest()
    return [field for field, kind in record.schema.items() if kind == pl.String]


def _joined(raw: RawTable, name: str, field: str, separator: str) -> RawTable:
    """Return the table with one field of the records of a list joined, and nothing else of the list."""
    text = pl.col(name).list.eval(pl.element().struct.field(field)).list.join(separator)
    frame = raw.parsed.frame.with_columns(text.alias(f"{name}.{field}")).drop(name)
    return _noted(_with_frame(raw, frame), f"premises in the lists '{printable(name)}' joined")


def _with_joined_lists(raw: RawTable, stated: Mapping[str, str], premise_join: str | None) -> RawTable:
    separator = _JOIN if premise_join is None else premise_join
    frame = raw.parsed.frame
    names = [name for name in premise_columns(raw, stated) if frame.schema[name] == pl.List(pl.String)]
    if not names:
        return raw
    note = f"premises that are lists of texts joined: '{printable(', '.join(names))}'"
    return _noted(_with_frame(raw, frame.with_columns(pl.col(names).list.join(separator))), note)


def _with_frame(raw: RawTable, frame: pl.DataFrame) -> RawTable:
    return replace(raw, parsed=replace(raw.parsed, frame=frame))


def _noted(raw: RawTable, note: str) -> RawTable:
    return replace(raw, parsed=replace(raw.parsed, notes=(*raw.parsed.notes, note)))
