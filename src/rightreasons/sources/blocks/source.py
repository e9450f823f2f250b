"""Data as blocks of pairs: cut, surveyed, and read block by block with what the survey decided."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import polars as pl

from rightreasons.engine.progress import Progress, pair_progress, silent
from rightreasons.engine.running import Workplace
from rightreasons.labels import Label
from rightreasons.pairs import CORE_COLUMNS, LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.sources.blocks.cuts import Cut
from rightreasons.sources.blocks.cutting import Shard
from rightreasons.sources.blocks.surveying import (
    Hashes,
    NotCuttableError,
    Sheet,
    Surveyed,
    are_distinct,
    dropping,
    entry_of,
    id_column,
    joined_schema,
    merged_cells,
    merged_counts,
    merged_parsed,
    survey,
)
from rightreasons.sources.concatenation import concatenated
from rightreasons.sources.gold import Meaning
from rightreasons.sources.labelled import MALFORMED, Cells, count_warnings, labelled, meaning_of, place_of
from rightreasons.sources.normalized import Decided, NormalizedTable, refuse_malformed, settle
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import RawTable
from rightreasons.sources.selected import notes_of, selected, with_origin


@dataclass(frozen=True)
class FileReading:
    """How every block of a file is read.

    Parameters
    ----------
    number
        Which of the files it is.
    sheet
        The file, its options, columns and entry in the catalogue.
    decided
        What the survey decided.
    meaning, cells
        What labels mean, by those of all files.
    alone
        Whether it is the only file.
    prefix
        What stands before its ids, so that those of several files differ.
    """

    number: int
    sheet: Sheet
    decided: Decided
    meaning: Meaning
    cells: Cells
    alone: bool
    prefix: str = ""

    def pairs(self, table: NormalizedTable, raw: RawTable) -> PairTable:
        """Return the pairs of some rows of the file."""
        options = self.sheet.options
        found = with_origin(labelled(table, self.meaning, options, self.cells), raw, 1 if self.alone else 2)
        return selected(found, raw, options.split)

    def block(self, cut: Cut) -> PairTable:
        """Return the pairs of a block; its account is that of its rows."""
        raw = self.sheet.raw(cut.parsed(self.sheet.options))
        if not raw.parsed.frame.height:
            return self.empty(raw)
        pairs = self.pairs(settle(raw, dropping(self.sheet.options), self.decided), raw)
        return replace(pairs, frame=pairs.frame.with_columns(id=pl.lit(self.prefix) + pl.col("id")))

    def empty(self, raw: RawTable) -> PairTable:
        """Return the pairs of a block in which every row is malformed."""
        texts = pl.Schema(dict.fromkeys(CORE_COLUMNS, pl.String()))
        places = (place_of(raw.name, bad) for bad in raw.parsed.malformed)
        account = Account(raw.read, raw.read).drop(MALFORMED, raw.read, places)
        labels = pl.col("label").cast(LABEL_TYPE)
        frame = pl.DataFrame(schema=texts).with_columns(labels)
        return PairTable(frame, Provenance(raw.name), account)


@dataclass(frozen=True)
class Block:
    """One block of pairs, to be read wherever its file can be reached.

    Parameters
    ----------
    cut
        Where it is.
    file
        How its file is read.
    schema
        The columns of the pairs of all files.
    name
        What the data are called.
    """

    cut: Cut
    file: FileReading
    schema: pl.Schema
    name: str

    def read(self) -> PairTable:
        """Return its pairs.

        Raises
        ------
        InputError
            If the file is no longer what it was.
        """
        pairs = self.file.block(self.cut)
        empty = pl.DataFrame(schema=self.schema)
        frame = pl.concat([empty, pairs.frame], how="diagonal_relaxed").select(self.schema.names())
        return PairTable(frame, replace(pairs.provenance, name=self.name), pairs.account)


@dataclass(frozen=True)
class Kept:
    """What became of the rows of some blocks of one file.

    Parameters
    ----------
    account
        Of its rows.
    counts
        Rows kept, by label.
    """

    account: Account
    counts: Mapping[Label, int]

    @classmethod
    def of(cls, pairs: PairTable) -> "Kept":
        """Return what became of the rows of a block."""
        return cls(pairs.account, pairs.counts())

    def __add__(self, other: "Kept") -> "Kept":
        labels = dict.fromkeys((*self.counts, *other.counts))
        counts = {label: self.counts.get(label, 0) + other.counts.get(label, 0) for label in labels}
        return Kept(self.account + other.account, counts)


@dataclass(frozen=True)
class PairSource:
    """Pairs of any number of rows, in blocks.

    Parameters
    ----------
    name
        What the data are called.
    blocks
        In the order of their rows.
    shapes
        Each file as a table without rows: its columns and what is known of it.
    tables
        Each file as the survey left it.
    parsed
        Of each file, the columns of parses that are complete.
    notes
        What a reader should know of the whole, such as files that were skipped.
    """

    name: str
    blocks: tuple[Block, ...]
    shapes: tuple[PairTable, ...]
    tables: tuple[NormalizedTable, ...]
    parsed: tuple[frozenset[str], ...]
    notes: tuple[str, ...] = ()

    @property
    def schema(self) -> pl.Schema:
        """The columns of the pairs."""
        return self.blocks[0].schema

    @property
    def rows(self) -> int:
        """Rows in the source."""
        return sum(table.read for table in self.tables)

    def has_parses(self, side: str) -> bool:
        """Return whether every row has a parse of its premise or hypothesis."""
        return any(
            all(column in each for each in self.parsed)
            for column in (f"{side}_binary_parse", f"{side}_parse")
        )

    def pairs(self) -> Iterator[PairTable]:
        """Yield the pairs of every block."""
        return (block.read() for block in self.blocks)

    def described(self, kept: Mapping[int, Kept]) -> tuple[Provenance, Account]:
        """Return what a table of all pairs says of them.

        Parameters
        ----------
        kept
            What became of the rows of each file, by its number.
        """
        tables = [self._whole(number, kept[number]) for number in range(len(self.shapes))]
        whole = tables[0].named(self.name) if len(tables) == 1 else concatenated(tables, self.name)
        notes = (*self.notes, *notes_of(tables))
        account = tables[0].account
        for each in tables[1:]:
            account = account + each.account
        return replace(whole.provenance, notes=notes), account

    def _whole(self, number: int, kept: Kept) -> PairTable:
        """Return a file without rows, with account and notes as if it had been read in one piece."""
        shape, table = self.shapes[number], self.tables[number]
        warnings = count_warnings(table.entry, table.read, kept.counts, shape.provenance.gold_rule)
        first = tuple(place_of(table.raw.name, bad) for bad in table.malformed[:5])
        dropped = [
            replace(each, where=first) if each.reason == MALFORMED else each for each in kept.account.dropped
        ]
        dropped.sort(key=lambda each: each.reason != MALFORMED)
        provenance = replace(shape.provenance, notes=(*shape.provenance.notes, *warnings))
        return replace(shape, provenance=provenance, account=replace(kept.account, dropped=tuple(dropped)))


def surveyed_source(
    name: str,
    shards: Sequence[Shard],
    options: ReadOptions,
    place: Workplace,
    notes: tuple[str, ...],
    progress: Progress,
) -> PairSource:
    """Survey files and return them as blocks.

    Parameters
    ----------
    name
        What the data are called.
    shards
        The files, cut.
    options
        How they are read.
    place
        Where blocks are surveyed.
    notes
        What a reader should know of the whole.
    progress
        Told how many blocks are done.

    Raises
    ------
    InputError
        For what is wrong with the data.
    NotCuttableError
        If they have to be read in one piece.
    """
    filled = [shard for shard in shards if shard.cuts]
    sheets = [Sheet(shard.file, options) for shard in filled]
    sheets = [
        replace(sheet, entry=entry_of(shard.cuts[0], sheet))
        for sheet, shard in zip(sheets, filled, strict=True)
    ]
    tasks = [(cut, sheet) for shard, sheet in zip(filled, sheets, strict=True) for cut in shard.cuts]
    parts = _by_file(filled, _surveyed(tasks, place, progress))
    files = [
        _file(shard, sheet, each, place) for shard, sheet, each in zip(filled, sheets, parts, strict=True)
    ]
    files = [each for each in files if each.table.read]
    if not files:
        raise NotCuttableError("no rows")
    return _source(name, files, notes)


@dataclass(frozen=True)
class _File:
    """A file that was surveyed."""

    cuts: tuple[Cut, ...]
    sheet: Sheet
    decided: Decided
    raw: RawTable
    table: NormalizedTable
    cells: Cells
    counts: Mapping[str, int]
    ids: Hashes | None
    parsed: frozenset[str]


def _surveyed(
    tasks: Sequence[tuple[Cut, Sheet]], place: Workplace, progress: Progress = silent
) -> Iterator[Surveyed]:
    if not tasks:
        return
    surveyed = pair_progress(progress, "survey", len(tasks))
    for found in place.map(survey, tasks):
        surveyed(found.read)
        yield found


def _by_file(shards: Sequence[Shard], found: Iterator[Surveyed]) -> list[list[Surveyed]]:
    return [[next(found) for _ in shard.cuts] for shard in shards]


def _file(shard: Shard, sheet: Sheet, parts: Sequence[Surveyed], place: Workplace) -> _File:
    schema = joined_schema([each.schema for each in parts])
    sheet = replace(sheet, schema=schema)
    again = [at for at, each in enumerate(parts) if each.schema != schema or each.refused]
    redone = dict(zip(again, _surveyed([(shard.cuts[at], sheet) for at in again], place), strict=True))
    parts = [redone.get(at, each) for at, each in enumerate(parts)]
    if (refused := next((each.refused for each in parts if each.refused), None)) is not None:
        raise refused
    cuts, placed, row = [], [], 0
    for cut, each in zip(shard.cuts, parts, strict=True):
        is_text = cut.format != "parquet"
        cuts.append(replace(cut, row=row) if is_text else cut)
        placed.append(each.moved(row) if is_text else each)
        row += each.read
    return _decided(tuple(cuts), sheet, placed)


def _decided(cuts: tuple[Cut, ...], sheet: Sheet, parts: Sequence[Surveyed]) -> _File:
    filled = [each for each in parts if each.roles is not None]
    if not filled or any(each.roles != filled[0].roles for each in filled):
        raise NotCuttableError("columns play other roles in other blocks")
    read = sum(each.read for each in parts)
    raw = sheet.raw(merged_parsed(parts))
    refuse_malformed(raw, raw.parsed.malformed, sheet.options, read)
    blank = tuple(bad for each in parts for bad in each.blank)
    refuse_malformed(raw, blank, sheet.options, read)
    column, ids = id_column(filled)
    parsed = frozenset.intersection(*(each.parsed_columns for each in filled))
    decided = Decided(sheet.entry, column)
    table = settle(raw, dropping(sheet.options), decided)
    table = replace(table, read=read, malformed=(*raw.parsed.malformed, *blank), cleaned=())
    return _File(cuts, sheet, decided, raw, table, merged_cells(filled), merged_counts(filled), ids, parsed)


def _source(name: str, files: Sequence[_File], notes: tuple[str, ...]) -> PairSource:
    counts: dict[str, int] = {}
    for each in files:
        for label, rows in each.counts.items():
            counts[label] = counts.get(label, 0) + rows
    meanings = meaning_of([each.table for each in files], counts)
    clash = ids_clash(files)
    readings = [
        FileReading(
            number,
            each.sheet,
            each.decided,
            meaning,
            each.cells,
            len(files) == 1,
            f"{number}:{each.raw.name}:" if clash else "",
        )
        for number, (each, meaning) in enumerate(zip(files, meanings, strict=True))
    ]
    shapes = tuple(_shape(reading, each) for reading, each in zip(readings, files, strict=True))
    whole = shapes[0].named(name) if len(shapes) == 1 else concatenated(shapes, name)
    blocks = tuple(
        Block(cut, reading, whole.frame.schema, name)
        for reading, each in zip(readings, files, strict=True)
        for cut in each.cuts
    )
    return PairSource(
        name, blocks, shapes, tuple(each.table for each in files), tuple(each.parsed for each in files), notes
    )


def _shape(reading: FileReading, file: _File) -> PairTable:
    """Return a file without rows; the rows that stand for it say which columns its pairs have."""
    sheet = replace(reading.sheet, options=replace(reading.sheet.options, on_missing_gold="keep"))
    pairs = replace(reading, sheet=sheet).pairs(file.table, file.raw)
    return replace(pairs, frame=pairs.frame.clear(), account=Account(0, 0))


def ids_clash(files: Sequence[_File]) -> bool:
    """Return whether an id stands in two files: rows of both have one number, or hashes of ids are equal."""
    named = [each.ids for each in files if each.ids is not None]
    numbered = [each.table for each in files if each.ids is None]
    return (len(named) > 1 and not are_distinct(np.concatenate(named))) or any(
        _share_a_number(one, other) for one, other in combinations(numbered, 2)
    )


def _share_a_number(one: NormalizedTable, other: NormalizedTable) -> bool:
    left_out = {bad.row for table in (one, other) for bad in table.malformed}
    return any(row not in left_out for row in range(min(one.read, other.read)))
