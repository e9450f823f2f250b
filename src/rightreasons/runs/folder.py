"""A sealed run: manifest, findings, items and report in one folder, readable without running anything."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.errors import FileMissingError, RunUnreadableError
from rightreasons.findings import SCHEMA_VERSION, Finding, finding_from_json, notebook_html
from rightreasons.printable import printable

MANIFEST = "manifest.json"
FINDINGS = "findings.json"
ITEMS = "items.parquet"
REPORT = "report.html"
EVIDENCE = "evidence.jsonl"


@dataclass(frozen=True)
class Run:
    """A finished run.

    Parameters
    ----------
    path
        Its folder.
    manifest
        What was run, on what, with which versions, seeds and checksums.
    findings
        What was found.
    not_measured
        Reason by measure that could not be taken.
    """

    path: Path
    manifest: Mapping[str, Any]
    findings: tuple[Finding, ...]
    not_measured: Mapping[str, str]

    def items(self) -> pl.DataFrame:
        """Return every row with what each measure has to say of it."""
        return pl.read_parquet(self.path / ITEMS)

    def _repr_html_(self) -> str:
        return notebook_html(self.findings)


def read_run(path: str | Path) -> Run:
    """Read a sealed run.

    Raises
    ------
    FileMissingError
        If there is no such folder.
    RunUnreadableError
        If the folder is not a run, or is damaged, or was written by a newer version.
    """
    folder = Path(path)
    if not folder.is_dir():
        raise FileMissingError(f"no folder '{printable(str(path))}'", "a run folder", "check the path")
    manifest = _json(folder / MANIFEST)
    findings, not_measured = read_findings(folder / FINDINGS)
    return Run(folder, manifest, findings, not_measured)


def read_findings(path: Path) -> tuple[tuple[Finding, ...], Mapping[str, str]]:
    """Read a file of findings, alone or in its run: the findings, and the reason for what was not measured.

    Raises
    ------
    RunUnreadableError
        If the file is not such a file, or is damaged, or was written by a newer version.
    """
    payload = _json(path)
    version = payload.get("schema_version")
    if version != SCHEMA_VERSION:
        raise RunUnreadableError(
            f"schema version {version!r} in '{printable(path.parent.name)}'",
            str(SCHEMA_VERSION),
            "use a matching rightreasons",
        )
    try:
        findings = tuple(finding_from_json(finding) for finding in payload["findings"])
        return findings, dict(payload.get("not_measured", {}))
    except (KeyError, TypeError, ValueError) as error:
        raise RunUnreadableError(
            f"damaged {path.name} in '{printable(path.parent.name)}'",
            "what rightreasons wrote",
            "run it again",
        ) from error


def work_key(work: Mapping[str, Any]) -> str:
    """Return what identifies a piece of work: the same inputs, options and version give the same key."""
    return hashlib.sha256(canonical_json(work).encode()).hexdigest()


def canonical_json(value: Any) -> str:
    """Return JSON with sorted keys and no NaN."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False)


def write_json(path: Path, value: Any) -> None:
    """Write JSON so that a reader sees the old file or the new one, never half of it."""
    text = json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False)
    write_text(path, text + "\n")


def write_text(path: Path, text: str) -> None:
    """Write text under a temporary name and rename it into place."""
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)


def write_frame(path: Path, frame: pl.DataFrame) -> None:
    """Write Parquet under a temporary name and rename it into place."""
    temporary = path.with_name(path.name + ".tmp")
    frame.write_parquet(temporary)
    temporary.replace(path)


def _json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RunUnreadableError(
            f"no readable {path.name} in '{printable(path.parent.name)}'",
            "a sealed run folder",
            "check the path, or run it again",
        ) from error
    if not isinstance(value, dict):
        raise RunUnreadableError(f"{path.name} holds no object", "what rightreasons wrote", "run it again")
    return value
