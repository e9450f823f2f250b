"""The data files inside a zip; nothing is ever written to disk, and names that point outside are refused."""

import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO

from rightreasons.errors import UnreadableFileError, UnsafeArchiveError
from rightreasons.printable import printable
from rightreasons.sources.compression import MOST_BYTES, bounded
from rightreasons.sources.raw import Content

_OUTSIDE = re.compile(r"^([/\\]|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)")


def members(archive: Content) -> Iterator[Content]:
    """Yield the files of a zip, called ``archive/member``.

    Raises
    ------
    UnreadableFileError
        If the zip is broken, cut off or encrypted.
    UnsafeArchiveError
        If a member has an absolute path, climbs out of its folder, is a link, or expands too far.
    """
    try:
        with zipfile.ZipFile(BytesIO(archive.data)) as opened:
            inside = [info for info in opened.infolist() if not info.is_dir()]
            _refuse_unsafe(archive.name, inside)
            for info in inside:
                with opened.open(info) as stream:
                    data = b"".join(bounded(stream, f"{archive.name}/{info.filename}", info.compress_size))
                yield Content(f"{archive.name}/{info.filename}", data, archive.sha256)
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        OSError,
        NotImplementedError,
        RuntimeError,
        ValueError,
    ) as error:
        raise UnreadableFileError(
            f"{printable(archive.name)} is a broken or encrypted zip ({printable(str(error))})",
            "a whole zip without a password",
            "unpack it yourself, or download it again",
        ) from None


def _refuse_unsafe(name: str, inside: list[zipfile.ZipInfo]) -> None:
    for info in inside:
        is_link = stat.S_ISLNK(info.external_attr >> 16)
        if is_link or _OUTSIDE.search(info.orig_filename) or _OUTSIDE.search(info.filename):
            raise _unsafe(
                name, f"member '{printable(info.filename)}' {'is a link' if is_link else 'points outside'}"
            )
    if sum(info.file_size for info in inside) > MOST_BYTES:
        raise _unsafe(name, f"expands to more than {MOST_BYTES:,} bytes")


def _unsafe(name: str, problem: str) -> UnsafeArchiveError:
    return UnsafeArchiveError(
        f"{printable(name)}: {problem}",
        "plain files inside the archive",
        "do not use it, or unpack it with care",
    )
