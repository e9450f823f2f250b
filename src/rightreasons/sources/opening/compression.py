"""The bytes of a file, its checksum, and what is inside when it is compressed."""

import hashlib
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import polars as pl

from rightreasons.errors import FileMissingError, UnreadableFileError, UnsafeArchiveError
from rightreasons.printable import printable
from rightreasons.sources.raw import Content
from rightreasons.streams.compression import MOST_EXPANSION, UNCHECKED_BYTES, bounded, compression_of, opened
from rightreasons.streams.files import MOST_BYTES, file_bytes, standard_input_bytes
from rightreasons.streams.nearby import nearby


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
        data = file_bytes(path)
    except FileNotFoundError:
        raise missing(str(path)) from None
    except OSError as error:
        raise UnreadableFileError(
            f"{printable(str(path))} ({printable(str(error.strerror))})", "a readable file", "check it"
        ) from None
    return Content(path.name, data, hashlib.sha256(data).hexdigest())


def standard_input() -> Content:
    """Return the bytes of standard input, with their checksum."""
    try:
        data = standard_input_bytes()
    except OSError as error:
        raise UnreadableFileError(f"standard input ({error.strerror})", "less", "give a file") from None
    return Content("standard input", data, hashlib.sha256(data).hexdigest())


def missing(name: str) -> FileMissingError:
    """Return the error for a file that is not there, with the one beside it that may have been meant."""
    beside = nearby(Path(name))
    return FileMissingError(
        f"no file or folder '{printable(name, 200)}'",
        "a file or folder of data, or OWNER/NAME of a dataset on the hub",
        "check the path" if beside is None else f"did you mean '{printable(str(beside), 200)}'?",
    )


def decompressed(content: Content) -> Content:
    """Return what is inside if `content` is compressed by gzip, bzip2, xz or (text) zstd, or itself.

    Raises
    ------
    UnreadableFileError
        If it is broken or cut off.
    UnsafeArchiveError
        If it expands too far, see `rightreasons.streams.compression`.
    """
    kind = compression_of(content.data)
    if kind is None and content.data.startswith(_ZSTD_MAGIC):
        return replace(content, data=unzstd_text(content.data, content.name))
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
