"""Which folders below a folder hold runs, and which of their files may be shown."""

import os
import stat
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from rightreasons.errors import RunUnreadableError
from rightreasons.printable import printable
from rightreasons.runs.folder import FINDINGS, MANIFEST

# Files that may be shown: plain ones that lie where they seem to lie, read without following links.


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


# Which folders below a folder hold runs: finished ones, and hidden ones in the making.


MOST_FOLDERS = 20_000
DEEPEST = 12
_PARTIAL = ".partial"


@dataclass(frozen=True)
class Walk:
    """What was found below a folder.

    Parameters
    ----------
    folders
        Folders that may be runs, in the order of their names.
    is_whole
        Whether every folder was looked into.
    """

    folders: tuple[Path, ...]
    is_whole: bool


def run_folders(root: Path, most: int = MOST_FOLDERS) -> Walk:
    """Find runs in a folder and below it, without following links.

    Parameters
    ----------
    root
        Where to begin.
    most
        How many folders are looked into; those nearest to `root` come first.
    """
    found: list[Path] = []
    waiting = deque([(root, 0)])
    looked = 0
    while waiting and looked < most:
        folder, depth = waiting.popleft()
        looked += 1
        files, below = _inside(folder)
        if {MANIFEST, FINDINGS} & files:
            found.append(folder)
        if FINDINGS not in files and not is_in_the_making(folder) and depth < DEEPEST:
            waiting.extend((each, depth + 1) for each in below)
    return Walk(tuple(sorted(found)), is_whole=not waiting)


def is_in_the_making(folder: Path) -> bool:
    """Return whether a run is written here before it is sealed, see `runs.workspace.partial_path`."""
    return folder.name.startswith(".") and folder.name.endswith(_PARTIAL)


def final_name(folder: Path) -> str:
    """Return what a run is or will be called."""
    return folder.name.removeprefix(".").removesuffix(_PARTIAL) if is_in_the_making(folder) else folder.name


def _inside(folder: Path) -> tuple[set[str], list[Path]]:
    """Return names of files, and folders that may be looked into."""
    files, below = set(), []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.is_dir(follow_symlinks=False):
                    files.add(entry.name)
                elif not entry.name.startswith(".") or is_in_the_making(Path(entry.name)):
                    below.append(Path(entry.path))
    except OSError:
        return set(), []
    return files, below
