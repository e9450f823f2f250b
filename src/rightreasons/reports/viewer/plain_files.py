"""Files that may be shown: plain ones that lie where they seem to lie, read without following links."""

import os
import stat
from pathlib import Path

from rightreasons.errors import RunUnreadableError
from rightreasons.printable import printable

LARGEST = 512 * 2**20  # bytes


def stamp(path: Path) -> tuple[int, int, int] | None:
    """Return what changes when a file does (inode, nanoseconds, bytes); None if it is no plain file."""
    try:
        found = path.lstat()
    except OSError:
        return None
    return (found.st_ino, found.st_mtime_ns, found.st_size) if stat.S_ISREG(found.st_mode) else None


def check_plain(folder: Path) -> None:
    """Make sure that a folder lies where its path says, and holds plain files and folders only.

    Parameters
    ----------
    folder
        A path without links above the folder that is shown.

    Raises
    ------
    RunUnreadableError
        If it is reached or goes on through a link, or holds a file of another kind, or one that is too large.
    """
    try:
        with os.scandir(folder) as entries:
            strange = folder.resolve(strict=True) != folder or any(map(_is_strange, entries))
    except OSError as error:
        raise _refused(folder, "that cannot be read") from error
    if strange:
        raise _refused(folder, "with a link, a device or a file that is too large")


def read_plain(path: Path) -> bytes:
    """Return the bytes of a plain file.

    Raises
    ------
    RunUnreadableError
        If it is none, or cannot be read.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        with open(os.open(path, flags), "rb") as stream:  # noqa: PTH123 - Path.open takes no flags
            found = os.fstat(stream.fileno())
            if stat.S_ISREG(found.st_mode) and found.st_size <= LARGEST:
                return stream.read()
    except OSError as error:
        raise _refused(path, "that cannot be read") from error
    raise _refused(path, "that is no plain file, or too large")


def _is_strange(entry: "os.DirEntry[str]") -> bool:
    if entry.is_dir(follow_symlinks=False):
        return False
    try:
        found = entry.stat(follow_symlinks=False)
    except FileNotFoundError:
        return False  # a run in the making renames its files
    return not stat.S_ISREG(found.st_mode) or (entry.name.endswith(".json") and found.st_size > LARGEST)


def _refused(path: Path, what: str) -> RunUnreadableError:
    return RunUnreadableError(
        f"'{printable(path.name)}' {what}", "plain files in a run folder", "copy the run without links"
    )
