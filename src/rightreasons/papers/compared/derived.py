"""Figures that follow from other figures of the same paper: they check its arithmetic."""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from rightreasons.papers.compared.reproduction import Answer
from rightreasons.papers.compared.rounding import number
from rightreasons.papers.printed import PrintedCell
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate

_EXACT = "arithmetic on printed figures"
Place = tuple[str, str, str, str]


def place(cell: PrintedCell, column: str | None = None, row: str | None = None) -> Place:
    """Return where another cell of the same item and split stands."""
    return cell.item, row or cell.row, column or cell.column, cell.split


def values(cells: Iterable[PrintedCell]) -> Mapping[Place, Decimal]:
    """Return every printed number by item, row, column and split."""
    found = ((place(cell), number(cell.printed)) for cell in cells)
    return {where: value for where, value in found if value is not None}


def derived(value: Decimal | float, unit: str, n: int = 0, by: str = "") -> Answer:
    """Return a figure computed from printed ones, which is exact: it has no interval.

    Parameters
    ----------
    value, unit, n
        The figure in the unit of its cell, and how many items it is over; 0 where that is not printed.
    by
        How it was computed; empty: from the other columns as printed.
    """
    return Answer(
        Estimate(float(value), unit, n, reason=_EXACT), by or fill("reproduced_by.other_columns"), "derived"
    )
