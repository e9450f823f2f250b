"""Where the data of a run lie below a folder: what a finding of code scanning is shown on."""

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Protocol

from rightreasons.runs.made_files import checksum

MOST_FILES = 20_000
"""Names that are looked at in a folder, so that a gate called in a large one ends."""


class FileOfRun(Protocol):
    """A file as a manifest has it: its name without folders, and the SHA-256 of its bytes."""

    name: str
    sha256: str | None


def data_place(files: Sequence[FileOfRun], below: Path) -> str | None:
    """Return the first data file of a run, as a path relative to a folder.

    A file counts as found by its name and its checksum. Where none is found it is the name of the first; None
    where the run has read no file.

    Parameters
    ----------
    files
        The files of the manifest.
    below
        The folder, as that of a repository.
    """
    wanted = {each.name: each.sha256 for each in files if each.sha256 is not None}
    for path in islice(_files(below), MOST_FILES):
        if path.name in wanted and checksum(path) == wanted[path.name]:
            return path.relative_to(below).as_posix()
    return files[0].name if files else None


def _files(folder: Path) -> Iterator[Path]:
    """Yield files in the order of their names; hidden folders and links are passed over."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (
            path for name in sorted(names) if (path := Path(place, name)).is_file() and not path.is_symlink()
        )
