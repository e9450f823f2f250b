"""Parquet, with the label names of Hugging Face's metadata, and Arrow IPC, file and stream."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any

import polars as pl

from rightreasons.engine.quiet import natively_quiet
from rightreasons.errors import UnreadableFileError, UnsafeArchiveError
from rightreasons.printable import printable
from rightreasons.sources.formats.stated_sizes import arrow_parts, exceeds, parquet_parts
from rightreasons.sources.raw import HIDDEN, Content, Format, Parsed, numbered
from rightreasons.streams import MOST_EXPANSION, most_bytes

ADDS = {"format": {"parquet": "PARQUET", "arrow": "ARROW"}}

# Parquet, with the label names that Hugging Face writes into its metadata.


def read_parquet(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read Parquet.

    Raises
    ------
    UnreadableFileError
        If polars cannot read it.
    UnsafeArchiveError
        If it states that it holds more than a file of its size may expand to.
    """
    _refuse_unsafe(content, "Parquet", parquet_parts)
    try:
        with natively_quiet():
            frame = pl.read_parquet(BytesIO(content.data))
            metadata = pl.read_parquet_metadata(BytesIO(content.data))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError) as error:
        raise binary_error(content, "Parquet", error) from None
    return Parsed(
        numbered(frame.drop(HIDDEN, strict=False)), class_names=names_in(metadata.get("huggingface", ""))
    )


def names_in(metadata: str) -> dict[str, Sequence[str]]:
    """Return the names of ClassLabel columns in the metadata that `datasets` writes, if there are any."""
    try:
        found, _ = json.JSONDecoder().raw_decode(metadata)
        features = found["info"]["features"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}
    return class_label_names(features)


def class_label_names(features: Any) -> dict[str, Sequence[str]]:
    """Return the label names by column from the features of a Hugging Face dataset, as written in JSON."""
    if not isinstance(features, Mapping):
        return {}
    return {
        str(column): tuple(str(name) for name in feature["names"])
        for column, feature in features.items()
        if isinstance(feature, Mapping) and isinstance(feature.get("names"), list)
    }


def binary_error(content: Content, kind: str, error: BaseException) -> UnreadableFileError:
    """Return the error for bytes that are not what a binary format promises."""
    return UnreadableFileError(
        f"{printable(content.name)} cannot be read as {kind} ({printable(str(error), 120)})",
        f"a whole {kind} file",
        "check that it was copied or downloaded in full",
    )


def _refuse_unsafe(content: Content, kind: str, parts: Callable[[bytes], Iterator[int]]) -> None:
    most = most_bytes(len(content.data))
    try:
        is_unsafe = exceeds(parts(content.data), most)
    except ValueError as error:
        raise binary_error(content, kind, error) from None
    if is_unsafe:
        raise UnsafeArchiveError(
            f"{printable(content.name)} states that its {len(content.data):,} bytes hold more than {most:,}",
            f"at most {MOST_EXPANSION} times its size",
            "save it as CSV yourself if you trust it",
        )


# Arrow IPC, file and stream, as `datasets.save_to_disk` writes it.


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
    _refuse_unsafe(content, "Arrow IPC", arrow_parts)
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


PARQUET = Format(read_parquet, (".parquet",), (b"PAR1",), is_binary=True)
ARROW = Format(read_arrow, (".arrow", ".feather", ".ipc"), (FILE_MAGIC, b"\xff\xff\xff\xff"), is_binary=True)
