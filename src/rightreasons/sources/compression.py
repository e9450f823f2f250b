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
    """Yield what a decompressing stream holds, piece by piece; it is counted before much of it is held.

    Parameters
    ----------
    stream
        Decompresses as it is read, and can go back to its start.
    name
        What messages call it.
    compressed
        Its size before.
    """
    most = most_bytes(compressed)
    start = stream.read(UNCHECKED_BYTES)
    size = len(start)
    if not (piece := stream.read(_PIECE)):
        yield start
        return
    del start
    while piece:
        size += len(piece)
        if size > most:
            raise UnsafeArchiveError(
                f"{printable(name)} expands from {compressed:,} to more than {most:,} bytes",
                f"at most {MOST_EXPANSION} times its size",
                "decompress it yourself if you trust it",
            )
        piece = stream.read(_PIECE)
    stream.seek(0)
    while piece := stream.read(_PIECE):
        yield piece


def most_bytes(compressed: int) -> int:
    """Return how many bytes a file of this many may expand to."""
    return min(MOST_BYTES, max(UNCHECKED_BYTES, MOST_EXPANSION * compressed))
