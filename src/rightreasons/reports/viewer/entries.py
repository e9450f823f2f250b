"""One run as the list shows it, read so that nothing a folder holds can break the list."""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from rightreasons.errors import RightReasonsError, RunUnreadableError
from rightreasons.printable import printable
from rightreasons.reports.viewer.folders import final_name, is_in_the_making
from rightreasons.reports.viewer.plain_files import check_plain, read_plain, stamp
from rightreasons.reports.viewer.progress import STORE, Progress, progress_of
from rightreasons.runs.folder import FINDINGS, MANIFEST, REPORT, read_run
from rightreasons.runs.manifest import manifest_from
from rightreasons.runs.seal import STEPS

State = Literal["finished", "unfinished", "damaged"]
_LONGEST = 600


@dataclass(frozen=True)
class Entry:
    """What the list says of one run; every text is printable.

    Parameters
    ----------
    key
        Stands for the run in addresses: a hash of where it lies.
    path
        Its folder.
    name
        Where it lies, below the folder that is shown.
    job
        ``audit``, ``probe``, ``compare``, ``train``, ...
    subject
        The data or model that it is about.
    headline
        The headline of its verdict; what is wrong with it where it is damaged.
    severity
        That of its worst issue.
    state
        Whether it is finished.
    changed
        When it last changed, in seconds since 1970.
    has_report
        Whether there is a page to read.
    measures
        The measures of its findings.
    progress
        How far it is, where it is unfinished.
    """

    key: str
    path: Path
    name: str
    job: str
    subject: str
    headline: str
    state: State
    changed: float
    has_report: bool = False
    measures: frozenset[str] = frozenset()
    progress: Progress | None = None
    severity: str = ""


def entry_of(root: Path, folder: Path) -> Entry | None:
    """Return what the list says of a folder; None if it is no run.

    Parameters
    ----------
    root
        The folder that is shown.
    folder
        The folder itself or one below it.
    """
    try:
        check_plain(folder)
        manifest = _manifest(folder)
        if is_in_the_making(folder):
            return _unfinished(root, folder, manifest)
        if stamp(folder / FINDINGS) is None and not {"work", "work_key"} <= set(manifest):
            return None  # other programs and `make` write manifests too
        return _finished(root, folder)
    except RightReasonsError as error:
        return _damaged(root, folder, printable(error.found, _LONGEST))
    except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        return _damaged(root, folder, printable(f"it is not as rightreasons wrote it: {error}", _LONGEST))


def marks(folder: Path) -> tuple[object, ...]:
    """Return what changes whenever `entry_of` may say something else of a folder."""
    files = [folder / name for name in (MANIFEST, FINDINGS, REPORT)]
    if is_in_the_making(folder):
        files += [folder / STORE, folder / f"{STORE}-wal"]
        files += sorted([*(folder / STEPS).glob(f"*/{FINDINGS}"), *folder.glob("*seed-*")])
    return tuple((str(file), stamp(file)) for file in files)


def _manifest(folder: Path) -> Mapping[str, Any]:
    if stamp(folder / MANIFEST) is None:
        return {}
    try:
        found = json.loads(read_plain(folder / MANIFEST))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise RunUnreadableError(f"no readable {MANIFEST}", "a run folder", "run it again")
    return found


def _finished(root: Path, folder: Path) -> Entry:
    run = read_run(folder)
    issues = run.verdict.issues
    return Entry(
        **_place(root, folder),
        job=printable(run.manifest.job),
        subject=printable(run.manifest.subject, 300),
        headline=printable(run.verdict.headline, _LONGEST),
        severity=issues[0].severity if issues else "",
        state="finished",
        has_report=stamp(folder / REPORT) is not None,
        measures=frozenset(finding.measure for finding in run.findings),
    )


def _unfinished(root: Path, folder: Path, manifest: Mapping[str, Any]) -> Entry | None:
    if not isinstance(manifest.get("work"), dict):
        return None
    work = manifest_from(manifest["work"])
    return Entry(
        **_place(root, folder),
        job=printable(work.job),
        subject=printable(work.subject, 300),
        headline="",
        state="unfinished",
        has_report=stamp(folder / REPORT) is not None,
        progress=progress_of(folder, work),
    )


def _damaged(root: Path, folder: Path, why: str) -> Entry:
    return Entry(**_place(root, folder), job="", subject="", headline=why, state="damaged")


def _place(root: Path, folder: Path) -> dict[str, Any]:
    place = folder.relative_to(root)
    shown = place.parent / final_name(folder) if place.parts else Path(folder.name)
    return {
        "key": hashlib.sha256(os.fsencode(place)).hexdigest()[:20],
        "path": folder,
        "name": printable(str(shown), 200),
        "changed": _changed(folder),
    }


def _changed(folder: Path) -> float:
    files = (folder, *(folder / name for name in (MANIFEST, FINDINGS, STORE, f"{STORE}-wal", STEPS)))
    times = []
    for file in files:
        try:
            times.append(file.lstat().st_mtime)
        except OSError:
            continue
    return max(times, default=0.0)
