"""Workbooks (xlsx, xlsb, xls, ods), by the reader that polars recommends; needs the extra ``[excel]``.

That reader holds the whole rectangle between the outermost cells of a sheet, and ends its process where
there is no memory for it. So it has a process of its own, with memory bounded as a decompressed file is.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from subprocess import DEVNULL, PIPE, run

import polars as pl

from rightreasons.errors import ColumnError, MissingExtraError, UnreadableFileError, UnsafeArchiveError
from rightreasons.printable import printable, quoted
from rightreasons.sources.formats import excel_process
from rightreasons.sources.formats.above_header import MOST_ROWS, note, rows_above
from rightreasons.sources.formats.delimited.headers import header_of
from rightreasons.sources.opening.zip_members import damaged_members
from rightreasons.sources.raw import HIDDEN, LINE, ROW, Content, Format, Parsed
from rightreasons.streams.compression import MOST_EXPANSION, UNCHECKED_BYTES, ZIP, most_bytes

ADDS = {"format": {"excel": "EXCEL"}}
_BESIDES = UNCHECKED_BYTES // 2  # bytes that the reader takes besides the cells
_ALONE = {"POLARS_MAX_THREADS": "1", "RAYON_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}


def read_excel(content: Content, *, headerless: bool = False) -> Parsed:
    """Read the one sheet of a workbook that holds something.

    Raises
    ------
    ColumnError
        If more than one does.
    """
    found = sheets(content, headerless=headerless)
    if len(found) > 1:
        raise ColumnError(
            f"{printable(content.name)} has the sheets {quoted(tuple(found))}",
            "one sheet",
            f"name it: {printable(content.name)}!SHEET",
        )
    return next(iter(found.values()), Parsed(pl.DataFrame(schema={ROW: pl.Int64, LINE: pl.Int64})))


def sheets(content: Content, *, headerless: bool = False, only: str | None = None) -> Mapping[str, Parsed]:
    """Return the sheets that hold something, by name; cells are text, as they are shown.

    Parameters
    ----------
    content
        The workbook.
    headerless
        Whether the first row is none of names.
    only
        The one sheet that is selected, whatever the others are like; None: all.

    Raises
    ------
    MissingExtraError
        If the extra ``[excel]`` is not installed.
    UnreadableFileError
        If the workbook, or a sheet that is selected, cannot be read, or two sheets have one name.
    UnsafeArchiveError
        If reading it takes more memory than a file of its size may expand to.
    """
    if find_spec("fastexcel") is None:
        raise MissingExtraError(
            f"{printable(content.name)} is a workbook",
            "a package that reads workbooks",
            "pip install 'rightreasons[excel]', or save the sheet as CSV",
        )
    read = _frames(content)
    selected = [each for each in read if only in (None, each.name)]
    _refuse_repeated(content, selected)
    _refuse_damaged(content, selected, read)
    return {
        each.name: _parsed(content, each.cells, headerless=headerless)
        for each in read
        if each.cells.height and not each.damage
    }


@dataclass(frozen=True)
class _Sheet:
    """A sheet: its name, its cells, and why they cannot be read where they cannot."""

    name: str
    cells: pl.DataFrame
    damage: str


def _refuse_repeated(content: Content, selected: Sequence[_Sheet]) -> None:
    names = [each.name for each in selected]
    for name in names:
        if names.count(name) > 1:
            raise UnreadableFileError(
                f"{printable(content.name)} has {names.count(name)} sheets called '{printable(name)}'",
                "sheets with names of their own: by one name only one of them is found",
                "rename them and save the workbook again",
            )


def _refuse_damaged(content: Content, selected: Sequence[_Sheet], read: Sequence[_Sheet]) -> None:
    damage = [each for each in read if each.damage]
    members = damaged_members(content) if content.data.startswith(ZIP) else ()
    if len(members) > len(damage):  # the reader may not look at checksums
        raise _damaged(content, f"damaged inside: {quoted(members)}")
    for each in selected:
        if each.damage:
            error = UnreadableFileError(
                f"sheet '{printable(each.name)}' of {printable(content.name)} cannot be read "
                f"({_why(each.damage)})",
                "a workbook that is whole",
                "check that it was copied or downloaded in full",
            )
            error.whole = tuple(sheet.name for sheet in read if sheet.cells.height)
            raise error


def _frames(content: Content) -> list[_Sheet]:
    """Return each sheet as a process of its own reads it."""
    most = most_bytes(len(content.data))
    done = run(  # noqa: S603 - this very module; -P: what lies in the working directory is not imported
        [sys.executable, "-P", "-m", excel_process.__name__, str(most + _BESIDES)],
        input=content.data,
        stdout=PIPE,
        stderr=DEVNULL,
        env={**os.environ, **_ALONE},
        check=False,
    )
    head, _, body = done.stdout.partition(b"\n")
    if done.returncode != 0 or not head:
        raise UnsafeArchiveError(
            f"{printable(content.name)} takes more than {most:,} bytes to read, or breaks its reader",
            f"at most {MOST_EXPANSION} times its size, without a cell far from the others",
            "save the sheet as CSV if you trust it",
        )
    answer = json.loads(head)
    if "error" in answer:
        raise _damaged(content, answer["error"])
    stream = BytesIO(body)
    return [
        _Sheet(name, pl.DataFrame() if damage else pl.read_ipc(BytesIO(stream.read(size))), damage)
        for name, size, damage in answer["sheets"]
    ]


def _damaged(content: Content, error: str) -> UnreadableFileError:
    """Return the error for a workbook that its reader refuses."""
    return UnreadableFileError(
        f"{printable(content.name)} is no workbook, or a damaged one ({_why(error)})",
        "a whole workbook (xlsx, xlsb, xls or ods)",
        "copy or download it again, or save the sheet as CSV",
    )


def _why(error: str) -> str:
    """Return what is wrong with a workbook: the first line of what its reader says."""
    return printable(next(iter(error.splitlines()), "").removeprefix("calamine error: "), 120)


def _parsed(content: Content, frame: pl.DataFrame, *, headerless: bool) -> Parsed:
    """Return the rows under the header with their numbers; blank rows are none."""
    head = [[str(cell or "") for cell in row] for row in frame.head(MOST_ROWS).iter_rows()]
    above = 0 if headerless else rows_above(head)
    header = header_of(content, head[above], headerless=headerless)
    rows = frame.rename(dict(zip(frame.columns, header.names, strict=True))).with_columns(
        pl.int_range(1, pl.len() + 1, dtype=pl.Int64).alias(LINE)
    )
    rows = rows if headerless else rows.slice(above + 1)
    filled = rows.filter(~pl.all_horizontal(pl.exclude(HIDDEN).is_null()))
    numbers = pl.int_range(pl.len(), dtype=pl.Int64).alias(ROW)
    notes = (note([next(filter(None, row), "") for row in head[:above]]),) if above else ()
    return Parsed(filled.with_columns(numbers), notes=notes, repeated=header.repeated)


EXCEL = Format(read_excel, (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"), is_binary=True)
