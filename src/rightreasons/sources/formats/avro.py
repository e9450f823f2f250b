"""Avro files whose blocks are not compressed, as polars reads them."""

from io import BytesIO

import polars as pl

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.raw import Content, Format, Parsed, numbered

ADDS = {"format": {"avro": "AVRO"}}
_MAGIC = b"Obj\x01"
_CODEC, _PLAIN = b"\x14avro.codec", b"\x08null"
_HEAD = 256 * 2**10
_MARK = 16
"""Bytes that end the head and each block."""


def read_avro(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - columns have names
    """Read the records.

    Raises
    ------
    UnreadableFileError
        If blocks are compressed, or the file is broken.
    """
    head = content.data[:_HEAD]
    if _CODEC in head and not head[head.index(_CODEC) + len(_CODEC) :].startswith(_PLAIN):
        raise UnreadableFileError(
            f"{printable(content.name)} has compressed blocks, so how large they become is not known",
            "Avro without compression",
            "save it as Parquet",
        )
    try:
        frame = pl.read_avro(BytesIO(content.data))
        # polars takes a file that ends within the first number of a block for one that ends before it
        if content.data.find(content.data[-_MARK:]) == len(content.data) - _MARK and frame.height:
            raise ValueError("it ends within a block")
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError) as error:
        raise UnreadableFileError(
            f"{printable(content.name)} cannot be read as Avro ({printable(str(error), 80)})",
            "a whole file of texts, numbers, lists and records",
            "copy it again, or save it as Parquet",
        ) from None
    return Parsed(numbered(frame))


AVRO = Format(read_avro, (".avro",), magic=(_MAGIC,), is_binary=True)
