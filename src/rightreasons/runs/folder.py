"""A sealed run: manifest, findings, items and report in one folder, readable without running anything."""

import hashlib
import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.engine.quiet import natively_quiet
from rightreasons.errors import (
    FileMissingError,
    MissingQuantityError,
    RunUnreadableError,
    UndeclaredColumnError,
    UsageError,
)
from rightreasons.figures import UnknownQuantityError
from rightreasons.findings import (
    SCHEMA_VERSION,
    Finding,
    finding_from_json,
    not_measured_from_json,
)
from rightreasons.issues import Verdict, verdict_from_json
from rightreasons.printable import printable
from rightreasons.references import NotTested
from rightreasons.referred import check_references
from rightreasons.runs.manifest import Manifest, manifest_from
from rightreasons.runs.seal import check_seal
from rightreasons.sources.formats.stated_sizes.limits import exceeds
from rightreasons.sources.formats.stated_sizes.parquet import parquet_parts
from rightreasons.streams.compression import most_bytes
from rightreasons.streams.files import file_bytes
from rightreasons.streams.nearby import nearby
from rightreasons.writing import replacing

MANIFEST = "manifest.json"
FINDINGS = "findings.json"
ITEMS = "items.parquet"
REPORT = "report.html"
EVIDENCE = "evidence.jsonl"
_NO_UNICODE = "backslashreplace"  # names of files may hold bytes that are none; JSON reads \\udc80 as it was


@dataclass(frozen=True)
class Found:
    """What ``findings.json`` holds.

    Parameters
    ----------
    findings
        What was found.
    not_measured
        What could not be measured, and why.
    verdict
        What it amounts to; None where nobody judged, as in the kept results of this repository.
    """

    findings: tuple[Finding, ...]
    not_measured: tuple[NotTested, ...] = ()
    verdict: Verdict | None = None


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
        What could not be measured, and why.
    verdict
        What it amounts to, by the policy that the manifest names.
    """

    path: Path
    manifest: Manifest
    findings: tuple[Finding, ...]
    not_measured: tuple[NotTested, ...]
    verdict: Verdict

    @property
    def incomplete(self) -> tuple[str, ...]:
        """Nothing: what is not complete is not sealed."""
        return ()

    def items(self) -> pl.DataFrame:
        """Return every row with what each measure has to say of it.

        Raises
        ------
        RunUnreadableError
            If they cannot be read, or state that they hold more than a file of their size may.
        """
        try:
            return read_frame(self.path / ITEMS)
        except UNREADABLE_FRAME as error:
            raise _damaged(self.path / ITEMS) from error

    def __repr__(self) -> str:
        about = f"{self.manifest.job} in '{printable(str(self.path))}'"
        return f"<{self.verdict.counted}: {self.verdict.title or self.verdict.headline} ({about})>"


def no_run(path: Path, expected: str = "the folder of a run", kind: str = "folder") -> FileMissingError:
    """Return the error for a path that is no folder; of a file, with the audit that makes a run of it."""
    shown = f"'{printable(str(path), 200)}'"
    if path.is_file():
        audit = f"rightreasons audit {shlex.quote(str(path))} -o RUN"
        return FileMissingError(f"{shown} is a file, not a run", expected, printable(audit, 300))
    if path.exists():
        return FileMissingError(f"{shown} is no folder", expected, "check the path")
    beside = nearby(path)
    remedy = f"did you mean '{printable(str(beside), 200)}'?" if beside is not None else "check the path"
    return FileMissingError(f"no {kind} {shown}", expected, remedy)


def given_run(run: Any) -> str | Path | Run:
    """Return what names a run: its folder, the run, or that of the result of a job.

    Raises
    ------
    UsageError
        For anything else, also for a result that is in no folder.
    """
    inside = getattr(run, "run", run)
    if isinstance(inside, str | Path | Run):
        return inside
    found = "nothing" if run is None else f"a {type(run).__name__} that is in no folder"
    shown = printable(f"{found} in place of a run")
    raise UsageError(shown, "a run, or its folder", "give out=FOLDER where it is made")


def read_run(path: str | Path) -> Run:
    """Read a sealed run.

    Raises
    ------
    FileMissingError
        If there is no such folder.
    RunUnreadableError
        If the folder is not a run, or is damaged, or was written by another version.
    RunChangedError
        If it was changed after it was sealed.

    Examples
    --------
    >>> read_run("run").verdict.headline  # doctest: +SKIP
    """
    folder = Path(path)
    if not folder.is_dir():
        raise no_run(folder)
    found = read_findings(folder / FINDINGS)
    manifest = manifest_from(_json(folder / MANIFEST), f"'{printable(folder.name)}'")
    check_seal(folder)
    if found.verdict is None:
        raise RunUnreadableError(
            f"no verdict in '{printable(folder.name)}'", "a run with its verdict", "run it again"
        )
    return Run(folder, manifest, found.findings, found.not_measured, found.verdict)


def read_findings(path: Path) -> Found:
    """Read a file of findings, alone or in its run.

    Raises
    ------
    RunUnreadableError
        If the file is not such a file, or is damaged, or was written by another version.
    MissingQuantityError
        If the plug-in of a quantity is missing.
    FigureReferenceError
        If its verdict names a figure that is not there.
    """
    try:
        return findings_in(file_bytes(path), path)
    except OSError as error:
        raise _unreadable(path) from error


def findings_in(content: bytes, path: Path) -> Found:
    """Read what a file of findings holds, which messages call by its place; errors as of `read_findings`."""
    payload = _object(content, path)
    version = payload.get("schema_version")
    if version != SCHEMA_VERSION:
        raise RunUnreadableError(
            f"schema version {printable(repr(version), 50)} in '{printable(path.parent.name)}'",
            f"version {SCHEMA_VERSION}, which this rightreasons writes",
            "run it again, or use the rightreasons that wrote it",
        )
    try:
        findings = tuple(finding_from_json(finding) for finding in payload["findings"])
        verdict = payload.get("verdict")
        not_measured = not_measured_from_json(payload.get("not_measured", []))
        found = Found(findings, not_measured, None if verdict is None else verdict_from_json(verdict))
    except (UnknownQuantityError, UndeclaredColumnError) as error:
        raise MissingQuantityError(
            f"{error.found}, which a finding in '{printable(path.parent.name)}' has",
            "every measure whose figures are stored, or its plug-in",
            "install the plug-in that measured it",
        ) from error
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise _damaged(path) from error
    check_references(found.findings, () if found.verdict is None else found.verdict.issues)
    return found


def work_key(work: Mapping[str, Any]) -> str:
    """Return what identifies a piece of work: the same inputs, options and version give the same key."""
    return hashlib.sha256(canonical_json(work).encode(errors=_NO_UNICODE)).hexdigest()


def canonical_json(value: Any) -> str:
    """Return JSON with sorted keys and no NaN."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, allow_nan=False)


