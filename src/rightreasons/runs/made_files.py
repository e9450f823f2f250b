"""Single files that `make` writes: under a temporary name first, with a manifest beside them."""

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rightreasons.errors import RunExistsError
from rightreasons.printable import printable
from rightreasons.runs.claims import one_writer
from rightreasons.runs.folder import work_key, write_json, write_text
from rightreasons.runs.workspace import check_parent
from rightreasons.streams.files import file_bytes, file_opened
from rightreasons.writing import told_of_room

Write = Callable[[Path], Mapping[str, Any]]


def manifest_path(out: Path) -> Path:
    """Return where the manifest of a file stands: ``hans.tsv`` has ``hans.tsv.manifest.json``."""
    return out.with_name(f"{out.name}.manifest.json")


def check_free(out: Path, option: str = "-o") -> None:
    """Make sure that `out` and its manifest can be written, before the work begins.

    Raises
    ------
    RunExistsError
        If one of them is there.
    OptionError
        If nothing can be written there.
    """
    for place in (Path, manifest_path):  # a folder without a name, as '.' and '/', is there
        path = place(out)
        if (path.exists() or path.is_symlink()) and not _left_alone(path, out):
            raise RunExistsError(
                f"'{printable(str(path))}' is there", "a free name", f"choose another {option}"
            )
    check_parent(out, option)


def write_once(out: Path, text: str, option: str = "-o") -> None:
    """Write text to a place that is free, or that holds the very same text: whoever wrote it was killed then.

    Parameters
    ----------
    out, text
        Where, and what.
    option
        What named the place, for errors.

    Raises
    ------
    RunExistsError
        If something else is there.
    OptionError
        If nothing can be written there.
    """
    try:
        there = out.is_file() and file_bytes(out) == text.encode()
    except OSError:
        there = False
    if not there:
        check_free(out, option)
        out.parent.mkdir(parents=True, exist_ok=True)
        write_text(out, text)


def _whole_file(out: Path, key: str) -> dict[str, Any] | None:
    """Return the manifest of a file that the same work made and that is as it was written, else None."""
    try:
        manifest: dict[str, Any] = json.loads(file_bytes(manifest_path(out)))
        same = manifest["work_key"] == key and manifest["files"] == {out.name: checksum(out)}
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    return manifest if same else None


def _left_alone(path: Path, out: Path) -> bool:
    """Whether a path is the manifest of a file that was never renamed: its writer was killed in between."""
    if path == out or out.exists():
        return False
    try:
        return list(json.loads(file_bytes(path))["files"]) == [out.name]
    except (OSError, ValueError, LookupError, TypeError):
        return False


@one_writer
def made_file(out: Path, work: Mapping[str, Any], write: Write) -> dict[str, Any]:
    """Write a file and its manifest; the same work is not done twice.

    Parameters
    ----------
    out
        The file; its folder is made if need be.
    work
        What is done: inputs with checksums, settings, versions.
    write
        Writes the file that it is given, and returns what the manifest says of it.

    Returns
    -------
    dict
        What stands in the manifest: `work`, what `write` returned, ``files`` (SHA-256 by name), ``work_key``.

    Raises
    ------
    RunExistsError
        If the file or its manifest is there, and is not what the same work made.
    OptionError
        If nothing can be written there.
    """
    if (done := _whole_file(out, work_key(work))) is not None:
        return done
    check_free(out)
    out = out.absolute()
    out.parent.mkdir(parents=True, exist_ok=True)
    temporary = being_made(out)
    try:
        with told_of_room(out):
            facts = write(temporary)
        manifest = {**work, **facts, "files": {out.name: checksum(temporary)}, "work_key": work_key(work)}
        check_free(out)
        write_json(manifest_path(out), manifest)
        temporary.replace(out)
    finally:
        temporary.unlink(missing_ok=True)
    return manifest


def being_made(out: Path) -> Path:
    """Return the temporary name that something has until it is whole."""
    return out.with_name(f".{out.name}.making")


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with file_opened(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
