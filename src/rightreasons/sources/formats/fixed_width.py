"""Tables whose columns begin at the same place in every line, under the names in the first line."""

import re

import polars as pl

from rightreasons.sources.formats.blocks import BLOCKS
from rightreasons.sources.formats.lines import lines
from rightreasons.sources.raw import LINE, ROW, Content, Format, Parsed

ADDS = {"format": {"fixed-width": "FIXED_WIDTH"}}
_HEAD = 64 * 2**10
_LEAST_ROWS, _LEAST_COLUMNS = 3, 3
_OFTEN = 0.9
_BEGINS = re.compile(r"(?:^|(?<= {2}))\S")


def read_fixed_width(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read a line a row, cut where the names in the first line begin."""
    found = [(number, line) for number, line in enumerate(lines(content), 1) if line.strip()]
    header = found[0][1] if found else ""
    columns = [
        pl.Series(header[cell].strip(), [line[cell].strip() for _, line in found[1:]], dtype=pl.String)
        for cell in _cells(header)
    ]
    rows = pl.Series(ROW, range(max(0, len(found) - 1)), dtype=pl.Int64)
    places = pl.Series(LINE, [number for number, _ in found[1:]], dtype=pl.Int64)
    return Parsed(pl.DataFrame([*columns, rows, places]))


def _starts(header: str) -> list[int]:
    """Return where names begin that are two spaces apart at least."""
    return [match.start() for match in _BEGINS.finditer(header)]


def _cells(header: str) -> list[slice]:
    """Return from where to where the cells of a line go: none of an empty header."""
    starts = _starts(header)
    return [slice(start, end) for start, end in zip(starts, [*starts[1:], None][: len(starts)], strict=True)]


def is_fixed_width(content: Content) -> bool:
    """Whether every line of the head has a space before the place of each name, and a cell there."""
    whole = content.data[:_HEAD]
    head = Content(content.name, whole if len(content.data) <= _HEAD else whole[: whole.rfind(b"\n") + 1])
    header, *rows = [line for line in lines(head) if line.strip()] or [""]
    starts = _starts(header)
    if len(rows) < _LEAST_ROWS or len(starts) < _LEAST_COLUMNS or "\t" in header:
        return False
    names = [header[cell].strip() for cell in _cells(header)]
    if len(set(names)) < len(names) or any(
        line[start - 1 : start].strip() for line in rows for start in starts[1:]
    ):
        return False
    cells = [sum(bool(line[start : start + 1].strip()) for line in rows) for start in starts]
    return min(cells) >= _OFTEN * len(rows)


def _matches(content: Content, first: str, ending: str) -> bool:
    return ending in {"", ".txt"} and not BLOCKS.is_of(content, first, ending) and is_fixed_width(content)


FIXED_WIDTH = Format(read_fixed_width, matches=_matches)
