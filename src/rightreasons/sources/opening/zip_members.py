"""The data files inside a zip; nothing is ever written to disk, and names that point outside are refused."""

import re
import stat
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO

from rightreasons.errors import FileMissingError, UnreadableFileError, UnsafeArchiveError
from rightreasons.printable import printable, quoted
from rightreasons.sources.opening.compression import unzstd_text
from rightreasons.sources.raw import Content
from rightreasons.streams.compression import BROKEN, bounded, most_bytes

_ZSTD = 93
OUTSIDE = re.compile(r"^([/\\]|[A-Za-z]:)|(^|[/\\])\.\.([/\\]|$)")


def member(archive: Content, name: str) -> Content:
    """Return one file of a zip, called ``archive/member``.

    Raises
    ------
    FileMissingError
        If there is none of that name; the error lists those there are.
    """
    with _opened(archive) as (opened, inside):
        found = {info.filename: info for info in inside}
        if name not in found:
            raise missing_member(archive.name, name, tuple(found))
        return _content(archive, opened, found[name])


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
            _refuse_unsafe(content.name, opened.infolist(), len(content.data))
            return opened.testzip() is None  # readers in other languages do not stop at the stated sizes
    except (*BROKEN, ValueError):
        return False  # whoever opens its members says what is broken


def members(archive: Content) -> Iterator[Content]:
    """Yield the files of a zip, called ``archive/member``.

    Raises
    ------
    UnreadableFileError
        If the zip is broken, cut off or encrypted.
    UnsafeArchiveError
        If a member has an absolute path, climbs out of its folder, is a link, or expands too far.
    """
    with _opened(archive) as (opened, inside):
        for info in inside:
            try:
                yield _content(archive, opened, info)
            except UnreadableFileError as error:
                error.whole = _whole(archive, opened, inside)
                raise


@contextmanager
def _opened(archive: Content) -> Iterator[tuple[zipfile.ZipFile, list[zipfile.ZipInfo]]]:
    """Open a zip; yield it with what is said of its files."""
    try:
        with zipfile.ZipFile(BytesIO(archive.data)) as opened:
            inside = [info for info in opened.infolist() if not info.is_dir()]
            _refuse_unsafe(archive.name, inside, len(archive.data))
            yield opened, inside
    except (*BROKEN, ValueError) as error:
        raise _broken(f"{printable(archive.name)} is a broken or encrypted zip", error) from None


def _content(archive: Content, opened: zipfile.ZipFile, info: zipfile.ZipInfo) -> Content:
    """Return a member decompressed."""
    name = f"{archive.name}/{info.filename}"
    try:
        if info.compress_type == _ZSTD:
            return Content(name, unzstd_text(_stored(archive.data, info), name), archive.sha256)
        with opened.open(info) as stream:
            return Content(name, bounded(stream, name, info.compress_size), archive.sha256)
    except (*BROKEN, ValueError) as error:
        found = f"'{printable(info.filename)}' in {printable(archive.name)} is broken or encrypted"
        raise _broken(found, error) from None


def damaged_members(archive: Content) -> tuple[str, ...]:
    """Return the members of a zip that cannot be decompressed, or whose checksums do not hold."""
    with _opened(archive) as (opened, inside):
        whole = _whole(archive, opened, inside)
        return tuple(info.filename for info in inside if info.filename not in whole)


def _whole(archive: Content, opened: zipfile.ZipFile, inside: Sequence[zipfile.ZipInfo]) -> tuple[str, ...]:
    """Return the members that can be decompressed."""
    whole = []
    for info in inside:
        with suppress(UnreadableFileError, UnsafeArchiveError):
            _content(archive, opened, info)
            whole.append(info.filename)
    return tuple(whole)


def _broken(found: str, error: Exception) -> UnreadableFileError:
    return UnreadableFileError(
        f"{found} ({printable(str(error))})",
        "a whole zip without a password",
        "unpack it yourself, or download it again",
    )


def _stored(archive: bytes, info: zipfile.ZipInfo) -> bytes:
    """Return a member as it is compressed, for a method that `zipfile` does not know."""
    head = archive[info.header_offset :][:30]
    start = (
        info.header_offset
        + 30
        + int.from_bytes(head[26:28], "little")
        + int.from_bytes(head[28:30], "little")
    )
    return archive[start : start + info.compress_size]


def _refuse_unsafe(name: str, inside: list[zipfile.ZipInfo], size: int) -> None:
    for info in inside:
        is_link = stat.S_ISLNK(info.external_attr >> 16)
        if is_link or OUTSIDE.search(info.orig_filename) or OUTSIDE.search(info.filename):
            raise unsafe(
                name, f"member '{printable(info.filename)}' {'is a link' if is_link else 'points outside'}"
            )
    most = most_bytes(size)
    if sum(info.file_size for info in inside) > most:
        raise unsafe(name, f"expands to more than {most:,} bytes")


def unsafe(name: str, problem: str) -> UnsafeArchiveError:
    """Return the error for an archive that may do harm."""
    return UnsafeArchiveError(
        f"{printable(name)}: {problem}",
        "plain files inside the archive",
        "do not use it, or unpack it with care",
    )
