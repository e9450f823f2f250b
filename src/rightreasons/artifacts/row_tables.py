"""Columns of many rows, read where they are looked at: they may lie in a file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.engine.row_columns import RowColumn

Places = npt.NDArray[np.intp]


@dataclass(frozen=True)
class RowTable:
    """What is said of each row of a set, in the order of the rows; those of parts of a set are put together.

    Parameters
    ----------
    columns
        By name; None: nothing can be said, and every row has null.
    finish
        Makes of columns as they are kept those that are looked at.
    """

    columns: Mapping[str, RowColumn[Any] | None]
    finish: Callable[[pl.DataFrame], pl.DataFrame] | None = None

    def __add__(self, other: "RowTable") -> "RowTable":
        return RowTable({name: _added(own, other.columns[name]) for name, own in self.columns.items()})

    def at(self, places: Places | None = None) -> pl.DataFrame:
        """Return some rows, or all.

        Parameters
        ----------
        places
            Which, ascending.
        """
        read = {name: None if own is None else _at(own, places) for name, own in self.columns.items()}
        rows = next((len(values) for values in read.values() if values is not None), 0)
        nulls = pl.Series([None] * rows, dtype=pl.Boolean)
        found = {name: nulls if values is None else values for name, values in read.items()}
        table = pl.DataFrame(found, nan_to_null=True)
        return table if self.finish is None else self.finish(table)


@dataclass(frozen=True)
class MadeRows:
    """What is said of each row of a set, made where it is looked at.

    Parameters
    ----------
    rows
        How many there are.
    make
        Makes some of them, given in ascending order.
    """

    rows: int
    make: Callable[[Places], pl.DataFrame]

    def at(self, places: Places | None = None) -> pl.DataFrame:
        """Return some rows, or all; `places` ascend."""
        return self.make(np.arange(self.rows) if places is None else places)


Table = pl.DataFrame | RowTable | MadeRows


def rows_of(table: Table, places: Places) -> pl.DataFrame:
    """Return some rows of a table, in memory or not; `places` ascend."""
    return table[places] if isinstance(table, pl.DataFrame) else table.at(places)


def _added(own: RowColumn[Any] | None, other: RowColumn[Any] | None) -> RowColumn[Any] | None:
    return None if own is None or other is None else own + other


def _at(column: RowColumn[Any], places: Places | None) -> npt.NDArray[Any]:
    return column.whole() if places is None else column.at(places)
