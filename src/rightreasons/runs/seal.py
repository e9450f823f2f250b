"""The seal of a run: the SHA-256 of all that it holds, so that a changed run is known as changed.

It shows accidents and careless edits. It is no signature: whoever edits the files can make the seal again.
A store of predictions is sealed by what it holds, since SQLite may write its file anew without changing it.
"""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from rightreasons.errors import RightReasonsError, RunChangedError, RunUnreadableError
from rightreasons.printable import in_unicode, printable, quoted
from rightreasons.streams.files import file_bytes, file_opened

SEAL = "seal.txt"
STEPS = "steps"
"""What is kept while a run is made; it is gone when the run is sealed."""
_VERSION = "rightreasons-seal-3"
_LINE = re.compile(r"([0-9a-f]{64})  (.+)")
_STORE, _WEIGHTS = ".sqlite", ".safetensors"
_PASSING = ("-wal", "-shm", "-journal", ".tmp")  # what SQLite and writers have beside a file for a while
_READ = (
    "manifest.json",
    "findings.json",
    "items.parquet",
    "report.html",
    "evidence.jsonl",
    "predictions.sqlite",
)
_MODELS = "seed-"  # folders
_MOST = 2**20


def seal_of(folder: Path) -> str:
    """Return the text that seals a folder as it is now: a line a file."""
    lines = (f"{_checksum(folder / name)}  {name}\n" for name in sorted(_names(folder)))
    return f"{_VERSION}\n{''.join(lines)}"


def check_seal(folder: Path, *, models: bool = False) -> None:
    """Make sure that a run is as it was sealed.

    Parameters
    ----------
    folder
        Of the run.
    models
        Whether the weights of its models are read too; they may be large, and most readers do not need them.

    Raises
    ------
    RunUnreadableError
        If it has no seal that can be read: it was made by an older version, or was never finished.
    RunChangedError
        If a file is not the one that was sealed, is gone, or came later; all of them are named.
    """
    shown = printable(folder.name)
    sealed = _sealed(folder, shown)
    there = {name for name in _names(folder) if name in sealed or name in _READ or name.startswith(_MODELS)}
    changed = [
        name
        for name in sorted(there | set(sealed))
        if (name in there) != (name in sealed)
        or ((models or not name.endswith(_WEIGHTS)) and sealed[name] != _checksum(folder / name))
    ]
    if changed:
        raise RunChangedError(
            f"{quoted(changed)} of '{shown}' changed after the run was sealed",
            "the run as it was written",
            "run it again, or bring back the files from where they were copied",
        )


def _sealed(folder: Path, shown: str) -> dict[str, str]:
    """Return what the seal says: checksum by file."""
    try:
        version, *lines = file_bytes(folder / SEAL, _MOST).decode("utf-8").splitlines()
    except (OSError, ValueError):
        version, lines = "", []
    found = [_LINE.fullmatch(line) for line in lines]
    if version != _VERSION or not all(found):
        raise RunUnreadableError(
            f"no readable {SEAL} in '{shown}': made by an older version, or never finished",
            "a run that was sealed",
            "run it again",
        )
    return {each[2]: each[1] for each in found if each}


def _names(folder: Path) -> Iterator[str]:
    """Yield the files of a run, by their names within it."""
    for path in folder.rglob("*"):
        name = path.relative_to(folder)
        passes = name.parts[0] == STEPS or path.name.endswith(_PASSING)
        if not passes and str(name) != SEAL and path.is_file():
            yield in_unicode(name.as_posix())


def _checksum(path: Path) -> str:
    try:
        if path.suffix == _STORE:
            from rightreasons.predictors.store.counting import content_checksum

            return content_checksum(path)
        with file_opened(path) as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except RightReasonsError:
        return "no store"
    except OSError as error:
        raise RunUnreadableError(
            f"{path.name} of '{printable(path.parent.name)}' cannot be read: {printable(str(error), 200)}",
            "a readable file",
            "check its permissions",
        ) from error
