"""NumPy arrays of records (``.npy``): the fields are the columns."""

from io import BytesIO
from tokenize import TokenError

import numpy as np
import polars as pl

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.raw import Content, Format, Parsed, numbered

ADDS = {"format": {"npy": "NPY"}}
_BROKEN = (ValueError, TypeError, KeyError, EOFError, SyntaxError, TokenError, RecursionError, MemoryError)
"""What NumPy raises of a header that it cannot read."""
_MAGIC = b"\x93NUMPY"


def read_npy(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read an array of records, one a row.

    Raises
    ------
    UnreadableFileError
        If it holds anything else, objects of Python among it, which are never loaded.
    """
    opened = BytesIO(content.data)
    try:
        version = np.lib.format.read_magic(opened)
        read_header = (
            np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        )
        shape, _, kind = read_header(opened)
    except _BROKEN as error:
        raise _unreadable(content, f"a broken header ({printable(str(error), 80)})") from None
    if kind.hasobject or not kind.names or not kind.itemsize or len(shape) != 1:
        raise _unreadable(content, "no list of records of texts and numbers")
    if shape[0] * kind.itemsize != len(content.data) - opened.tell():
        raise _unreadable(content, "more or fewer bytes than its header says")
    rows = np.frombuffer(content.data, dtype=kind, offset=opened.tell())
    plain = [name for name in kind.names if kind[name].kind in "USbiuf" and not kind[name].shape]
    return Parsed(numbered(pl.DataFrame([_column(name, rows[name]) for name in plain])))


def _column(name: str, values: np.ndarray) -> pl.Series:
    if values.dtype.kind == "S":
        return pl.Series(name, [each.decode("utf-8", "replace") for each in values], dtype=pl.String)
    return pl.Series(name, values.tolist())


def _unreadable(content: Content, found: str) -> UnreadableFileError:
    return UnreadableFileError(
        f"{printable(content.name)} holds {found}",
        "an array of records, each field a text or a number",
        "save the data as CSV or Parquet",
    )


NPY = Format(read_npy, magic=(_MAGIC,), is_binary=True)  # no ending: in a folder arrays are vectors
