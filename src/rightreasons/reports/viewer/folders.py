"""Which folders below a folder hold runs: finished ones, and hidden ones in the making."""

import os
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from rightreasons.runs.folder import FINDINGS, MANIFEST

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