def write_json(path: Path, value: Any) -> None:
    """Write JSON so that a reader sees the old file or the new one, never half of it."""
    text = json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False)
    write_text(path, text + "\n")


def write_text(path: Path, text: str) -> None:
    """Write text under a temporary name and rename it into place."""
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8", errors=_NO_UNICODE)


UNREADABLE_FRAME = (OSError, ValueError, pl.exceptions.PolarsError, pl.exceptions.PanicException)
"""What `read_frame` raises where it cannot read."""


def read_frame(path: Path) -> pl.DataFrame:
    """Read Parquet of ours, unless it states that it holds more than a file of its size may."""
    data = file_bytes(path)
    if exceeds(parquet_parts(data), most_bytes(len(data))):
        raise ValueError("it states that it holds too much")
    with natively_quiet():
        return pl.read_parquet(BytesIO(data))


def write_frame(path: Path, frame: pl.DataFrame) -> None:
    """Write Parquet under a temporary name and rename it into place."""
    with replacing(path) as temporary:
        frame.write_parquet(temporary)


def _json(path: Path) -> dict[str, Any]:
    try:
        return _object(file_bytes(path), path)
    except OSError as error:
        raise _unreadable(path) from error


def _object(content: bytes, path: Path) -> dict[str, Any]:
    try:
        value = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise _unreadable(path) from error
    if not isinstance(value, dict):
        raise RunUnreadableError(f"{path.name} holds no object", "what rightreasons wrote", "run it again")
    return value


def _unreadable(path: Path) -> RunUnreadableError:
    return RunUnreadableError(
        f"no readable {path.name} in '{printable(path.parent.name)}'",
        "a sealed run folder",
        "check the path, or run it again",
    )


def _damaged(path: Path) -> RunUnreadableError:
    return RunUnreadableError(
        f"damaged {path.name} in '{printable(path.parent.name)}'", "what rightreasons wrote", "run it again"
    )
