"""`items.parquet` of data in blocks: a block of rows at a time, never all of them in memory."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import numpy as np
import polars as pl

from rightreasons.artifacts.equal_rows import Flags
from rightreasons.artifacts.row_tables import Table, rows_of
from rightreasons.engine.progress import Progress, pair_progress
from rightreasons.findings import Finding
from rightreasons.jobs.auditing.items import base_items, with_items_of
from rightreasons.jobs.datasets import AuditData
from rightreasons.pairs import PairTable
from rightreasons.sources.blocks.source import PairSource

Columns = Mapping[str, Mapping[str, Table]]
"""What measures say of every row: by set, then by measure, in the order of the rows."""


@dataclass(frozen=True)
class ItemBlocks:
    """Every row with what each measure says of it.

    Parameters
    ----------
    source
        The audited set.
    data
        Its sample, and the tests.
    on_sample
        Findings whose items are those of the sample and of the tests.
    columns
        What measures that count all rows say of them.
    chosen
        Whether each row is in the sample, shape (rows,).
    sizes
        Rows kept of each block.
    progress
        Told how many blocks are written.
    more
        Rows of the audited set that follow those of the blocks.
    """

    source: PairSource
    data: AuditData
    on_sample: Sequence[Finding]
    columns: Columns
    chosen: Flags = field(repr=False)
    sizes: Sequence[int]
    progress: Progress
    more: Sequence[PairTable] = ()

    def of_sample(self) -> pl.DataFrame:
        """Return the rows of the sample and of the tests."""
        train = self.data.train
        places = np.flatnonzero(self.chosen)
        own = base_items(train, train.groups).hstack(self._columns_at(train.name, places))
        parts = [own, *self._tests()]
        return with_items_of(pl.concat(parts, how="diagonal_relaxed"), self.on_sample, train.name)

    def write(self, path: Path) -> None:
        """Write all rows."""
        from polars.io.plugins import register_io_source

        schema = self.of_sample().clear().schema
        names = schema.names()

        def blocks(
            _columns: object, _predicate: object, _rows: object, _size: object
        ) -> Iterator[pl.DataFrame]:
            for frame in self._blocks():
                yield pl.concat([pl.DataFrame(schema=schema), frame], how="diagonal_relaxed").select(names)

        rows = register_io_source(blocks, schema=schema)
        rows.sink_parquet(path, maintain_order=True)

    def _blocks(self) -> Iterator[pl.DataFrame]:
        train, start = self.data.train, 0
        written = pair_progress(self.progress, "items", len(self.sizes))
        blocks = (block.read().with_gold() for block in self.source.blocks)
        for table in chain(blocks, self.more):
            places = np.arange(start, start + len(table))
            frame = base_items(table, train.groups).hstack(self._columns_at(train.name, places))
            yield with_items_of(frame, self.on_sample, train.name)
            start += len(table)
            written(len(table))
        tests = self._tests()
        if tests:
            yield with_items_of(pl.concat(tests, how="diagonal_relaxed"), self.on_sample, train.name)

    def _columns_at(self, name: str, places: "np.ndarray[tuple[int], np.dtype[np.intp]]") -> pl.DataFrame:
        found = [rows_of(table, places) for table in self.columns.get(name, {}).values()]
        return pl.concat(found, how="horizontal") if found else pl.DataFrame()

    def _tests(self) -> list[pl.DataFrame]:
        return [
            base_items(table, self.data.train.groups).hstack(self._columns_at(name, np.arange(len(table))))
            for name, table in self.data.tests.items()
        ]
