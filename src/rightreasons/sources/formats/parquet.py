"""Parquet, with the label names that Hugging Face writes into its metadata."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any

import polars as pl

from rightreasons.engine.quiet import natively_quiet
from rightreasons.errors import UnreadableFileError, UnsafeArchiveError
from rightreasons.printable import printable
from rightreasons.sources.formats.stated_sizes.limits import exceeds
from rightreasons.sources.formats.stated_sizes.parquet import parquet_parts
from rightreasons.sources.raw import HIDDEN, Content, Format, Parsed, numbered
from rightreasons.streams.compression import MOST_EXPANSION, most_bytes

ADDS = {"format": {"parquet": "PARQUET"}}


def read_parquet(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read Parquet.

    Raises
    ------
    UnreadableFileError
        If polars cannot read it.
    UnsafeArchiveError
        If it states that it holds more than a file of its size may expand to.
    """
    refuse_unsafe(content, "Parquet", parquet_parts)
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
    why = printable(" ".join(str(error).split()), 120)
    return UnreadableFileError(
        f"{printable(content.name)} cannot be read as {kind} ({why})",
        f"{kind} that is whole",
        "check that it was copied or downloaded in full",
    )


def refuse_unsafe(content: Content, kind: str, parts: Callable[[bytes], Iterator[int]]) -> None:
    """Refuse a file that states that it holds more than one of its size may expand to.

    Parameters
    ----------
    content
        The file.
    kind
        What messages call its format.
    parts
        Yields the bytes that each part of it takes, as it states them.

    Raises
    ------
    UnreadableFileError
        If a statement cannot be understood.
    UnsafeArchiveError
        If they add up to too much.
    """
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


PARQUET = Format(read_parquet, (".parquet",), (b"PAR1",), is_binary=True)
