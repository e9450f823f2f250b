"""The seal of a run: one line with the SHA-256 of its files, so that a changed run is known as changed.

It shows accidents and careless edits. It is no signature: whoever edits the files can make the line again.
"""

import hashlib
import re
from pathlib import Path

from rightreasons.errors import RunChangedError, RunUnreadableError
from rightreasons.printable import printable, quoted

SEAL = "seal.txt"
SEALED = ("manifest.json", "findings.json", "items.parquet")
"""What the seal is about, where it is there."""
_LINE = re.compile(r"rightreasons-seal-2(?: [a-z.]+=(?:[0-9a-f]{64}|none))+\n?")


def seal_of(folder: Path) -> str:
    """Return the line that seals a folder as it is now."""
    return (
        " ".join(["rightreasons-seal-2", *(f"{name}={_checksum(folder / name)}" for name in SEALED)]) + "\n"
    )


def check_seal(folder: Path) -> None:
    """Make sure that a run is as it was sealed.

    Raises
    ------
    RunUnreadableError
        If it has no seal that can be read: it was made by an older version, or was never finished.
    RunChangedError
        If a file is not the one that was sealed; all of them are named.
    """
    shown = printable(folder.name)
    try:
        line = (folder / SEAL).read_bytes()[:1_000].decode("ascii")
    except (OSError, UnicodeDecodeError):
        line = ""
    if not _LINE.fullmatch(line):
        raise RunUnreadableError(
            f"no readable {SEAL} in '{shown}': made by an older version, or never finished",
            "a run that was sealed",
            "run it again",
        )
    found = dict(part.split("=") for part in line.split()[1:])
    changed = [name for name in SEALED if found.get(name) != _checksum(folder / name)]
    if changed:
        raise RunChangedError(
            f"{quoted(changed)} of '{shown}' changed after the run was sealed",
            "the run as it was written",
            "run it again, or bring back the files from where they were copied",
        )


def _checksum(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except FileNotFoundError:
        return "none"
    except OSError as error:
        raise RunUnreadableError(
            f"{path.name} of '{printable(path.parent.name)}' cannot be read: {printable(str(error), 200)}",
            "a readable file",
            "check its permissions",
        ) from error
