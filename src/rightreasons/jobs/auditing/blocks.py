"""A pass over the blocks of a source: each is read and counted where the engine runs, parts are merged."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.equal_rows import Flags, HashedRows
from rightreasons.engine.compact import compacted
from rightreasons.engine.folding import fold
from rightreasons.engine.memory import remembering
from rightreasons.engine.progress import Progress, pair_progress
from rightreasons.engine.running import Workplace
from rightreasons.errors import EmptyDataError
from rightreasons.measures import MEASURES
from rightreasons.measures.blocks import Blocks
from rightreasons.measures.data.inputs import AuditInputs, PreparedTexts
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.sources.blocks.source import Block, Kept, PairSource

Parts = Mapping[str, Any]


def blocks_of(names: Sequence[str], columns: Sequence[str] = ()) -> dict[str, Blocks[Any]]:
    """Return how each measure is taken block by block, of those that are where data have these columns."""
    stated = {name: getattr(import_module(MEASURES.load(name).__module__), "BLOCKS", None) for name in names}
    return {
        name: how for name, how in stated.items() if isinstance(how, Blocks) and how.can_be_taken(columns)
    }


@dataclass(frozen=True)
class CountedBlock:
    """What a block comes to.

    Parameters
    ----------
    file
        The number of its file.
    kept
        What became of its rows.
    parts
        By measure; none of a block without rows.
    rows
        Its rows as hashes; None of a block without rows.
    """

    file: int
    kept: Kept
    parts: Parts
    rows: HashedRows | None

    @property
    def count(self) -> int:
        """How many rows are kept."""
        return self.kept.account.kept


@dataclass(frozen=True)
class _Task:
    """A block to be counted."""

    block: Block
    measures: tuple[str, ...]
    tokenisation: str


def _counted(task: _Task) -> CountedBlock:
    table = task.block.read().with_gold()
    kept, number = Kept.of(table), task.block.file.number
    if not len(table):
        return CountedBlock(number, kept, {}, None)
    with remembering():
        parts = parts_of(table, task.measures, task.tokenisation)
        return CountedBlock(number, kept, parts, HashedRows.of(table))


def parts_of(table: PairTable, measures: Sequence[str], tokenisation: str) -> dict[str, Any]:
    """Return what the rows of a table come to by measure."""
    splits = {table.name: table}
    inputs = AuditInputs(splits, PreparedTexts(splits, tokenisation))
    return {name: inputs.call(name, how.partial) for name, how in blocks_of(measures).items()}


@dataclass(frozen=True)
class Counted:
    """What all blocks come to.

    Parameters
    ----------
    kept
        What became of the rows of each file, by its number.
    sizes
        Rows kept of each block.
    parts
        By measure.
    rows
        All rows kept, as hashes.
    """

    kept: Mapping[int, Kept]
    sizes: tuple[int, ...]
    parts: Parts
    rows: HashedRows = field(repr=False)


def counted_source(
    source: PairSource, measures: Sequence[str], tokenisation: str, place: Workplace, progress: Progress
) -> Counted:
    """Read every block once and count it.

    Parameters
    ----------
    source
        The data.
    measures
        Which are counted, of those that can be.
    tokenisation
        How texts are divided.
    place
        Where blocks are read and counted.
    progress
        Told how many blocks are done.

    Raises
    ------
    EmptyDataError
        If no row has a gold label.
    """
    tasks = [_Task(block, tuple(measures), tokenisation) for block in source.blocks]
    kept: dict[int, Kept] = {}
    sizes: list[int] = []

    def accounted(found: Iterable[CountedBlock]) -> Iterator[CountedBlock]:
        counted = pair_progress(progress, "count", len(tasks))
        for each in found:
            kept[each.file] = kept[each.file] + each.kept if each.file in kept else each.kept
            sizes.append(each.count)
            counted(each.kept.account.read)
            if each.rows is not None:
                yield each

    merged = _folded(accounted(place.map(_counted, tasks)), blocks_of(measures))
    if merged is None or merged.rows is None:
        raise EmptyDataError(
            f"no row with a gold label in '{printable(source.name)}'", "labelled pairs", "check --label-map"
        )
    return Counted(kept, tuple(sizes), merged.parts, merged.rows)


def _folded(found: Iterator[CountedBlock], how: Mapping[str, Blocks[Any]]) -> CountedBlock | None:
    def merge(one: CountedBlock, other: CountedBlock) -> CountedBlock:
        parts = _merged(one.parts, other.parts, how)
        rows = one.rows + other.rows if one.rows is not None and other.rows is not None else None
        return replace(one, parts=parts, rows=rows)

    first = next(found, None)
    return None if first is None else fold(chain((first,), found), merge)


def _merged(one: Parts, other: Parts, how: Mapping[str, Blocks[Any]]) -> dict[str, Any]:
    """Merge the parts of every measure; what several measures have in common is merged once."""
    made: dict[tuple[Any, ...], Any] = {}
    for name, part in one.items():
        key = (how[name].merge, id(part), id(other[name]))
        if key not in made:
            made[key] = how[name].merge(part, other[name])
    return {name: made[how[name].merge, id(part), id(other[name])] for name, part in one.items()}


@dataclass(frozen=True)
class _Chosen:
    """A block of which some rows are wanted."""

    block: Block
    places: npt.NDArray[np.intp]


def _rows_of(task: _Chosen) -> PairTable:
    table = task.block.read().with_gold()
    return replace(table, frame=compacted(table.frame[task.places]))


def chosen_rows(
    source: PairSource, sizes: Sequence[int], chosen: Flags, place: Workplace, progress: Progress
) -> Iterator[PairTable]:
    """Yield some rows of every block that has some.

    Parameters
    ----------
    source
        The data.
    sizes
        Rows kept of each block.
    chosen
        Whether each row kept is wanted, shape (rows,).
    place
        Where blocks are read.
    progress
        Told how many blocks are done.
    """
    start, tasks = 0, []
    for block, size in zip(source.blocks, sizes, strict=True):
        places = chosen[start : start + size].nonzero()[0]
        start += size
        if len(places):
            tasks.append(_Chosen(block, places))
    drawn = pair_progress(progress, "sample", len(tasks))
    for table in place.map(_rows_of, tasks):
        drawn(len(table))
        yield table
