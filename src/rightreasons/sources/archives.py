"""The data files inside a zip; nothing is ever written to disk, and names that point outside are refused."""

import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO

from rightreasons.errors import FileMissingError, UnreadableFileError, UnsafeArchiveError
from rightreasons.printable import printable, quoted
from rightreasons.sources.compression import MOST_BYTES, bounded
from rightreasons.sources.raw import Content

_OUTSIDE = re.compile(r"^([/\\]|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)")


def member(archive: Content, name: str) -> Content:
    """Return one file of a zip, called ``archive/member``.

    Raises
    ------
    FileMissingError
        If there is none of that name; the error lists those there are.
    """
    found = {content.name.removeprefix(f"{archive.name}/"): content for content in members(archive)}
    if name not in found:
        raise missing_member(archive.name, name, tuple(found))
    return found[name]


def missing_member(archive: str, name: str, there: tuple[str, ...]) -> FileMissingError:
    """Return the error for a member or sheet that is not there, with those that are."""
    return FileMissingError(
        f"no '{printable(name)}' in {printable(archive)}, which holds {quoted(there, 40)}",
        "one of these",
        f"write {printable(archive)}!NAME",
    )


def is_workbook(content: Content) -> bool:
    """Whether a zip is a workbook (Office Open XML or OpenDocument).

    Raises
    ------
    UnsafeArchiveError
        If it is one that would expand too far.
    """
    try:
        with zipfile.ZipFile(BytesIO(content.data)) as opened:
            names = set(opened.namelist())
            if (
                not names & {"xl/workbook.xml", "xl/workbook.bin"}
                and not {"content.xml", "mimetype"} <= names
            ):
                return False
            _refuse_unsafe(content.name, opened.infolist())
            return True
    except (zipfile.BadZipFile, OSError, ValueError):
        return False


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
