"""The bytes of a file, its checksum, and what is inside when it is compressed."""

import hashlib
import sys
from dataclasses import replace
from pathlib import Path

from rightreasons.errors import FileMissingError, UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.raw import Content
from rightreasons.streams import bounded, compression_of, opened


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


def decompressed(content: Content) -> Content:
    """Return what is inside if `content` is compressed by gzip, bzip2 or xz, or `content` itself.

    Raises
    ------
    UnreadableFileError
        If it is broken or cut off.
    UnsafeArchiveError
        If it expands too far, see `rightreasons.streams`.
    """
    kind = compression_of(content.data)
    if kind is None:
        return content

    def broken(why: str) -> UnreadableFileError:
        return UnreadableFileError(
            f"{printable(content.name)} is broken {kind} ({printable(why)})",
            "a whole file",
            "copy or download it again",
        )

    with opened(content.data, broken) as stream:
        return replace(content, data=bounded(stream, content.name, len(content.data)))
