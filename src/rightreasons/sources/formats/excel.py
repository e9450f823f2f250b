"""Workbooks (xlsx, xlsb, xls, ods), by the reader that polars recommends; needs the extra ``[excel]``."""

from collections.abc import Mapping

import polars as pl

from rightreasons.engine.quiet import natively_quiet
from rightreasons.errors import ColumnError, MissingExtraError
from rightreasons.printable import printable, quoted
from rightreasons.sources.formats.columnar import binary_error
from rightreasons.sources.formats.delimited_text import header_names
from rightreasons.sources.raw import HIDDEN, LINE, ROW, Content, Format, Parsed

ADDS = {"format": {"excel": "EXCEL"}}


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
    """
    try:
        import fastexcel
    except ImportError as error:
        raise MissingExtraError(
            f"{printable(content.name)} is a workbook",
            "a package that reads workbooks",
            "pip install 'rightreasons[excel]', or save the sheet as CSV",
        ) from error
    try:
        with natively_quiet():
            workbook = fastexcel.read_excel(content.data)
            frames = {
                name: workbook.load_sheet(name, header_row=None, dtypes="string").to_polars()
                for name in workbook.sheet_names
            }
    except (
        fastexcel.FastExcelError,
        pl.exceptions.PolarsError,
        pl.exceptions.PanicException,
        OSError,
        ValueError,
    ) as error:
        raise binary_error(content, "a workbook", error) from None
    return {
        name: _parsed(content, frame, headerless=headerless) for name, frame in frames.items() if frame.height
    }


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
