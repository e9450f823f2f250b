"""The bytes of a file, its checksum, and what is inside when it is compressed; within stated limits."""

import gzip
import hashlib
import sys
import zlib
from collections.abc import Iterator
from io import BufferedIOBase, BytesIO
from pathlib import Path
from typing import IO

from rightreasons.errors import FileMissingError, UnreadableFileError, UnsafeArchiveError
from rightreasons.printable import printable
from rightreasons.sources.raw import Content

GZIP_MAGIC = b"\x1f\x8b"
ZIP_MAGIC = b"PK\x03\x04"
MOST_BYTES = 8 * 2**30
"""A file may expand to 8 GiB."""
MOST_EXPANSION = 200
"""Beyond `UNCHECKED_BYTES`, a file may expand to 200 times its size; text of this field reaches about 20."""
UNCHECKED_BYTES = 64 * 2**20
_PIECE = 2**20


def load(path: Path) -> Content:
    """Return the bytes of a file as they lie on disk, with their checksum.

    Raises
    ------
    FileMissingError
        If there is no such file.
    UnreadableFileError
        If it cannot be read.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise missing(str(path)) from None
    except OSError as error:
        raise UnreadableFileError(
            f"{printable(str(path))} ({printable(str(error.strerror))})", "a readable file", "check it"
        ) from None
    return Content(path.name, data, hashlib.sha256(data).hexdigest())


def standard_input() -> Content:
    """Return the bytes of standard input, with their checksum."""
    data = sys.stdin.buffer.read()
    return Content("standard input", data, hashlib.sha256(data).hexdigest())


def missing(name: str) -> FileMissingError:
    """Return the error for a file that is not there."""
    return FileMissingError(
        f"no file or folder {printable(name, 200)}",
        "data at that place",
        "check the path, or give owner/name of a hub dataset",
    )


def gunzipped(content: Content) -> Content:
    """Return what is inside if `content` is compressed by gzip, or `content` itself.

    Raises
    ------
    UnreadableFileError
        If it is broken or cut off.
    UnsafeArchiveError
        If it expands beyond the limits of this module.
    """
    if not content.data.startswith(GZIP_MAGIC):
        return content
    try:
        with gzip.open(BytesIO(content.data)) as stream:
            data = b"".join(bounded(stream, content.name, len(content.data)))
    except (EOFError, OSError, zlib.error) as error:
        raise UnreadableFileError(
            f"{printable(content.name)} is broken gzip ({printable(str(error))})",
            "a whole file",
            "copy or download it again",
        ) from None
    return Content(content.name, data, content.sha256)


def bounded(stream: BufferedIOBase | IO[bytes], name: str, compressed: int) -> Iterator[bytes]:
    """Yield what a decompressing stream holds, piece by piece, and stop where it is too much.

    Parameters
    ----------
    stream
        Decompresses as it is read.
    name
        What messages call it.
    compressed
        Its size before.
    """
    size = 0
    most = min(MOST_BYTES, max(UNCHECKED_BYTES, MOST_EXPANSION * compressed))
    while piece := stream.read(_PIECE):
        size += len(piece)
        if size > most:
            raise UnsafeArchiveError(
                f"{printable(name)} expands from {compressed:,} to more than {most:,} bytes",
                f"at most {MOST_EXPANSION} times its size",
                "decompress it yourself if you trust it",
            )
        yield piece


_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_ZSTD_BLOCK = 128 * 2**10


def unzstd_text(data: bytes, name: str) -> bytes:
    """Return text that was compressed as zstd, as newer zip files hold it, its line ends made one kind.

    Its size is bounded before it is expanded, by the number of its blocks (RFC 8878, section 3.1.1).

    Raises
    ------
    UnsafeArchiveError
        If it may expand beyond the limits of this module.
    UnreadableFileError
        If it is broken.
    """
    import polars as pl

    most = min(MOST_BYTES, max(UNCHECKED_BYTES, MOST_EXPANSION * len(data)))
    try:
        if _zstd_blocks(data) * _ZSTD_BLOCK > max(most, 2 * _ZSTD_BLOCK):
            raise UnsafeArchiveError(
                f"{printable(name)} may expand from {len(data):,} to more than {most:,} bytes",
                f"at most {MOST_EXPANSION} times its size",
                "decompress it yourself if you trust it",
            )
        return "\n".join(pl.read_lines(BytesIO(data)).to_series().to_list()).encode()
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, IndexError) as error:
        raise UnreadableFileError(
            f"{printable(name)} is broken zstd ({printable(str(error), 80)})", "a whole file", "copy it again"
        ) from None


def _zstd_blocks(data: bytes) -> int:
    """Count the blocks of the single frame that `data` is; each expands to 128 KiB at most."""
    if not data.startswith(_ZSTD_MAGIC):
        raise IndexError("no zstd frame")
    descriptor = data[4]
    single = descriptor >> 5 & 1
    at = 5 + (1 - single) + (0, 1, 2, 4)[descriptor & 3] + ((single, 2, 4, 8)[descriptor >> 6])
    blocks, last = 0, False
    while not last:
        header = data[at] | data[at + 1] << 8 | data[at + 2] << 16
        last, kind, size = bool(header & 1), header >> 1 & 3, header >> 3
        at += 3 + (1 if kind == 1 else size)
        blocks += 1
    if at + 4 * (descriptor >> 2 & 1) != len(data):
        raise IndexError("more than one zstd frame, or a frame that is cut off")
    return blocks
