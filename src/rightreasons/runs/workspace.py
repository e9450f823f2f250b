"""Where a run is written before it is sealed: step by step, so that the same work can be taken up again."""

import json
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from uuid import uuid4

import polars as pl

from rightreasons.errors import OptionError, RunExistsError
from rightreasons.findings import Finding, finding_from_json, findings_payload
from rightreasons.issues import Verdict
from rightreasons.printable import printable
from rightreasons.references import NotTested
from rightreasons.runs.claims import claimed
from rightreasons.runs.folder import (
    FINDINGS,
    ITEMS,
    MANIFEST,
    UNREADABLE_FRAME,
    Run,
    read_frame,
    read_run,
    work_key,
    write_frame,
    write_json,
    write_text,
)
from rightreasons.runs.manifest import Manifest
from rightreasons.runs.seal import SEAL, STEPS, seal_of
from rightreasons.streams.files import file_bytes
from rightreasons.writing import NO_ROOM, replacing


def finished_run(out: Path, work: Manifest) -> Run | None:
    """Return the sealed run of the same work in `out`, or None if `out` is free.

    Raises
    ------
    RunExistsError
        If `out` holds other work, or anything else.
    """
    run = run_in(out)
    if run is not None and run.manifest.work_key != work_key(work.to_json()):
        raise _other_work(out)
    return run


def run_in(out: Path, job: str | None = None) -> Run | None:
    """Return the run in `out`, or None if `out` is free: to be asked before long work that is not named yet.

    Parameters
    ----------
    out
        A folder.
    job
        What the run must be of; None: anything.

    Raises
    ------
    RunExistsError
        If `out` holds anything else, or stands within a run.
    """
    if not out.exists():
        _check_outside(out)
        check_parent(out)
        return None
    if out.is_dir() and not any(out.iterdir()):
        return None
    if not (out / MANIFEST).is_file():
        raise RunExistsError(
            f"'{printable(str(out))}' is there and is not a run", "a free name", "choose another -o"
        )
    run = read_run(out)
    if job is not None and run.manifest.job != job:
        raise _other_work(out)
    return run


def _check_outside(out: Path) -> None:
    """Refuse a place within a sealed run, where runs of several data or recipes would stand."""
    around = out.absolute().parent
    if (around / SEAL).is_file():
        found = f"'{printable(str(out.parent), 200)}' is a run, in which no other is written"
        raise RunExistsError(found, "a free name, or a folder that is no run", "choose another -o")


def _other_work(out: Path) -> RunExistsError:
    return RunExistsError(
        f"'{printable(str(out))}' holds other work", "the same work, or a free name", "choose another -o"
    )


