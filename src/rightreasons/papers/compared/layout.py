"""A table as the paper lays it out: in every cell what is printed, ours, and the difference with interval."""

from collections.abc import Mapping, Sequence

from rightreasons.findings import View
from rightreasons.papers.compared.reproduction import Reproduction
from rightreasons.papers.compared.rounding import number
from rightreasons.sentences.templates import fill

_OTHER = ("other data", "other model", "other definition")
_SHARE_FILLED = 0.5
_Placed = Mapping[tuple[str, str], Reproduction]


def laid_out(rows: Sequence[Reproduction]) -> View | None:
    """Return the figures of an item by row and column; the split stands with that which leaves fewer gaps.

    Parameters
    ----------
    rows
        Its cells; those that are no numbers stay out.

    Returns
    -------
    View or None
        None where the item has one row or one column, or is no table: half of its places are empty.
    """
    figures = [row for row in rows if number(row.cell.printed) is not None]
    by_column = {_place(row.cell.row, row.cell.column, row.cell.split): row for row in figures}
    by_row = {_place(_joined(row.cell.row, row.cell.split), row.cell.column): row for row in figures}
    placed = max(by_column, by_row, key=_share_filled)
    if len(placed) < len(figures) or _share_filled(placed) < _SHARE_FILLED:
        return None
    names, headings = _names(placed)
    if min(len(names), len(headings)) < 2:
        return None
    lines = (
        (name, *(_cell_text(placed[name, each]) if (name, each) in placed else "" for each in headings))
        for name in names
    )
    return View(
        fill("reproduction.layout"),
        ("row", *headings),
        tuple(lines),
        roles=dict.fromkeys(("row", *headings), "text"),
    )


def _place(row: str, *heading: str) -> tuple[str, str]:
    """Return row and heading of a figure, the heading without what the row says already."""
    return row, _joined(*(part for part in heading if part not in row))


def _joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _names(placed: _Placed) -> tuple[list[str], list[str]]:
    rows, headings = (list(dict.fromkeys(place[at] for place in placed)) for at in (0, 1))
    return rows, headings


def _share_filled(placed: _Placed) -> float:
    rows, headings = _names(placed)
    return len(placed) / max(len(rows) * len(headings), 1)


def _cell_text(row: Reproduction) -> str:
    if not row.shown_difference:
        return f"{row.cell.printed} / –"
    mark = "*" if row.verdict in _OTHER else ""
    return f"{row.cell.printed} / {row.shown_value}{mark} / {row.shown_difference}"
