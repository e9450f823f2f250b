"""Arrow IPC, file and stream, as `datasets.save_to_disk` writes it."""

from io import BytesIO

import polars as pl

from rightreasons.engine.quiet import natively_quiet
from rightreasons.sources.formats.parquet import binary_error, names_in, refuse_unsafe
from rightreasons.sources.formats.stated_sizes.arrow import arrow_parts
from rightreasons.sources.raw import HIDDEN, Content, Format, Parsed, numbered

ADDS = {"format": {"arrow": "ARROW"}}
FILE_MAGIC = b"ARROW1"
_SCHEMA = 2**20


def read_arrow(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read an Arrow IPC file or stream.

    Raises
    ------
    UnreadableFileError
        If polars cannot read it.
    UnsafeArchiveError
        If it states that it holds more than a file of its size may expand to.
    """
    refuse_unsafe(content, "Arrow IPC", arrow_parts)
    read = pl.read_ipc if content.data.startswith(FILE_MAGIC) else pl.read_ipc_stream
    try:
        with natively_quiet():
            frame = read(BytesIO(content.data))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError) as error:
        raise binary_error(content, "Arrow IPC", error) from None
    return Parsed(
        numbered(frame.drop(HIDDEN, strict=False)), class_names=names_in(_hugging_face_metadata(content))
    )


def _hugging_face_metadata(content: Content) -> str:
    """Return what `datasets` put into the schema; polars does not hand on the metadata of Arrow schemas."""
    head = content.data[:_SCHEMA]
    key = head.find(b"huggingface")
    start = head.find(b'{"info"', max(key - _SCHEMA // 2, 0)) if key >= 0 else -1
    return head[start:].decode("utf-8", errors="replace") if start >= 0 else ""


ARROW = Format(read_arrow, (".arrow", ".feather", ".ipc"), (FILE_MAGIC, b"\xff\xff\xff\xff"), is_binary=True)
