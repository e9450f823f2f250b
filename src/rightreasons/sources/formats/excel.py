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
from pathlib import Path
from subprocess import DEVNULL, PIPE, run

import polars as pl

from rightreasons.errors import ColumnError, MissingExtraError, UnsafeArchiveError
from rightreasons.printable import printable, quoted
from rightreasons.sources.formats.columnar import binary_error
from rightreasons.sources.formats.delimited_text import header_names
from rightreasons.sources.raw import HIDDEN, LINE, ROW, Content, Format, Parsed
from rightreasons.streams import MOST_EXPANSION, UNCHECKED_BYTES, most_bytes

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
        [sys.executable, "-P", "-m", __name__, str(most + _BESIDES)],
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
    names = header_names(content, first, headerless=headerless)
    rows = frame.rename(dict(zip(frame.columns, names, strict=True))).with_columns(
        pl.int_range(1, pl.len() + 1, dtype=pl.Int64).alias(LINE)
    )
    rows = rows if headerless else rows.slice(1)
    filled = rows.filter(~pl.all_horizontal(pl.exclude(HIDDEN).is_null()))
    return Parsed(filled.with_columns(pl.int_range(pl.len(), dtype=pl.Int64).alias(ROW)))


EXCEL = Format(read_excel, (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"), is_binary=True)


# The process that reads: a workbook on standard input; on standard output JSON, and each sheet as Arrow.


def _serve(most: int) -> None:
    data = sys.stdin.buffer.read()
    try:
        written = _read_within(most, data)
        answer: dict[str, object] = {"sheets": [(name, len(sheet)) for name, sheet in written]}
    except (MemoryError, KeyboardInterrupt):
        sys.exit(1)
    except BaseException as error:  # a panic of the reader is no Exception
        written, answer = [], {"error": str(error)[:1_000]}
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + b"".join(sheet for _, sheet in written))


def _read_within(most: int, data: bytes) -> list[tuple[str, bytes]]:
    """Read a workbook with no more memory than is taken now and so many bytes."""
    import fastexcel

    _limit(most)
    workbook = fastexcel.read_excel(data)
    written = []
    for name in workbook.sheet_names:
        sheet = BytesIO()
        workbook.load_sheet(name, header_row=None, dtypes="string").to_polars().write_ipc(sheet)
        written.append((name, sheet.getvalue()))
    return written


def _limit(most: int) -> None:
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (ImportError, OSError):  # systems that cannot limit a process so
        return
    taken = pages * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    most = taken + most if hard == resource.RLIM_INFINITY else min(taken + most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
