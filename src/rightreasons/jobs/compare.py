"""Which of several models is better, and where? Probes, or trainings of several seeds, beside the first."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

import polars as pl

from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import MeasureInputError, NotApplicableError, OptionError
from rightreasons.findings import Finding
from rightreasons.jobs.auditing.items import evidence_rows, with_items_of
from rightreasons.jobs.datasets import listed, versions
from rightreasons.jobs.options import BY_SENTENCES, CompareOptions, VerdictOptions
from rightreasons.jobs.outcome import Outcome, outcome_of
from rightreasons.jobs.probed_runs import folder_of_probes, probed_model, probed_trainings
from rightreasons.keywords import CompareKeywords
from rightreasons.labels import Label
from rightreasons.measures import COMPARISON_MEASURES
from rightreasons.measures.comparison.compare import items_beside
from rightreasons.measures.comparison.compare_seeds import shares_beside
from rightreasons.measures.comparison.compared_runs import ComparedRun, compared_runs, named_runs
from rightreasons.measures.comparison.inputs import CompareInputs
from rightreasons.measures.comparison.known_marks import marks_of
from rightreasons.measures.comparison.trained_runs import TRAIN, trained_runs
from rightreasons.options import divided, options_shown
from rightreasons.references import NotTested
from rightreasons.runs.claims import one_writer
from rightreasons.runs.folder import Run, given_run, no_run, read_run
from rightreasons.runs.manifest import DataRead, Manifest, manifest_from
from rightreasons.runs.workspace import Workspace, finished_run, run_in
from rightreasons.verdicts import VerdictSettings

_JOB = "compare"
_EVIDENCE_SHOWN = 5
_OF_PROBE = {"--marks": "--train", "--on": "the same --on"}


@dataclass(frozen=True)
class Comparison(Outcome):
    """The result of a comparison: one finding a run beside the first."""


@options_shown(CompareOptions, VerdictOptions)
@one_writer
def compare(
    *runs: Any,
    out: str | Path | None = None,
    on: Any = (),
    label_map: Mapping[str, Label | None] | None = None,
    progress: Progress = silent,
    **options: Unpack[CompareKeywords],
) -> Comparison:
    """Compare models that were probed on the same items, or trainings that predicted the same sets.

    Parameters
    ----------
    *runs
        Two runs or more of `probe`, or of `train`, their folders, or results that were given ``out``; or
        files of predictions, each of which is probed first, on ``on`` or on the gold labels in it. The first
        is the reference.
    out
        Folder of the run; the same work there is taken up again, other work is an error.
    on
        Of trainings: challenges that the model of every seed is probed on, as of
        `rightreasons.jobs.probe.probe`. Of files of predictions: the data that were predicted. Probes are
        kept in ``OUT-probes``.
    label_map
        Of files of predictions: what their labels mean, as of `probe`.
    progress
        Where long work says how far it is.
    **options
        Fields of `CompareOptions` and `VerdictOptions`. Marks are, of trainings, folders of ``make
        easy-hard`` for their sets, or published CSV files (`rightreasons.difficulty.hardness`), which add
        easy, hard and gap.

    Raises
    ------
    OptionError
        For fewer than two runs, a level outside (0, 1), marks that are of no set, or marks or challenges for
        runs of `probe`.
    ComparisonError
        If they cannot be compared; other errors are those of reading a run, and of probes.

    Examples
    --------
    >>> compare("a.csv", "b.csv", on="test.jsonl").verdict.headline  # doctest: +SKIP
    """
    chosen, judging = divided(options, CompareOptions, VerdictOptions)
    by = judging.settings()
    if len(runs) < 2:
        raise OptionError(f"{len(runs)} run", "two runs or more", "name the reference first, then the others")
    folder = Path(out) if out is not None else None
    if folder is not None:
        run_in(folder, _JOB)
    with folder_of_probes(folder) as probes:
        given = [given_run(run) for run in runs]
        reading = {"label_map": label_map, "prediction_columns": chosen.prediction_columns}
        read = _read(given, listed(on), probes, {name: each for name, each in reading.items() if each})
        files = frozenset(place for place, run in enumerate(given) if _is_file(run))
        on = () if files else tuple(listed(on))
        return _compare(read, chosen, _ProbeRequest(on, folder, progress, files), by)


def _is_file(run: str | Path | Run) -> bool:
    return not isinstance(run, Run) and Path(run).is_file()


def _read(
    runs: Sequence[str | Path | Run], on: Sequence[Any], probes: Path, reading: Mapping[str, Any]
) -> list[Run]:
    """Return the runs; a file of predictions is probed, under a name that tells it from the others."""
    files = [Path(run) for run in runs if not isinstance(run, Run) and Path(run).is_file()]
    stems = [path.name.partition(".")[0] for path in files]
    names = [
        stem if stems.count(stem) == 1 else f"{path.resolve().parent.name}-{stem}"
        for path, stem in zip(files, stems, strict=True)
    ]
    if len(set(names)) < len(names):
        names = [f"{place}-{name}" for place, name in enumerate(names, start=1)]
    named = dict(zip(files, names, strict=True))
    found = []
    for run in runs:
        if isinstance(run, Run):
            found.append(run)
        elif Path(run) in named:
            found.append(probed_model(Path(run), on, probes / named[Path(run)], label_check=True, **reading))
        elif not Path(run).exists():
            raise no_run(Path(run), "the folder of a run, or a file of predictions", "file or folder")
        else:
            found.append(read_run(run))
    return found


def _compare(
    read: Sequence[Run], chosen: CompareOptions, request: "_ProbeRequest", by: VerdictSettings
) -> Comparison:
    folder = request.out
    if all(run.manifest.job == TRAIN for run in read):
        compared = _of_trainings(read, chosen, request)
    else:
        compared = _of_probes(read, chosen, {"--marks": chosen.marks, "--on": request.on})
    findings, not_measured = _taken(compared.inputs)
    manifest = _manifest(read, compared, findings, chosen, request.files)
    done = finished_run(folder, manifest) if folder is not None else None
    if done is not None:
        return Comparison(**outcome_of(done), by=by)
    items = with_items_of(compared.items, findings)
    evidence = evidence_rows(items, findings, _EVIDENCE_SHOWN, "share")
    result = Comparison(manifest, findings, not_measured, items, evidence, by=by)
    workspace = Workspace(folder, manifest) if folder is not None else None
    return result.sealed(workspace)


@dataclass(frozen=True)
class _ProbeRequest:
    """The challenges that every seed is probed on, where the comparison is kept, and which runs are files."""

    on: tuple[Any, ...]
    out: Path | None
    progress: Progress
    files: frozenset[int]


@dataclass(frozen=True)
class _Compared:
    """What stands beside each other, and on which data."""

    runs: tuple[ComparedRun, ...]
    inputs: CompareInputs
    items: pl.DataFrame
    data: Mapping[str, DataRead]
    probes: tuple[tuple[str, ...], ...] = ()


def _of_probes(
    runs: Sequence[Run], chosen: CompareOptions, for_trainings: Mapping[str, Sequence[Any]]
) -> _Compared:
    for name, given in for_trainings.items():
        if given:
            raise OptionError(
                f"{name} for runs of probe", "runs of train", f"give {_OF_PROBE[name]} to probe"
            )
    compared = compared_runs(runs)
    data = {each.name: each for each in runs[0].manifest.data}
    findings = {name: run.findings for run, name in named_runs(runs)}
    inputs = CompareInputs(compared, findings, cost=chosen.cost, level=chosen.level)
    return _Compared(compared, inputs, items_beside(compared), data)


def _of_trainings(runs: Sequence[Run], chosen: CompareOptions, request: _ProbeRequest) -> _Compared:
    trained = trained_runs(runs)
    marks = marks_of(chosen.marks, trained[0])
    if request.on:
        trained = probed_trainings(runs, trained, request.on, request.out, request.progress)
    return _Compared(
        tuple(each.run for each in trained),
        CompareInputs(trainings=trained, marks=marks, notions=tuple(chosen.groups), level=chosen.level),
        shares_beside(trained),
        trained[0].data,
        tuple(each.probe_keys for each in trained),
    )


def _taken(inputs: CompareInputs) -> tuple[tuple[Finding, ...], tuple[NotTested, ...]]:
    """Return what the measures of a comparison find that apply, and why for those that cannot be taken."""
    findings: list[Finding] = []
    not_measured: list[NotTested] = []
    measures = {name: COMPARISON_MEASURES.load(name) for name in COMPARISON_MEASURES}
    for name, measure in measures.items():
        inputs.check(name, measure)
    for name, measure in measures.items():
        try:
            findings += inputs.find(name, measure)
        except NotApplicableError:
            continue
        except MeasureInputError as error:
            not_measured.append(NotTested(name, None, error.found, error.remedy))
    return tuple(findings), tuple(not_measured)


def _manifest(
    runs: Sequence[Run],
    compared: _Compared,
    findings: Sequence[Finding],
    chosen: CompareOptions,
    files: Collection[int],
) -> Manifest:
    shown = {name for finding in findings for name in finding.views}
    marks = compared.inputs.marks
    payload = {
        "job": _JOB,
        "runs": [
            {"name": each.name, "model": each.model, "work_key": run.manifest.work_key}
            | ({"is_file": True} if place in files else {})
            | _blockers(run)
            for place, (run, each) in enumerate(zip(runs, compared.runs, strict=True))
        ],
        "data": [
            data.model_dump(exclude_unset=True) for name, data in compared.data.items() if name in shown
        ],
        "options": {"level": chosen.level}
        | ({} if chosen.groups == BY_SENTENCES else {"groups": list(chosen.groups)})
        | ({"cost": chosen.cost} if chosen.cost else {})
        | ({"marks": list(dict.fromkeys(each.key for each in marks))} if marks else {})
        | ({"probes": [list(keys) for keys in compared.probes]} if any(compared.probes) else {}),
        "versions": versions(),
    }
    return manifest_from(payload)


def _blockers(run: Run) -> dict[str, list[dict[str, str]]]:
    """Return the blockers of a run, those that were waived when it was made among them."""
    found = run.verdict.of("blocker")
    return (
        {"blockers": [{"code": each.code, "sentence": str(each.sentence)} for each in found]} if found else {}
    )
