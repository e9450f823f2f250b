"""The data files inside a tar; nothing is ever written to disk, and what points outside is refused."""

import tarfile
from collections.abc import Iterator
from io import BytesIO

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.opening.zip_members import OUTSIDE, missing_member, unsafe
from rightreasons.sources.raw import Content
from rightreasons.streams.compression import most_bytes

_MARK = slice(257, 262)
_MOST_MEMBERS = 100_000


def is_tar(content: Content) -> bool:
    """Whether the bytes are a tar."""
    return content.data[_MARK] == b"ustar"


def tar_members(archive: Content, only: str | None = None) -> Iterator[Content]:
    """Yield the files of a tar, called ``archive/member``.

    Parameters
    ----------
    archive
        The tar, decompressed.
    only
        The one member that is asked for.

    Raises
    ------
    FileMissingError
        If there is none of that name; the error lists those there are.
    UnreadableFileError
        If the tar is broken or cut off.
    UnsafeArchiveError
        If a member has an absolute path, climbs out of its folder, or is no plain file.
    """
    try:
        with tarfile.open(fileobj=BytesIO(archive.data), mode="r:") as opened:
            inside = list(_files(archive, opened))
            if only is not None and only not in {info.name for info in inside}:
                raise missing_member(archive.name, only, tuple(info.name for info in inside))
            for info in inside:
                if only in (None, info.name):
                    stream = opened.extractfile(info)
                    data = stream.read() if stream else b""
                    yield Content(f"{archive.name}/{info.name}", data, archive.sha256)
    except (tarfile.TarError, EOFError, OSError, ValueError) as error:
        raise UnreadableFileError(
            f"{printable(archive.name)} is a broken tar ({printable(str(error))})",
            "a whole tar",
            "unpack it yourself, or download it again",
        ) from None


def _files(archive: Content, opened: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    """Yield what is said of the files; anything but plain files and folders is refused."""
    size = 0
    for number, info in enumerate(opened):
        if info.isdir():
            continue
        size += info.size
        if OUTSIDE.search(info.name):
            raise unsafe(archive.name, f"member '{printable(info.name)}' points outside")
        if not info.isfile() or info.issparse():
            raise unsafe(archive.name, f"member '{printable(info.name)}' is no plain file")
        if size > most_bytes(len(archive.data)) or number >= _MOST_MEMBERS:
            raise unsafe(archive.name, "holds more than it can")
        yield info
