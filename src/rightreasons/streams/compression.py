"""Files decompressed by content as they are read, within stated limits."""

import bz2
import gzip
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedIOBase, BufferedReader, BytesIO, RawIOBase
from pathlib import Path
from typing import IO, Any, BinaryIO

from rightreasons.errors import OptionError, UnsafeArchiveError
from rightreasons.printable import printable, quoted
from rightreasons.streams.files import MOST_BYTES, PIECE, file_opened

Stream = IO[bytes] | BufferedIOBase
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
ZIP = b"PK\x03\x04"
MOST_EXPANSION = 200
"""Beyond `UNCHECKED_BYTES`, a file may expand to 200 times its size; text of this field reaches about 20."""
UNCHECKED_BYTES = 64 * 2**20
MOST_DICTIONARY = 128 * 2**20
"""Bytes that unpacking xz may take besides what it gives; ``xz -9`` takes 65 MiB."""
_HEAD = 10


class _Xz(RawIOBase):
    """Xz, one stream after another; `lzma.LZMAFile` sets no limit to the dictionary that a file asks for."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.seek(0)

    def readable(self) -> bool:
        """Return True, as `io.BufferedReader` asks."""
        return True

    def seekable(self) -> bool:
        """Return True: it can go back to its start."""
        return True

    def tell(self) -> int:
        """Return how many bytes were given since the start."""
        return self.given

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go back to the start.

        Raises
        ------
        OSError
            For any other place.
        """
        if (offset, whence) != (0, 0):
            raise OSError("xz is read from its start")
        self.given = self.file.seek(0)
        self.decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ, MOST_DICTIONARY)
        return self.given

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer with what comes next; 0 at the end."""
        piece = b""
        while not piece:
            data = self._next_stream() if self.decoder.eof else b""
            if self.decoder.eof:
                return 0
            if self.decoder.needs_input and not (data := data or self.file.read(PIECE)):
                raise EOFError("it ends before its end marker")
            piece = self._unpacked(data, len(buffer))
        buffer[: len(piece)] = piece
        self.given += len(piece)
        return len(piece)

    def _unpacked(self, data: bytes, most: int) -> bytes:
        try:
            return self.decoder.decompress(data, most)
        except lzma.LZMAError as error:
            if "Memory usage limit" not in str(error):
                raise
            found = f"xz that takes more than {MOST_DICTIONARY:,} bytes besides what is in it"
            remedy = "decompress it yourself if you trust it"
            raise UnsafeArchiveError(found, "less, as `xz -9` makes it", remedy) from None

    def _next_stream(self) -> bytes:
        """Begin another stream and return its first bytes; without one, leave the decoder at its end."""
        data = self.decoder.unused_data
        while not (begun := data.lstrip(b"\0")):  # what fills up a stream
            if not (data := self.file.read(PIECE)):
                return b""
        self.decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ, MOST_DICTIONARY)
        return begun


_KINDS: dict[str, tuple[bytes, Callable[[BinaryIO], BufferedIOBase]]] = {
    "gzip": (rb"\x1f\x8b", lambda file: gzip.GzipFile(fileobj=file)),
    "bzip2": (rb"BZh[1-9]1AY&SY", bz2.BZ2File),
    "xz": (rb"\xfd7zXZ\x00", lambda file: BufferedReader(_Xz(file))),
}
"""How the bytes begin, and what opens them."""


def compression_of(head: bytes) -> str | None:
    """Return what a file is compressed by as its first bytes tell: ``gzip``, ``bzip2`` or ``xz``."""
    return next((name for name, (begin, _) in _KINDS.items() if re.match(begin, head)), None)


@contextmanager
def opened(
    source: Path | bytes, broken: Callable[[str], Exception], member: str | None = None
) -> Iterator[Stream]:
    """Open a file, plain or compressed by gzip, bzip2, xz or zip.

    Parameters
    ----------
    source
        Its place, or its bytes as they lie on disk.
    broken
        Makes the error that is raised where the compression is broken, from the reason.
    member
        Which file of a zip archive; not needed where there is one only.

    Raises
    ------
    OptionError
        If an archive holds several files and none was named, or not the one that was.
    """
    try:
        with file_opened(source) if isinstance(source, Path) else BytesIO(source) as file:
            head = file.read(_HEAD)
            file.seek(0)
            if head.startswith(ZIP):
                with zipfile.ZipFile(file) as archive, archive.open(_member(archive, member)) as stream:
                    yield stream
            elif (kind := compression_of(head)) is not None:
                with _KINDS[kind][1](file) as stream:
                    yield stream
            else:
                yield file
    except BROKEN as error:
        raise broken(str(error)) from error


def _member(archive: zipfile.ZipFile, member: str | None) -> str:
    names = [item.filename for item in archive.infolist() if not item.is_dir()]
    if member is None and len(names) == 1:
        return names[0]
    if member not in names or member is None:
        raise OptionError(
            f"a zip with the files {quoted(names)}",
            "one file, or the name of one of them",
            "name the file inside the archive",
        )
    return member


def bounded(stream: Stream, name: str, compressed: int) -> bytes:
    """Return what a decompressing stream holds, unless it is too much; it is counted before much is held.

    Parameters
    ----------
    stream
        Decompresses as it is read, and can go back to its start.
    name
        What messages call it.
    compressed
        Its size before.

    Raises
    ------
    UnsafeArchiveError
        If it expands beyond the limits of this module.
    """
    most = most_bytes(compressed)
    start = stream.read(UNCHECKED_BYTES)
    size = len(start)
    if not (piece := stream.read(PIECE)):
        return start
    del start
    while piece:
        size += len(piece)
        if size > most:
            raise UnsafeArchiveError(
                f"{printable(name)} expands from {compressed:,} to more than {most:,} bytes",
                f"at most {MOST_EXPANSION} times its size",
                "decompress it yourself if you trust it",
            )
        piece = stream.read(PIECE)
    stream.seek(0)
    return stream.read()


def most_bytes(compressed: int) -> int:
    """Return how many bytes a file of this many may expand to."""
    return min(MOST_BYTES, max(UNCHECKED_BYTES, MOST_EXPANSION * compressed))
