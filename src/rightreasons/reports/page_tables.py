"""Tables as a page shows them: bounds beside their value, a link to the rows of a line, no endless lists."""

from collections.abc import Sequence
from dataclasses import dataclass

from rightreasons.findings import View
from rightreasons.printable import printable
from rightreasons.reports.columns import joined_columns, shown_with_bounds
from rightreasons.reports.leads import Leads

MOST_LINES = 250
LONGEST_TEXT = 2_000


@dataclass(frozen=True)
class PageLine:
    """One line.

    Parameters
    ----------
    cells
        As text.
    link
        To its rows, if it has some.
    """

    cells: tuple[str, ...]
    link: str | None


@dataclass(frozen=True)
class PageTable:
    """A table ready to be written.

    Parameters
    ----------
    title
        What it shows.
    headings
        One a column.
    numeric
        Whether a column is one of numbers, which stand on the right.
    lines
        The first `MOST_LINES`.
    total
        How many lines there are in all.
    """

    title: str
    headings: tuple[str, ...]
    numeric: tuple[bool, ...]
    lines: tuple[PageLine, ...]
    total: int

    @property
    def leads(self) -> bool:
        """Whether a line leads to rows."""
        return any(line.link for line in self.lines)


def page_table(table: View, leads: Leads | None = None) -> PageTable:
    """Return a table of a finding, or of a chart, for a page."""
    plain, bounds = joined_columns(table)
    lines = tuple(
        PageLine(
            tuple(
                printable(shown_with_bounds(row, place, bounds.get(place)), LONGEST_TEXT) for place in plain
            ),
            leads.of_line(table, row) if leads else None,
        )
        for row in table.rows[:MOST_LINES]
    )
    headings = tuple(printable(table.columns[place], LONGEST_TEXT).replace("_", " ") for place in plain)
    numeric = tuple(_is_numeric(table, place) for place in plain)
    return PageTable(table.title, headings, numeric, lines, len(table.rows))


def _is_numeric(table: View, place: int) -> bool:
    cells: Sequence[object] = [row[place] for row in table.rows if row[place] is not None]
    return bool(cells) and all(isinstance(cell, int | float) and not isinstance(cell, bool) for cell in cells)
