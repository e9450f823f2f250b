"""Single files that `make` writes: under a temporary name first, with a manifest beside them."""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rightreasons.errors import RunExistsError
from rightreasons.printable import printable
from rightreasons.runs.folder import work_key, write_json
from rightreasons.runs.workspace import check_parent

Write = Callable[[Path], Mapping[str, Any]]


def manifest_path(out: Path) -> Path:
    """Return where the manifest of a file stands: ``hans.tsv`` has ``hans.tsv.manifest.json``."""
    return out.with_name(f"{out.name}.manifest.json")


def check_free(out: Path) -> None:
    """Make sure that `out` and its manifest can be written, before the work begins.

    Raises
    ------
    RunExistsError
        If one of them is there.
    OptionError
        If nothing can be written there.
    """
    for path in (out, manifest_path(out)):
        if path.exists() or path.is_symlink():
            raise RunExistsError(f"'{printable(str(path))}' is there", "a free name", "choose another -o")
    check_parent(out)


def made_file(out: Path, work: Mapping[str, Any], write: Write) -> dict[str, Any]:
    """Write a file and its manifest.

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
        If the file or its manifest is there.
    OptionError
        If nothing can be written there.
    """
    check_free(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    temporary = out.with_name(f".{out.name}.partial")
    try:
        said = write(temporary)
        checksum = hashlib.sha256(temporary.read_bytes()).hexdigest()
        manifest = {**work, **said, "files": {out.name: checksum}, "work_key": work_key(work)}
        check_free(out)
        write_json(manifest_path(out), manifest)
        temporary.replace(out)
    finally:
        temporary.unlink(missing_ok=True)
    return manifest
