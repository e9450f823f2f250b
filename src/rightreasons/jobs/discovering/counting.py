"""Passes over the blocks of a source: words and texts are counted, then rules are looked up in every row."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.equal_rows import HashedRows
from rightreasons.discovery.proof import Flags
from rightreasons.engine.folding import fold
from rightreasons.engine.memory import remembering
from rightreasons.engine.progress import Progress, pair_progress
from rightreasons.engine.running import Workplace
from rightreasons.errors import EmptyDataError
from rightreasons.pairs import PARSE_COLUMNS, PairTable
from rightreasons.printable import printable
from rightreasons.shortcuts.block import Block as RuleBlock
from rightreasons.shortcuts.predicates.frequency import merged_counts, of_larger_data, word_counts
from rightreasons.shortcuts.rule import Rule
from rightreasons.sources.blocks.source import Block, Kept, PairSource

Bits = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class CountedRows:
    """What all blocks come to.

    Parameters
    ----------
    kept
        What became of the rows of each file, by its number.
    sizes
        Rows kept of each block.
    words
        How often each word stands in them: ``word``, ``count``.
    rows
        All rows kept, as hashes.
    """

    kept: Mapping[int, Kept]
    sizes: tuple[int, ...]
    words: pl.DataFrame = field(repr=False)
    rows: HashedRows = field(repr=False)

    def with_tables(self, tables: Iterable[PairTable]) -> "CountedRows":
        """Return the same with rows of tables behind them, which `kept` and `sizes` do not count."""
        part = _Part(self.words, self.rows)
        for table in tables:
            part = part + _part_of(table)
        return replace(self, words=part.words, rows=part.rows)


@dataclass(frozen=True)
class _Part:
    """Some rows."""

    words: pl.DataFrame
    rows: HashedRows

    def __add__(self, other: "_Part") -> "_Part":
        return _Part(merged_counts(self.words, other.words), self.rows + other.rows)


@dataclass(frozen=True)
class _CountedBlock:
    """What a block comes to; no part of one without rows."""

    file: int
    kept: Kept
    part: _Part | None


def _part_of(table: PairTable) -> _Part:
    with remembering():
        return _Part(word_counts(RuleBlock(table)), HashedRows.of(table))


def _counted(block: Block) -> _CountedBlock:
    table = block.read().with_gold()
    return _CountedBlock(block.file.number, Kept.of(table), _part_of(table) if len(table) else None)


def counted_rows(source: PairSource, place: Workplace, progress: Progress) -> CountedRows:
    """Read every block once, and count words and hash texts.

    Parameters
    ----------
    source
        The data.
    place
        Where blocks are read.
    progress
        Told how many blocks are done.

    Raises
    ------
    EmptyDataError
        If no row has a gold label.
    """
    kept: dict[int, Kept] = {}
    sizes: list[int] = []

    def parts(found: Iterable[_CountedBlock]) -> Iterator[_Part]:
        counted = pair_progress(progress, "count", len(source.blocks))
        for each in found:
            kept[each.file] = kept[each.file] + each.kept if each.file in kept else each.kept
            sizes.append(each.kept.account.kept)
            counted(each.kept.account.read)
            if each.part is not None:
                yield each.part

    every = parts(place.map(_counted, source.blocks))
    first = next(every, None)
    if first is None:
        raise EmptyDataError(
            f"no row with a gold label in '{printable(source.name)}'", "labelled pairs", "check --label-map"
        )
    whole = fold(chain((first,), every), _Part.__add__)
    return CountedRows(kept, tuple(sizes), whole.words, whole.rows)


@dataclass(frozen=True)
class Lookup:
    """How predicates are looked up in a part of the data as in the whole.

    Parameters
    ----------
    words
        How often each word stands in all rows.
    parses
        The columns of parses that every row has; others count as none.
    """

    words: pl.DataFrame = field(repr=False)
    parses: frozenset[str]

    def block(self, table: PairTable) -> RuleBlock:
        """Return some pairs as a block of the whole."""
        left = [name for name in PARSE_COLUMNS if name in table.frame.columns and name not in self.parses]
        return of_larger_data(RuleBlock(replace(table, frame=table.frame.drop(left))), self.words)

    def held(self, table: PairTable, rules: Sequence[Rule]) -> Bits:
        """Return of which pairs each rule holds, as bits: shape (rules, bytes)."""
        block = self.block(table)
        return np.packbits(np.array([each.holds(block) for each in rules], dtype=np.bool_), axis=1)


@dataclass(frozen=True)
class _Asked:
    """A block in which rules are looked up."""

    block: Block
    rules: tuple[Rule, ...]
    lookup: Lookup


@dataclass(frozen=True)
class _Held:
    """Of which rows of a block each rule holds."""

    rows: int
    bits: Bits


def _held(task: _Asked) -> _Held:
    table = task.block.read().with_gold()
    with remembering():
        return _Held(len(table), task.lookup.held(table, task.rules))


def held_everywhere(
    source: PairSource,
    more: Sequence[PairTable],
    rules: Sequence[Rule],
    lookup: Lookup,
    place: Workplace,
    progress: Progress,
) -> list[Flags]:
    """Return of which rows each rule holds, shape (rows,) each; rows of `more` follow those of the source."""
    if not rules:
        return []
    asked = pair_progress(progress, "rules", len(source.blocks))
    parts: list[Bits] = []
    tasks = [_Asked(block, tuple(rules), lookup) for block in source.blocks]
    for found in place.map(_held, tasks):
        parts.append(np.unpackbits(found.bits, axis=1, count=found.rows))
        asked(found.rows)
    parts += [np.unpackbits(lookup.held(table, rules), axis=1, count=len(table)) for table in more]
    return list(np.concatenate(parts, axis=1).view(np.bool_))
