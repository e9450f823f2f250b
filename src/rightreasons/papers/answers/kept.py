"""Findings kept of many runs: an archive with one file for each, and plain files beside it."""

import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from rightreasons.errors import FileMissingError, UnreadableFileError, UnsafeArchiveError
from rightreasons.printable import printable
from rightreasons.streams.compression import BROKEN, most_bytes
from rightreasons.streams.files import file_bytes
from rightreasons.writing import replacing

ARCHIVE = "findings.zip"
_FORM = zipfile.ZIP_BZIP2  # half the size of deflate here, and the same bytes from every version of bzip2
_EARLIEST = (1980, 1, 1, 0, 0, 0)
_READABLE = 0o644 << 16


@dataclass(frozen=True)
class KeptFindings:
    """The findings in a folder: plain JSON files, and those in its archive, which count for less.

    The archive's own directory is the index: one file is read without unpacking the others.

    Parameters
    ----------
    folder
        Where the files and ``findings.zip`` are.
    """

    folder: Path

    def names(self) -> tuple[str, ...]:
        """Return the names of the files, in order.

        Raises
        ------
        UnreadableFileError
            If the archive is broken.
        """
        plain = {path.name for path in self.folder.glob("*.json")}
        return tuple(sorted(plain | set(self._archived())))

    def holds(self, name: str) -> bool:
        """Return whether there is such a file; errors as of `names`."""
        return (self.folder / name).is_file() or name in self._archived()

    def read(self, name: str) -> bytes:
        """Return what a file holds.

        Raises
        ------
        FileMissingError
            If there is no such file.
        UnreadableFileError
            If the file cannot be read, or the archive is broken.
        UnsafeArchiveError
            If the file expands to more than an archive of this size may.
        """
        plain = self.folder / name
        if plain.is_file():
            try:
                return file_bytes(plain)
            except OSError as error:
                raise _unreadable(plain, error) from error
        with self._opened() as archive:
            if archive is None or name not in archive.namelist():
                found = f"no '{printable(name)}' in '{printable(str(self.folder))}', nor in its {ARCHIVE}"
                raise FileMissingError(found, "a file of findings", "check the name")
            with archive.open(name) as stream:
                most = most_bytes(self._archive.stat().st_size)
                content = stream.read(most + 1)
        if len(content) > most:
            found = f"'{printable(name)}' in {ARCHIVE} holds more than {most:,} bytes"
            raise UnsafeArchiveError(found, "less", "unpack it beside the archive if you trust it")
        return content

    def add(self, files: Mapping[str, bytes]) -> None:
        """Put files into the archive in place of those of the same names, archived or plain.

        The same content gives the same bytes of the archive. Errors as of `read`.
        """
        content = {name: self.read(name) for name in self._archived() if name not in files} | dict(files)
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w", _FORM) as archive:
            for name in sorted(content):
                entry = zipfile.ZipInfo(name, _EARLIEST)
                entry.compress_type, entry.external_attr, entry.create_system = _FORM, _READABLE, 3
                archive.writestr(entry, content[name], compresslevel=9)
        with replacing(self._archive) as temporary:
            temporary.write_bytes(packed.getvalue())
        for name in files:
            (self.folder / name).unlink(missing_ok=True)

    @property
    def _archive(self) -> Path:
        return self.folder / ARCHIVE

    def _archived(self) -> tuple[str, ...]:
        with self._opened() as archive:
            return () if archive is None else tuple(archive.namelist())

    @contextmanager
    def _opened(self) -> Iterator[zipfile.ZipFile | None]:
        """Open the archive for reading; None where there is none."""
        if not self._archive.is_file():
            yield None
            return
        try:
            with zipfile.ZipFile(self._archive) as archive:
                yield archive
        except BROKEN as error:
            raise _unreadable(self._archive, error) from error


def _unreadable(path: Path, error: Exception) -> UnreadableFileError:
    why = printable(str(error), 200)
    found = f"{printable(path.name)} in '{printable(str(path.parent))}' cannot be read: {why}"
    return UnreadableFileError(found, "a readable file, as it was written", "bring back the file")
