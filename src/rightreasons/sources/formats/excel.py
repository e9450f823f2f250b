"""Workbooks (xlsx, xlsb, xls, ods), by the reader that polars recommends; needs the extra ``[excel]``.

That reader holds the whole rectangle between the outermost cells of a sheet, and ends its process where
there is no memory for it. So it has a process of its own, with memory bounded as a decompressed file is.
"""

import json
import os
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from io import BytesIO
from subprocess import DEVNULL, PIPE, run

import polars as pl

from rightreasons.errors import ColumnError, MissingExtraError, UnsafeArchiveError
from rightreasons.printable import printable, quoted
from rightreasons.sources.formats import excel_process
from rightreasons.sources.formats.delimited.headers import header_of
from rightreasons.sources.formats.parquet import binary_error
from rightreasons.sources.raw import HIDDEN, LINE, ROW, Content, Format, Parsed
from rightreasons.streams.compression import MOST_EXPANSION, UNCHECKED_BYTES, most_bytes

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


def sheets(content: Content, *, headerless: bool = False) -> Mapping[str, Parsed]:
    """Return the sheets that hold something, by name; cells are text, as they are shown.

    Raises
    ------
    MissingExtraError
        If the extra ``[excel]`` is not installed.
    UnreadableFileError
        If the workbook cannot be read.
    UnsafeArchiveError
        If reading it takes more memory than a file of its size may expand to.
    """
    if find_spec("fastexcel") is None:
        raise MissingExtraError(
            f"{printable(content.name)} is a workbook",
            "a package that reads workbooks",
            "pip install 'rightreasons[excel]', or save the sheet as CSV",
        )
    return {
        name: _parsed(content, frame, headerless=headerless)
        for name, frame in _frames(content).items()
        if frame.height
    }


def _frames(content: Content) -> dict[str, pl.DataFrame]:
    """Return the cells of each sheet as a process of its own reads them."""
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
        raise binary_error(content, "a workbook", ValueError(answer["error"]))
    stream = BytesIO(body)
    return {name: pl.read_ipc(BytesIO(stream.read(size))) for name, size in answer["sheets"]}


def _parsed(content: Content, frame: pl.DataFrame, *, headerless: bool) -> Parsed:
    """Return the rows under the header with their numbers; blank rows are none."""
    first = [str(cell or "") for cell in frame.row(0)]
    header = header_of(content, first, headerless=headerless)
    rows = frame.rename(dict(zip(frame.columns, header.names, strict=True))).with_columns(
        pl.int_range(1, pl.len() + 1, dtype=pl.Int64).alias(LINE)
    )
    rows = rows if headerless else rows.slice(1)
    filled = rows.filter(~pl.all_horizontal(pl.exclude(HIDDEN).is_null()))
    numbers = pl.int_range(pl.len(), dtype=pl.Int64).alias(ROW)
    return Parsed(filled.with_columns(numbers), repeated=header.repeated)


EXCEL = Format(read_excel, (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"), is_binary=True)
