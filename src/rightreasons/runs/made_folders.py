"""Folders of files that `make` writes: filled under a temporary name, renamed when whole."""

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rightreasons.errors import RunExistsError
from rightreasons.printable import printable
from rightreasons.runs.claims import one_writer
from rightreasons.runs.folder import MANIFEST, work_key, write_json
from rightreasons.runs.made_files import being_made, checksum
from rightreasons.runs.workspace import check_parent
from rightreasons.streams.files import file_bytes
from rightreasons.writing import told_of_room

Fill = Callable[[Path], Mapping[str, Any]]


@one_writer
def made_folder(out: Path, work: Mapping[str, Any], fill: Fill) -> dict[str, Any]:
    """Fill a folder with files and return its manifest; the same work is not done twice.

    Parameters
    ----------
    out
        The folder.
    work
        What is done: inputs with checksums, settings, versions.
    fill
        Writes the files into the folder it is given, and returns what the manifest says of them.

    Returns
    -------
    dict
        What is in ``manifest.json``: `work`, what `fill` returned, ``files`` (SHA-256 by name), ``work_key``.

    Raises
    ------
    RunExistsError
        If `out` holds other work, or anything else.
    OptionError
        If nothing can be written there.
    """
    key, out = work_key(work), out.absolute()
    if out.exists() and not (out.is_dir() and not any(out.iterdir())):
        return _same_work(out, key)
    check_parent(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    folder = being_made(out)
    shutil.rmtree(folder, ignore_errors=True)  # of one that was killed
    try:
        folder.mkdir()
        with told_of_room(out):
            facts = fill(folder)
        manifest = {**work, **facts, "files": _checksums(folder), "work_key": key}
        write_json(folder / MANIFEST, manifest)
        _sealed(folder, out)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return manifest


def is_as_made(folder: Path) -> bool:
    """Return whether a folder holds what its manifest says was made."""
    try:
        files = json.loads(file_bytes(folder / MANIFEST))["files"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False
    return bool(files == _made(folder))


def _made(folder: Path) -> dict[str, str]:
    return {name: found for name, found in _checksums(folder).items() if name != MANIFEST}


def _same_work(out: Path, key: str) -> dict[str, Any]:
    shown = f"'{printable(str(out))}'"
    try:
        manifest: dict[str, Any] = json.loads(file_bytes(out / MANIFEST))
        found = manifest["work_key"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RunExistsError(
            f"{shown} is there and was not made by this", "a free name", "choose another -o"
        ) from error
    if found != key:
        raise RunExistsError(
            f"{shown} holds other work", "the same work, or a free name", "choose another -o"
        )
    if manifest.get("files") != _made(out):
        raise RunExistsError(
            f"{shown} holds the same work, changed since", "what was written", "choose another -o"
        )
    return manifest


def _checksums(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): checksum(path) for path in files}


def _sealed(folder: Path, out: Path) -> None:
    try:
        folder.replace(out)
    except OSError as error:
        raise RunExistsError(
            f"'{printable(str(out))}' appeared while it was made", "a free name", "choose another -o"
        ) from error
