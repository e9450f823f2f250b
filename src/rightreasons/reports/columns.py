"""How a table of figures becomes one that fits a screen: bounds beside their value, no more than fits."""

from collections.abc import Sequence

from rightreasons.findings import Cell, View
from rightreasons.printable import printable
from rightreasons.reports.results import shown_cell

LONGEST_CELL = 48
GAP = 3


def fitted(table: View, rows: int, width: int) -> tuple[list[str], list[list[str]]]:
    """Return headings and cells as text: bounds joined to their value, and the first columns that fit.

    Parameters
    ----------
    table
        Any table of a finding. Columns ``X_low`` and ``X_high`` are the bounds of ``X``; bare ``low`` and
        ``high`` are those of its first column of fractions.
    rows
        The most rows shown.
    width
        Characters a line may have.
    """
    plain, bounds = joined_columns(table)
    columns = [_column(table, position, bounds.get(position), rows) for position in plain]
    kept: list[list[str]] = []
    for column in columns:
        taken = sum(max(map(len, each)) + GAP for each in [*kept, column])
        if kept and taken > width:
            break
        kept.append(column)
    return [column[0] for column in kept], [list(row) for row in zip(*(c[1:] for c in kept), strict=True)]


def _column(table: View, position: int, bounds: tuple[int, int] | None, rows: int) -> list[str]:
    cells = [shown_with_bounds(row, position, bounds) for row in table.rows[:rows]]
    return [table.columns[position].replace("_", " "), *(printable(cell, LONGEST_CELL) for cell in cells)]


def joined_columns(table: View) -> tuple[list[int], dict[int, tuple[int, int]]]:
    """Return the positions of the columns that are no bounds, and the bounds' positions by their value's."""
    return [position for position, name in enumerate(table.columns) if not _is_bound(name)], _bounds(table)


def shown_with_bounds(row: Sequence[Cell], position: int, bounds: tuple[int, int] | None) -> str:
    """Return a cell as text, with its bounds behind it where they are known."""
    shown = shown_cell(row[position])
    if bounds is None or row[bounds[0]] is None or row[bounds[1]] is None:
        return shown
    return f"{shown} ({shown_cell(row[bounds[0]])} to {shown_cell(row[bounds[1]])})"


def _is_bound(name: str) -> bool:
    return name in ("low", "high") or name.endswith(("_low", "_high"))


def _bounds(table: View) -> dict[int, tuple[int, int]]:
    names = {name: position for position, name in enumerate(table.columns)}
    found = {
        position: (names[f"{name}_low"], names[f"{name}_high"])
        for name, position in names.items()
        if f"{name}_low" in names and f"{name}_high" in names
    }
    if "low" in names and "high" in names:
        fractions = (p for p in range(len(names)) if any(isinstance(row[p], float) for row in table.rows))
        first = next(fractions, None)
        if first is not None:
            found[first] = (names["low"], names["high"])
    return found