class Workspace:
    """A run in the making, in a hidden folder beside its final place, which it holds until it is sealed.

    Parameters
    ----------
    out
        The final folder.
    work
        What is done: inputs with checksums, options, versions. The same work takes up what is there.

    Attributes
    ----------
    run_id
        Tells this run from every other, also from one of the same work; kept when it is taken up again.
    """

    def __init__(self, out: Path, work: Manifest) -> None:
        self.out = out.absolute()  # whatever a model does to the working directory
        self.work = work.to_json()
        self.key = work_key(self.work)
        self.path = partial_path(self.out)
        self.run_id = uuid4().hex
        with ExitStack() as held:
            held.enter_context(claimed(self.out))
            self._begin()
            self._claim = held.pop_all()

    def saved(self, step: str) -> Finding | None:
        """Return the finding of a step that was finished before, with its items; None where it is damaged."""
        folder = self.path / STEPS / step
        try:
            payload = json.loads(file_bytes(folder / FINDINGS))
            items = read_frame(folder / ITEMS) if (folder / ITEMS).is_file() else None
            return finding_from_json(payload["findings"][0], items)
        except (LookupError, TypeError, RecursionError, *UNREADABLE_FRAME):
            return None

    def save(self, step: str, finding: Finding) -> None:
        """Keep the finding of a step; items first, so that a finding that is there is whole."""
        folder = self.path / STEPS / step
        folder.mkdir(parents=True, exist_ok=True)
        if finding.items is not None:
            write_frame(folder / ITEMS, finding.items)
        write_json(folder / FINDINGS, findings_payload([finding], ()))

    def write_text(self, name: str, text: str) -> None:
        """Add a text file to the run."""
        write_text(self.path / name, text)

    def write_items(self, items: pl.DataFrame) -> None:
        """Add ``items.parquet`` to the run."""
        write_frame(self.path / ITEMS, items)

    def write_items_by(self, write: Callable[[Path], None]) -> None:
        """Add ``items.parquet``, which a function writes, to the run."""
        with replacing(self.path / ITEMS) as temporary:
            write(temporary)

    def discard(self) -> None:
        """Remove what was begun."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._claim.close()

    def leave(self, findings: Sequence[Finding], not_measured: Sequence[NotTested], verdict: Verdict) -> None:
        """Write what was found so far, and leave the run unsealed, to be taken up again."""
        write_json(self.path / FINDINGS, _payload(findings, not_measured, verdict))
        self._claim.close()

    def seal(
        self,
        manifest: Manifest,
        findings: Sequence[Finding],
        not_measured: Sequence[NotTested],
        verdict: Verdict,
    ) -> Run:
        """Write manifest, findings and seal, and give the folder its final name.

        Raises
        ------
        RunExistsError
            If something appeared in the final place in the meantime.
        """
        write_json(self.path / FINDINGS, _payload(findings, not_measured, verdict))
        write_json(self.path / MANIFEST, manifest.with_work(self.work, self.key).to_json())
        write_text(self.path / SEAL, seal_of(self.path))
        shutil.rmtree(self.path / STEPS, ignore_errors=True)
        try:
            self.path.replace(self.out)
        except OSError as error:
            raise RunExistsError(
                f"'{printable(str(self.out))}' appeared while this run was made",
                "a free name",
                f"the finished run is in '{printable(self.path.name)}': rename it",
            ) from error
        self._claim.close()
        return read_run(self.out)

    def _begin(self) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        begun = _manifest(self.path / MANIFEST)
        is_other = begun.get("work_key", self.key) != self.key
        if is_other and all(each.name == MANIFEST for each in self.path.iterdir()):
            begun = {}  # of work that ended before anything was done nothing can be lost
        elif is_other:
            raise RunExistsError(
                f"'{printable(self.path.name)}' holds other, unfinished work",
                "the same work, or nothing",
                "finish it with its own options, remove it, or choose another -o",
            )
        self.run_id = str(begun.get("run_id", self.run_id))
        begun = {"work": self.work, "work_key": self.key, "run_id": self.run_id}
        write_json(self.path / MANIFEST, begun)


def _payload(
    findings: Sequence[Finding], not_measured: Sequence[NotTested], verdict: Verdict
) -> dict[str, Any]:
    return {**findings_payload(findings, not_measured), "verdict": verdict.to_json()}


def partial_path(out: Path) -> Path:
    """Return where a run stands until it is sealed as `out`."""
    return out.with_name(f".{out.name}.partial")


def _manifest(path: Path) -> Mapping[str, Any]:
    try:
        found = json.loads(file_bytes(path))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def check_parent(out: Path, option: str = "-o") -> None:
    """Make sure that something can be written at `out`, which `option` named, before the work begins.

    Raises
    ------
    OptionError
        If nothing can be written there.
    """
    if (cause := _why_not(out)) is not None:
        found = f"'{printable(str(out), 200)}' cannot be written: {cause}"
        raise OptionError(found, "a place in a folder one may write to", f"choose another {option}")


def _why_not(out: Path) -> str | None:
    """Return why nothing can be made at a path, None where something can: it is tried with a folder."""
    parent = Path(os.path.normpath(out.parent))  # a folder that is not there leads nowhere by ".."
    while not parent.exists() and parent != parent.parent:
        parent = parent.parent
    shown = f"'{printable(str(parent), 200)}'"
    if not parent.is_dir():
        return f"{shown} is a file"
    if not os.access(parent, os.W_OK):
        return f"you may not write to {shown}"
    try:
        Path(mkdtemp(prefix=".rightreasons-", dir=parent)).rmdir()
    except OSError as error:
        if error.errno in NO_ROOM:
            raise
        return f"{shown} takes no new files ({error.strerror})"
    return None
