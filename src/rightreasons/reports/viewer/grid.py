"""A table of figures from several runs: each cell as text, with what it is sorted by and how many items."""

from dataclasses import dataclass

from rightreasons.reports.results import shown_estimate, shown_points
from rightreasons.statistics.results import Estimate


@dataclass(frozen=True)
class GridCell:
    """One cell.

    Parameters
    ----------
    text
        The value with its interval.
    sort
        What it is sorted by; None comes last.
    n
        Items it rests on; None where that is no figure.
    about
        What it was measured on, where the column does not say it.
    key
        The run whose page says more.
    """

    text: str
    sort: float | str | None = None
    n: int | None = None
    about: str = ""
    key: str = ""

    @property
    def is_number(self) -> bool:
        """Whether it is a figure."""
        return self.n is not None


NOTHING = GridCell("–")


@dataclass(frozen=True)
class Grid:
    """A table whose first column names its rows.

    Parameters
    ----------
    columns
        Headings.
    rows
        One tuple a row, as long as `columns`.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[GridCell, ...], ...]

    def is_number(self, column: int) -> bool:
        """Whether a column holds figures."""
        return any(row[column].is_number for row in self.rows)


def figure_cell(figure: Estimate | None, about: str = "", key: str = "") -> GridCell:
    """Return a figure as a cell."""
    if figure is None:
        return NOTHING
    return GridCell(shown_estimate(figure), figure.value, figure.n, about, key)


def points_cell(figure: Estimate | None) -> GridCell:
    """Return a difference of two proportions as a cell, in percentage points."""
    if figure is None:
        return NOTHING
    return GridCell(shown_points(figure), figure.value, figure.n)


def text_cell(text: str, key: str = "") -> GridCell:
    """Return a text as a cell."""
    return GridCell(text, text.casefold(), key=key)
