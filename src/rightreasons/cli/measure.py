"""The commands that measure, `audit` and `probe`, and those that judge runs, `compare` and `gate`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from rightreasons.cli.generated import Argument
from rightreasons.cli.output import Output, shown_progress, write_json
from rightreasons.errors import BlockedError, GateFailedError, IncompleteError, RightReasonsError
from rightreasons.jobs.options import AuditOptions, CompareOptions, GateOptions, JudgingOptions, ProbeOptions
from rightreasons.options import Option
from rightreasons.predictors.options import JudgeOptions, ModelOptions
from rightreasons.sources.readings import DataReader

if TYPE_CHECKING:
    from rightreasons.jobs.audit import Audit
    from rightreasons.verdicts import Judge

Data = Annotated[
    tuple[str, ...], Argument("DATA", "Files, folders or hub names; none: the bundled corpus.", data=True)
]
Tests = Annotated[tuple[str, ...], Option("Score on this set; may be given again.", data=True)]


def audit(
    reader: DataReader,
    options: AuditOptions,
    judging: JudgingOptions,
    output: Output,
    data: Data = (),
    test: Tests = (),
) -> None:
    """Show what an NLI dataset gives away: no model, no GPU, no network."""
    audits, error = _run((data, test), reader, options, judging.judge(), output.out)
    if output.as_json and audits:
        write_json({"schema_version": 1, "audits": [each.to_json() for each in audits]})
    elif audits:
        from rightreasons.reports.terminal import print_audits

        print_audits(audits)
    if error is not None:
        raise error


def _run(
    sets: tuple[tuple[str, ...], tuple[str, ...]],
    reader: DataReader,
    options: AuditOptions,
    judge: "Judge",
    out: Path | None,
) -> "tuple[list[Audit], RightReasonsError | None]":
    """Audit every set; what was done is shown even if a later set cannot be read."""
    from rightreasons.jobs.audit import run_audit
    from rightreasons.jobs.datasets import gather

    done: list[Audit] = []
    data, test = sets
    with shown_progress() as progress:
        for position, name in enumerate(data or [None]):
            folder = out / f"{position}-{Path(str(name)).name}" if out and len(data) > 1 else out
            try:
                inputs = gather(name, test, reader)
                done.append(run_audit(inputs, options, folder, progress, by=judge))
            except RightReasonsError as error:
                return done, error
    return done, None


Model = Annotated[
    str, Argument("MODEL", "hf:, onnx:, llm:MODEL@URL, py:module:function, rule:NAME, or predictions.")
]
ProbeOn = Annotated[
    tuple[str, ...],
    Option("A challenge (see `rightreasons ls challenges`) or labelled data; may be given again.", data=True),
]
Train = Annotated[
    str | None, Option("Its artifacts divide the items; word swaps and baselines come from it.", data=True)
]
FitThreshold = Annotated[str | None, Option("Labelled data that the threshold is fitted on.", data=True)]
Calibrate = Annotated[
    str | None, Option("Labelled data that prove the order of the labels, or name it.", data=True)
]
Store = Annotated[Path | None, Option("Keep predictions in this file, shared with other probes.")]
DryRun = Annotated[bool, Option("Count how much would be asked, and ask nothing.")]


def probe(
    model: Model,
    loading: ModelOptions,
    asking: JudgeOptions,
    options: ProbeOptions,
    reader: DataReader,
    judging: JudgingOptions,
    output: Output,
    on: ProbeOn = (),
    train: Train = None,
    fit_threshold: FitThreshold = None,
    calibrate: Calibrate = None,
    store: Store = None,
    dry_run: DryRun = False,
) -> None:
    """Show which shortcuts a model takes; --label-map is about the model, NAME:... about one DATA."""
    from rightreasons.jobs.probing.challenges import read_among

    data = {"train": train, "calibrate": calibrate, "fit-threshold": fit_threshold}
    tables = {
        role.replace("-", "_"): None if each is None else reader.read(each, role)
        for role, each in data.items()
    }
    chosen = loading.keywords() | options.keywords() | {"judge": asking, "store": store} | tables
    named = read_among(on, reader)
    if not on and Path(model).is_file() and reader.common.columns and loading.prediction_columns is None:
        stated = {"gold" if role == "label" else role: name for role, name in reader.common.columns.items()}
        chosen["prediction_columns"] = stated
    if dry_run:
        _show_plan(model, named, chosen, as_json=output.as_json)
        return
    _show(model, named, chosen | judging.keywords(), output)


def _show(model: str, on: tuple[Any, ...], chosen: dict[str, Any], output: Output) -> None:
    from rightreasons.jobs.probe import probe as job

    with shown_progress() as progress:
        done = job(model, on, out=output.out, progress=progress, **chosen)
    if output.as_json:
        write_json({"schema_version": 1, "probes": [done.to_json()]})
    else:
        from rightreasons.reports.terminal import PROBES, print_results

        print_results(done, PROBES)
    if done.incomplete:
        where = "start the same command again: it asks only for what is missing"
        raise IncompleteError(
            "; ".join(done.incomplete),
            "an answer to every item",
            where if output.out else "give -o to go on later",
        )
    if done.verdict.blockers:
        worst = done.verdict.blockers[0]
        raise BlockedError(
            f"{worst.code}: {worst.sentence}",
            "figures that can be read as they stand",
            f"{worst.remedy} (--allow {worst.code} waives it, by name)",
        )


def _show_plan(model: str, on: tuple[Any, ...], chosen: dict[str, Any], *, as_json: bool) -> None:
    from dataclasses import asdict

    from rightreasons.jobs.probe import dry_run

    rows = [asdict(each) for each in dry_run(model, on, **chosen)]
    if as_json:
        write_json(rows)
        return
    from rightreasons.reports.reproduce_terminal import print_plan

    print_plan(rows)


Runs = Annotated[
    tuple[str, ...],
    Argument("RUN...", "Runs of probe or of train, or files of predictions; the first is the reference."),
]
CompareOn = Annotated[
    tuple[str, ...],
    Option(
        "Of runs of train: probe every seed on this too: hans, controls, a file; again: another. Of files of "
        "predictions: what was predicted. With -o the probes are kept in OUT-probes.",
        data=True,
    ),
]


def compare(
    runs: Runs,
    options: CompareOptions,
    reader: DataReader,
    judging: JudgingOptions,
    output: Output,
    on: CompareOn = (),
) -> None:
    """Show where models that were probed on the same items differ, or trainings over several seeds."""
    from rightreasons.jobs.compare import compare as job
    from rightreasons.jobs.probing.challenges import read_among

    chosen = options.keywords() | judging.keywords()
    with shown_progress() as progress:
        done = job(*runs, out=output.out, on=read_among(on, reader), progress=progress, **chosen)
    if output.as_json:
        write_json({"schema_version": 1, "comparisons": [done.to_json()]})
        return
    from rightreasons.reports.terminal import EVERYTHING, print_results

    print_results(done, EVERYTHING)


GateRuns = Annotated[tuple[str, ...], Argument("RUN...", "Run folders of audit, probe or compare.")]


def gate(runs: GateRuns, options: GateOptions, judging: JudgingOptions, output: Output) -> None:
    """Fail where a run has a blocker or misses what is required: for CI."""
    from rightreasons.jobs.gate import check_files, write_files
    from rightreasons.jobs.gate import gate as job

    # An option on the command line goes before that of a file, but no requirement is lost that way.
    in_file = (click.get_current_context().default_map or {}).get("require", ())
    check_files(options)
    required = list(dict.fromkeys([*map(str, in_file), *options.require]))
    done = job(*runs, require=required, baseline=options.baseline, out=output.out, **judging.keywords())
    write_files(done, options)
    if output.as_json:
        write_json({"schema_version": 1, "gate": done.to_json()})
    else:
        from rightreasons.reports.terminal import print_gate

        print_gate(done, done.checks)
    if not done.passed:
        headline = done.finding("gate").headline.rstrip(".")
        raise GateFailedError(
            headline, "every requirement to hold, and no blocker", "see the rows that do not hold"
        )
