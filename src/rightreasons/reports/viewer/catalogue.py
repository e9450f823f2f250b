"""All runs below a folder, by key: what the pages may show, and nothing else."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rightreasons.errors import FileMissingError
from rightreasons.reports.viewer.entries import Entry, entry_of, marks
from rightreasons.reports.viewer.folders import run_folders
from rightreasons.reports.viewer.plain_files import check_plain, read_plain
from rightreasons.runs.folder import REPORT, Run, read_run
from rightreasons.runs.seal import check_seal


@dataclass(frozen=True)
class Listing:
    """What was found at one look.

    Parameters
    ----------
    entries
        Runs by key.
    is_whole
        Whether every folder was looked into.
    """

    entries: dict[str, Entry]
    is_whole: bool


class Catalogue:
    """The runs in a folder and below it.

    Addresses name a run by its key, which is looked up here: no path is ever made from an address.

    Parameters
    ----------
    root
        The folder.

    Raises
    ------
    FileMissingError
        If there is no such folder.
    """

    def __init__(self, root: str | Path) -> None:
        if not Path(root).is_dir():
            raise FileMissingError(f"no folder {str(root)!r}", "a folder of runs", "check the path")
        self.root = Path(root).resolve()
        self._known: dict[Path, tuple[object, Entry | None]] = {}
        self._lock = threading.Lock()

    def listing(self) -> Listing:
        """Look again, and read what changed since the last look."""
        with self._lock:
            walk = run_folders(self.root)
            self._known = {folder: self._looked_at(folder) for folder in walk.folders}
            found = [entry for _, entry in self._known.values() if entry is not None]
        return Listing({entry.key: entry for entry in found}, walk.is_whole)

    def entries(self, keys: Sequence[str]) -> tuple[Entry, ...]:
        """Return the runs with these keys, each once.

        Raises
        ------
        FileMissingError
            If there is none.
        """
        entries = self.listing().entries
        missing = [key for key in keys if key not in entries]
        if missing:
            raise FileMissingError(
                "a run that is not there", "a run of the list", "go back to the list, it may have moved"
            )
        return tuple(entries[key] for key in dict.fromkeys(keys))

    def report(self, key: str) -> bytes:
        """Return the page of a run.

        Raises
        ------
        FileMissingError
            If there is no such run, or it has no page.
        RunUnreadableError
            If it cannot be read, or only through a link.
        RunChangedError
            If it was changed after it was sealed.
        """
        (entry,) = self.entries([key])
        if not entry.has_report:
            raise FileMissingError(f"'{entry.name}' has no report", "a run with a report", "wait for it")
        check_plain(entry.path)
        if entry.state == "finished":
            check_seal(entry.path)
        return read_plain(entry.path / REPORT)

    def _looked_at(self, folder: Path) -> tuple[object, Entry | None]:
        now = marks(folder)
        then, entry = self._known.get(folder, (None, None))
        return (then, entry) if then == now else (now, entry_of(self.root, folder))


def run_of(entry: Entry) -> Run:
    """Read a finished run.

    Raises
    ------
    RunUnreadableError
        If it is damaged, or can be read only through a link.
    """
    check_plain(entry.path)
    return read_run(entry.path)
