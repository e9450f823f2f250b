"""Which of several models is better, and where? Probes, or trainings of several seeds, beside the first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import OptionError
from rightreasons.findings import Finding
from rightreasons.jobs.datasets import listed, versions
from rightreasons.jobs.outcome import Outcome, manifest_of
from rightreasons.jobs.probed_seeds import probed_sides
from rightreasons.runs.comparison import comparisons, items_beside
from rightreasons.runs.folder import Run, read_run
from rightreasons.runs.published_marks import marks_of
from rightreasons.runs.seed_comparison import seed_comparisons, shares_beside
from rightreasons.runs.sides import Side, sides_of
from rightreasons.runs.trained_sides import TRAIN, KnownMarks, trained_sides
from rightreasons.runs.workspace import Workspace, finished_run, run_in

_JOB = "compare"
_EVIDENCE_SHOWN = 5
_OF_PROBE = {"--marks": "--train", "--on": "the same --on"}


@dataclass(frozen=True)
class Comparison(Outcome):
    """The result of a comparison: one finding a run beside the first."""


def compare(
    *runs: str | Path | Run,
    out: str | Path | None = None,
    level: float = 0.95,
    marks: Sequence[str | Path] = (),
    on: Any = (),
    progress: Progress = silent,
) -> Comparison:
    """Compare models that were probed on the same items, or trainings that predicted the same sets.

    Parameters
    ----------
    *runs
        Two runs or more of `probe`, or of `train`, or their folders; the first is the reference.
    out
        Folder of the run; the same work there is taken up again, other work is an error.
    level
        Nominal coverage of intervals.
    marks
        Of trainings: folders of ``make easy-hard`` for their sets, or published CSV files
        (`rightreasons.difficulty.hardness`), which add easy, hard and gap.
    on
        Of trainings: challenges that the model of every seed is probed on, as of
        `rightreasons.jobs.probe.probe`; probes are kept in ``OUT-probes``.
    progress
        Where long work says how far it is.

    Raises
    ------
    OptionError
        For fewer than two runs, a level outside (0, 1), marks that are of no set, or marks or challenges for
        runs of `probe`.
    ComparisonError
        If they cannot be compared; other errors are those of reading a run, and of probes.
    """
    if len(runs) < 2:
        raise OptionError(f"{len(runs)} run", "two runs or more", "name the reference first, then the others")
    if not 0 < level < 1:
        raise OptionError(f"a level of {level}", "a number between 0 and 1", "leave it at 0.95")
    read = [run if isinstance(run, Run) else read_run(run) for run in runs]
    folder = Path(out) if out is not None else None
    if folder is not None:
        run_in(folder, _JOB)
    if all(run.manifest.get("job") == TRAIN for run in read):
        compared = _of_trainings(read, level, marks, _Asked(tuple(listed(on)), folder, progress))
    else:
        compared = _of_probes(read, level, {"--marks": marks, "--on": listed(on)})
    manifest = _manifest(read, compared, level)
    done = finished_run(folder, manifest) if folder is not None else None
    if done is not None:
        return Comparison(manifest_of(done), done.findings, done.not_measured, done.items(), run=done)
    items = compared.items
    result = Comparison(manifest, compared.findings, {}, items, _evidence(compared.findings, items))
    workspace = Workspace(folder, manifest) if folder is not None else None
    return result.sealed(workspace)


@dataclass(frozen=True)
class _Asked:
    """The challenges that every seed is probed on, and where the comparison is kept."""

    on: tuple[Any, ...]
    out: Path | None
    progress: Progress


@dataclass(frozen=True)
class _Compared:
    """What was found, of whom, on which data."""

    sides: tuple[Side, ...]
    findings: tuple[Finding, ...]
    items: pl.DataFrame
    data: Mapping[str, Mapping[str, Any]]
    marks: tuple[KnownMarks, ...] = ()
    probes: tuple[tuple[str, ...], ...] = ()


def _of_probes(runs: Sequence[Run], level: float, for_trainings: Mapping[str, Sequence[Any]]) -> _Compared:
    for name, given in for_trainings.items():
        if given:
            raise OptionError(
                f"{name} for runs of probe", "runs of train", f"give {_OF_PROBE[name]} to probe"
            )
    sides = sides_of(runs)
    data = {described["name"]: described for described in runs[0].manifest["data"]}
    return _Compared(sides, comparisons(sides, level), items_beside(sides), data)


def _of_trainings(runs: Sequence[Run], level: float, marks: Sequence[str | Path], asked: _Asked) -> _Compared:
    sides = trained_sides(runs)
    known = marks_of(marks, sides[0])
    if asked.on:
        sides = probed_sides(runs, sides, asked.on, asked.out, asked.progress)
    found = seed_comparisons(sides, known, level)
    return _Compared(
        tuple(each.side for each in sides),
        found,
        shares_beside(sides),
        sides[0].data,
        known,
        tuple(each.probe_keys for each in sides),
    )


def _manifest(runs: Sequence[Run], compared: _Compared, level: float) -> dict[str, Any]:
    shown = {name for finding in compared.findings for name in finding.views}
    return {
        "job": _JOB,
        "runs": [
            {"name": side.name, "model": side.model, "work_key": run.manifest.get("work_key")}
            for run, side in zip(runs, compared.sides, strict=True)
        ],
        "data": [data for name, data in compared.data.items() if name in shown],
        "options": {"level": level}
        | ({"marks": list(dict.fromkeys(each.key for each in compared.marks))} if compared.marks else {})
        | ({"probes": [list(keys) for keys in compared.probes]} if any(compared.probes) else {}),
        "versions": versions(),
    }


def _evidence(findings: Sequence[Finding], items: pl.DataFrame) -> tuple[Mapping[str, str | None], ...]:
    """Return the first items that only one of two runs got right."""
    wanted = [
        {
            "measure": finding.measure,
            "subject": finding.subject,
            "figure": figure,
            "set": figure.rpartition(".")[0],
            "id": identifier,
        }
        for finding in findings
        for figure, ids in finding.evidence.items()
        for identifier in ids[:_EVIDENCE_SHOWN]
    ]
    if not wanted:
        return ()
    sentences = items.select("set", "id", "premise", "hypothesis", "label")
    found = pl.DataFrame(wanted).join(sentences, on=["set", "id"], how="left", maintain_order="left")
    return tuple(found.to_dicts())
