"""The bytes of a file of word vectors as a stream, decompressed where it is compressed."""

import bz2
import gzip
import hashlib
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedIOBase
from pathlib import Path
from typing import IO

from rightreasons.errors import FileMissingError, OptionError, UnreadableFileError
from rightreasons.printable import printable, quoted

BROKEN = (
    EOFError,
    OSError,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    NotImplementedError,
    RuntimeError,
)
"""What decompression raises when the bytes are broken, or locked by a password."""
_MAGIC: dict[bytes, Callable[[Path], BufferedIOBase]] = {
    b"\x1f\x8b": gzip.GzipFile,
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\x00": lzma.LZMAFile,
}
ZIP = b"PK\x03\x04"
_MOST_BYTES = 2**30


def checksum_of(path: Path) -> str:
    """Return the SHA-256 of a file.

    Raises
    ------
    FileMissingError
        If there is no such file.
    UnreadableFileError
        If it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        raise FileMissingError(
            f"no file {printable(str(path), 200)}", "a file of word vectors", "check the path"
        ) from None
    except OSError as error:
        raise unreadable(path.name, str(error.strerror)) from None


def head_of(path: Path, size: int) -> bytes:
    """Return the first bytes of a file as they lie on disk."""
    with path.open("rb") as file:
        return file.read(size)


@contextmanager
def opened(path: Path, member: str | None = None) -> Iterator[IO[bytes] | BufferedIOBase]:
    """Open a file, plain or compressed by gzip, bzip2, xz or zip.

    Parameters
    ----------
    path
        The file.
    member
        Which file of a zip archive; not needed where there is one only.

    Raises
    ------
    UnreadableFileError
        If the compression is broken.
    OptionError
        If an archive holds several files and none was named, or not the one that was.
    """
    head = head_of(path, 6)
    try:
        if head.startswith(ZIP):
            with (
                zipfile.ZipFile(path) as archive,
                archive.open(_member(archive, path.name, member)) as stream,
            ):
                yield stream
        else:
            opener = next((opener for magic, opener in _MAGIC.items() if head.startswith(magic)), _plain)
            with opener(path) as stream:
                yield stream
    except BROKEN as error:
        raise unreadable(path.name, str(error)) from error


def _plain(path: Path) -> BufferedIOBase:
    return path.open("rb")


def _member(archive: zipfile.ZipFile, name: str, wanted: str | None) -> str:
    names = [item.filename for item in archive.infolist() if not item.is_dir()]
    if wanted is None and len(names) == 1:
        return names[0]
    if wanted not in names or wanted is None:
        raise OptionError(
            f"{printable(name)} with the files {quoted(names)}",
            "one file, or the name of one of them",
            "name the file inside the archive",
        )
    return wanted


def whole(path: Path) -> bytes:
    """Return all bytes of a file, decompressed, where they are at most 1 GiB.

    Raises
    ------
    FileMissingError
        If there is no such file.
    UnreadableFileError
        If the compression is broken, or they are more.
    """
    checksum_of(path)
    with opened(path) as stream:
        found = stream.read(_MOST_BYTES + 1)
    if len(found) > _MOST_BYTES:
        raise unreadable(path.name, f"more than {_MOST_BYTES:,} bytes")
    return found


def unreadable(name: str, why: str) -> UnreadableFileError:
    """Return the error for a file whose bytes are not what they should be."""
    return UnreadableFileError(
        f"{printable(name)} ({printable(why)})",
        "word vectors as GloVe, word2vec or fastText have them, npz, safetensors, or a YAML description",
        "check the file, or get it again",
    )
