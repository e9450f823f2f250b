"""What has to be known of a whole file before any block of it can be read: its columns, labels and ids."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.engine.compact import compacted
from rightreasons.errors import InputError
from rightreasons.pairs import LABEL_SET, PARSE_COLUMNS, SourceFile
from rightreasons.sources.blocks.cuts import Cut
from rightreasons.sources.catalogue.recognition import KnownFormOf
from rightreasons.sources.columns.roles import Roles
from rightreasons.sources.doubtful import refuse_doubtful
from rightreasons.sources.ids import NUMBERED
from rightreasons.sources.labelled import cells_of
from rightreasons.sources.normalized import (
    ANNOTATORS_FOUND,
    FOUND,
    Decided,
    NormalizedTable,
    recognised,
    settle,
)
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import HIDDEN, ROW, BadRow, Parsed, RawTable
from rightreasons.sources.splits import split_in

Hashes = npt.NDArray[np.uint64]
LISTS = (ANNOTATORS_FOUND, LABEL_SET)


class NotCuttableError(Exception):
    """Why rows of some data cannot be read apart from each other; they are read in one piece."""


@dataclass(frozen=True)
class Sheet:
    """What is stated of a file for the reading of each of its blocks.

    Parameters
    ----------
    file
        The file.
    options
        How it is read.
    schema
        Its columns; None: those of the block.
    entry
        What the catalogue says of it.
    """

    file: SourceFile
    options: ReadOptions
    schema: pl.Schema | None = None
    entry: KnownFormOf | None = None

    def raw(self, parsed: Parsed) -> RawTable:
        """Return rows of the file with its columns.

        Raises
        ------
        NotCuttableError
            If its columns differ from block to block in a way that polars does not join.
        """
        frame = parsed.frame if self.schema is None else conformed(parsed.frame, self.schema)
        return RawTable(self.file.name, replace(parsed, frame=frame), (self.file,), split_in(self.file.name))


@dataclass(frozen=True)
class Surveyed:
    """What one block of a file comes to.

    Parameters
    ----------
    schema
        Its columns.
    read
        Its rows, malformed ones counted.
    parsed
        Without rows, but with all else that its reader says.
    first_rows
        The first row of each label, as it is in the file; one without a text where no other is there.
    counts
        Rows by label as found.
    roles, blank, cells, ids
        Of the columns, rows without a text, distinct cells of lists of labels, and the hashed values of each
        column that may hold ids, None where one is missing; as far as `refused` is None.
    parsed_columns
        Columns of parses in which every row has one.
    refused
        Why the block cannot be read by itself.
    """

    schema: pl.Schema
    read: int
    parsed: Parsed
    first_rows: pl.DataFrame
    counts: Mapping[str, int] = field(default_factory=dict)
    roles: Roles | None = None
    blank: tuple[BadRow, ...] = ()
    cells: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    ids: Mapping[str, Hashes | None] = field(default_factory=dict)
    parsed_columns: frozenset[str] = frozenset()
    refused: InputError | None = None

    def moved(self, rows: int) -> "Surveyed":
        """Return what the block comes to where so many rows of the file stand before it."""
        parsed = replace(self.parsed, malformed=_moved(self.parsed.malformed, rows))
        first = self.first_rows.with_columns(pl.col(ROW) + rows) if rows else self.first_rows
        return replace(self, parsed=parsed, blank=_moved(self.blank, rows), first_rows=first)


def _moved(bad: Iterable[BadRow], rows: int) -> tuple[BadRow, ...]:
    return tuple(replace(each, row=each.row + rows) for each in bad)


def survey(task: tuple[Cut, Sheet]) -> Surveyed:
    """Return what a block comes to; a refusal of its columns is kept, since other blocks may have more.

    Raises
    ------
    InputError
        If its bytes cannot be read.
    NotCuttableError
        If its rows cannot be read apart from others.
    """
    cut, sheet = task
    parsed = cut.parsed(sheet.options)
    if parsed.no_table:
        raise NotCuttableError(parsed.no_table)
    raw = sheet.raw(parsed)
    frame = raw.parsed.frame
    empty = replace(raw.parsed, frame=frame.clear())
    found = Surveyed(frame.schema, raw.read, empty, frame.clear())
    if not frame.height:
        return found
    try:
        return _settled(found, raw, sheet)
    except InputError as error:
        return replace(found, refused=error)


def _settled(found: Surveyed, raw: RawTable, sheet: Sheet) -> Surveyed:
    table = settle(raw, dropping(sheet.options), Decided(sheet.entry, NUMBERED))
    if _is_of_whole(table):
        raise NotCuttableError("labels of positions are told by all rows")
    _refuse_doubtful_rows(raw, table, sheet.options)
    first = table.frame.unique(FOUND, keep="first", maintain_order=True)[ROW]
    chosen = pl.col(ROW).is_in(first.implode()) if len(first) else pl.int_range(pl.len()) == 0
    counts = table.frame.drop_nulls(FOUND).group_by(FOUND).len().iter_rows()
    return replace(
        found,
        first_rows=compacted(raw.parsed.frame.filter(chosen)),
        counts=dict(counts),
        roles=table.roles,
        blank=table.malformed[len(raw.parsed.malformed) :],
        cells={name: tuple(cells_of(table.frame, name)[0]) for name in LISTS if name in table.frame.columns},
        parsed_columns=_complete(table.frame),
        ids={column: _hashes(table.raw.parsed.frame[column]) for column in table.roles.ids},
    )


def _refuse_doubtful_rows(raw: RawTable, table: NormalizedTable, options: ReadOptions) -> None:
    """Leave rows that may be votes, ids or lists to the reading in one piece, which says how to read them."""
    try:
        refuse_doubtful(raw, table, options)
    except InputError as why:
        raise NotCuttableError("its rows may be no pairs as they stand") from why


def _complete(frame: pl.DataFrame) -> frozenset[str]:
    there = [name for name in PARSE_COLUMNS if name in frame.columns]
    return frozenset(name for name in there if bool((frame[name].fill_null("") != "").all()))


def dropping(options: ReadOptions) -> ReadOptions:
    """Return options that leave malformed rows of a block out; the whole says whether there may be some."""
    return replace(options, on_malformed="drop")


def entry_of(cut: Cut, sheet: Sheet) -> KnownFormOf | None:
    """Return what the catalogue says of a file, by its first block.

    Raises
    ------
    NotCuttableError
        If it is read by a recipe that makes other rows.
    """
    raw = sheet.raw(cut.parsed(sheet.options))
    entry = recognised(raw, sheet.options)
    if entry is not None and entry.form.recipe.changes_rows:
        raise NotCuttableError("a recipe makes other rows of it")
    if any(
        isinstance(kind, pl.List) and isinstance(kind.inner, pl.Struct) for kind in raw.parsed.frame.dtypes
    ):
        raise NotCuttableError("it holds lists of records")
    return entry


def _is_of_whole(table: NormalizedTable) -> bool:
    votes = table.roles.distribution
    return len(votes) == 1 and isinstance(table.raw.parsed.frame.schema[votes[0]], pl.List)


def _hashes(column: pl.Series) -> Hashes | None:
    if column.dtype.is_nested() or column.null_count():
        return None
    return column.cast(pl.String, strict=False).hash().to_numpy()


def conformed(frame: pl.DataFrame, schema: pl.Schema) -> pl.DataFrame:
    """Return rows with the columns of the whole file: null where a block lacks one.

    Raises
    ------
    NotCuttableError
        If a type cannot become that of the whole.
    """
    if frame.schema == schema:
        return frame
    try:
        return pl.concat([pl.DataFrame(schema=schema), frame], how="diagonal_relaxed").select(schema.names())
    except pl.exceptions.PolarsError as error:
        raise NotCuttableError(str(error)) from None


def joined_schema(schemas: Sequence[pl.Schema]) -> pl.Schema:
    """Return the columns of a whole file from those of its blocks.

    Raises
    ------
    NotCuttableError
        If a column is nested in one block only.
    """
    distinct = list(dict.fromkeys(tuple(each.items()) for each in schemas))
    mixed = _mixed(distinct)
    empty = [
        pl.DataFrame(schema={name: pl.String() if name in mixed else kind for name, kind in each})
        for each in distinct
    ]
    try:
        whole = pl.concat(empty, how="diagonal_relaxed")
    except pl.exceptions.PolarsError as error:
        raise NotCuttableError(str(error)) from None
    return whole.select(*(name for name in whole.columns if name not in HIDDEN), *HIDDEN).schema


def _mixed(schemas: Sequence[tuple[tuple[str, pl.DataType], ...]]) -> set[str]:
    """Return columns of truth values in one block and numbers in another: all of them are text together."""
    kinds: dict[str, set[bool]] = {}
    for schema in schemas:
        for name, kind in schema:
            if kind == pl.Boolean or kind.is_numeric():
                kinds.setdefault(name, set()).add(kind == pl.Boolean)
    return {name for name, found in kinds.items() if len(found) > 1}


def merged_parsed(parts: Sequence[Surveyed]) -> Parsed:
    """Return what the reader says of the whole file, with the first row of each label in each block."""
    first = parts[0].parsed
    notes = _total(each.parsed.counted_notes for each in parts)
    return replace(
        first,
        frame=pl.concat([each.first_rows for each in parts], how="vertical"),
        malformed=tuple(bad for each in parts for bad in each.parsed.malformed),
        counted_notes=notes,
    )


def _total(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for each in counts:
        for key, n in each.items():
            total[key] = total.get(key, 0) + n
    return total


def merged_counts(parts: Sequence[Surveyed]) -> dict[str, int]:
    """Return rows by label as found of all blocks."""
    return _total(each.counts for each in parts)


def merged_cells(parts: Sequence[Surveyed]) -> dict[str, tuple[str | None, ...]]:
    """Return the distinct cells of lists of all blocks, and of labels as found."""
    names = dict.fromkeys(name for each in parts for name in each.cells)
    lists = {
        name: tuple(dict.fromkeys(cell for each in parts for cell in each.cells.get(name, ())))
        for name in names
    }
    return {**lists, FOUND: tuple(merged_counts(parts))}


def id_column(parts: Sequence[Surveyed]) -> tuple[str, Hashes | None]:
    """Return the first column that may hold ids whose values are complete and distinct, with their hashes.

    It is `NUMBERED` where there is none.
    """
    for column in parts[0].ids:
        found = [each.ids.get(column) for each in parts]
        if any(hashes is None for hashes in found):
            continue
        every = np.concatenate([hashes for hashes in found if hashes is not None])
        if are_distinct(every):
            return column, every
    return NUMBERED, None


def are_distinct(hashes: Hashes) -> bool:
    """Return whether no two 64-bit hashes are equal."""
    ordered = np.sort(hashes)
    return not (ordered[1:] == ordered[:-1]).any()
