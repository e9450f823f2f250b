"""One run as the list shows it, read so that nothing a folder holds can break the list."""

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from rightreasons.errors import RightReasonsError, RunUnreadableError
from rightreasons.measures import MEASURES
from rightreasons.pairs import pair_hash
from rightreasons.predictors.store_files import kept_answers
from rightreasons.printable import printable
from rightreasons.reports.viewer.folders import check_plain, final_name, is_in_the_making, read_plain, stamp
from rightreasons.runs.folder import FINDINGS, MANIFEST, REPORT, read_run
from rightreasons.runs.manifest import Manifest, manifest_from
from rightreasons.runs.seal import STEPS

# How far a training is: which seeds are done, and the last epoch of each.


METRICS = "metrics-seed-*.jsonl"
_SEED = re.compile(r"metrics-seed-(\d+)\.jsonl")


def seeds_asked(work: Manifest) -> int | None:
    """Return how many seeds are trained, or None if the manifest does not say so."""
    seeds = work.options.get("seeds")
    return len(seeds) if isinstance(seeds, list) else None


def seeds_done(folder: Path) -> int:
    """Return how many models are whole."""
    return sum(path.is_dir() and not path.is_symlink() for path in folder.glob("seed-*"))


def epochs_so_far(folder: Path) -> Iterator[str]:
    """Yield the last epoch of every seed in words."""
    for path in sorted(folder.glob(METRICS)):
        named = _SEED.fullmatch(path.name)
        row = _last_row(path)
        if named is not None and row is not None:
            yield f"seed {named[1]}: epoch {row['epoch']:,}, dev accuracy {100 * row['dev_accuracy']:.1f} %"


def _last_row(path: Path) -> dict[str, float] | None:
    if stamp(path) is None:
        return None
    try:
        last = read_plain(path).splitlines()[-1]
        row = json.loads(last)
        return {name: row[name] + 0 for name in ("epoch", "dev_accuracy")}
    except (RightReasonsError, ValueError, LookupError, TypeError, RecursionError):
        return None


# How far a run in the making is: what its finished steps found, and how many answers are kept.


STORE = "predictions.sqlite"
_SCORE = "-score"
_LONGEST_STEP = 400


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    Parameters
    ----------
    unit
        What is counted: measures, sets, seeds or steps.
    done, total
        How many of them are finished, and of how many; None where that is not known.
    answers, expected_answers
        Answers of the model that are kept, and about how many there will be; None where that is not known.
    finished
        What the finished steps say, in words.
    """

    unit: str
    done: int
    total: int | None = None
    answers: int | None = None
    expected_answers: int | None = None
    finished: tuple[str, ...] = ()

    @property
    def share(self) -> float | None:
        """How much is done, from 0 to 1, as far as it is known."""
        if self.answers is not None and self.expected_answers:
            return min(1.0, self.answers / self.expected_answers)
        return min(1.0, self.done / self.total) if self.total else None


def progress_of(folder: Path, work: Manifest) -> Progress:
    """Return how far a run in the making is.

    Parameters
    ----------
    folder
        Where it is written.
    work
        What is done.
    """
    steps = _finished_steps(folder / STEPS)
    states = tuple(dict.fromkeys(steps.values()))
    if work.job == "audit":
        # A measure is taken once a test set; the steps of one are told apart by a number.
        measures = {step.rpartition("-")[0] or step for step in steps}
        return Progress("measures", len(measures), _asked_measures(work), finished=states)
    if work.job == "probe":
        sets = {pair_hash(data.name)[:16] for data in work.data}
        scored = {step.removesuffix(_SCORE) for step in steps if step.endswith(_SCORE)}
        answers = _answers(folder / STORE)
        expected = None if answers is None else _expected_answers(work)
        return Progress("sets", len(scored & sets), len(sets), answers, expected, states)
    if work.job == "train":
        return Progress("seeds", seeds_done(folder), seeds_asked(work), finished=tuple(epochs_so_far(folder)))
    return Progress("steps", len(steps), finished=states)


def _finished_steps(folder: Path) -> dict[str, str]:
    """Return headline by step, in the order in which they were finished."""
    found = []
    for path in folder.glob(f"*/{FINDINGS}"):
        marked = stamp(path) if path.resolve() == path else None
        headline = None if marked is None else _headline(path)
        if marked is not None and headline is not None:
            found.append((marked[1], path.parent.name, headline))
    return {step: headline for _, step, headline in sorted(found)}


def _headline(path: Path) -> str | None:
    try:
        finding = json.loads(read_plain(path))["findings"][0]
        return printable(f"{finding['measure']}: {finding['headline']}", _LONGEST_STEP)
    except (RightReasonsError, ValueError, LookupError, TypeError, RecursionError):
        return None  # not yet written, or damaged: then it is not finished


def _asked_measures(work: Manifest) -> int:
    measures = work.options.get("measures")
    return len(measures) if isinstance(measures, list) and measures else len(list(MEASURES))


def _expected_answers(work: Manifest) -> int | None:
    """Return about how many answers there will be: how often controls ask is not known beforehand."""
    if work.controls_on:
        return None
    return sum(data.rows for data in (*work.data, work.calibration, work.fitting) if data is not None)


def _answers(store: Path) -> int | None:
    if stamp(store) is None:
        return None
    try:
        return kept_answers(store)
    except RightReasonsError:
        return None  # being made, or held by the model: the next look will tell


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
