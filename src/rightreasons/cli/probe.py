"""The command `rightreasons probe MODEL`."""

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rightreasons.cli.generated import Argument
from rightreasons.cli.output import Output, check_blockers, shown_progress, write_json
from rightreasons.errors import IncompleteError
from rightreasons.jobs.options import ProbeOptions, VerdictOptions, WorkerOptions
from rightreasons.options import Option
from rightreasons.predictors.options import JudgeOptions, ModelOptions
from rightreasons.sources.readings import DataReader

if TYPE_CHECKING:
    from rightreasons.jobs.probe import Probe

Model = Annotated[
    str,
    Argument(
        "MODEL", "hf:, onnx:, llm:MODEL@URL, py:module:function, rule:NAME, or predictions.", loads=True
    ),
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
Store = Annotated[
    Path | None, Option("Keep predictions in this file, shared with other probes.", shared=True)
]
DryRun = Annotated[bool, Option("Count how much would be asked, and ask nothing.")]


def probe(
    model: Model,
    loading: ModelOptions,
    asking: JudgeOptions,
    options: ProbeOptions,
    reader: DataReader,
    judging: VerdictOptions,
    workers: WorkerOptions,
    output: Output,
    on: ProbeOn = (),
    train: Train = None,
    fit_threshold: FitThreshold = None,
    calibrate: Calibrate = None,
    store: Store = None,
    dry_run: DryRun = False,
) -> None:
    """Test a model for shortcuts."""
    from rightreasons.jobs.probing.challenges import read_among

    data = {"train": train, "calibrate": calibrate, "fit-threshold": fit_threshold}
    tables = {
        role.replace("-", "_"): None if each is None else reader.read(each, role)
        for role, each in data.items()
    }
    chosen = loading.keywords() | options.keywords() | {"judge": asking, "store": store} | tables
    named = read_among(on, reader)
    if not on and Path(model).is_file() and reader.common.columns and loading.prediction_columns is None:
        chosen["prediction_columns"] = reader.common.prediction_columns
    if dry_run:
        _show_plan(model, named, chosen, as_json=output.as_json)
        return
    typed = _typed_data(on, train, reader)
    _show(model, named, chosen | judging.keywords() | workers.keywords(), output, typed)


def _typed_data(on: tuple[str, ...], train: str | None, reader: DataReader) -> dict[str, str]:
    """Return by the name of its file what was typed for each set, with the options that read a tested one.

    Nothing of training data that are called like a tested set: a line could not tell the two apart.
    """
    from rightreasons.sources.proposals.commands import typed_data

    typed = {Path(each).name: typed_data(each, reader.options_for(each, "on")) for each in on}
    if train is None:
        return typed
    name = Path(train).name
    if typed.pop(name, None) is None:
        typed[name] = shlex.quote(train)
    return typed


def _typed(done: "Probe", model: str, typed: dict[str, str]) -> dict[str, str]:
    """Return the same with the model."""
    named = done.manifest.model
    return typed if named is None else typed | {named.name: shlex.quote(model)}


def _show(
    model: str, on: tuple[Any, ...], chosen: dict[str, Any], output: Output, typed: dict[str, str]
) -> None:
    from rightreasons.jobs.probe import probe as job

    with shown_progress() as progress:
        done = job(model, on, out=output.out, progress=progress, **chosen)
    if output.as_json:
        write_json({"schema_version": 1, "probes": [done.to_json()]})
    else:
        from rightreasons.reports.terminal import PROBES, print_results

        print_results(done, PROBES, typed=_typed(done, model, typed))
    if done.incomplete:
        where = "start the same command again: it asks only for what is missing"
        raise IncompleteError(
            "; ".join(done.incomplete),
            "an answer to every item",
            where if output.out else "give -o to go on later",
        )
    check_blockers(done.verdict)


def _show_plan(model: str, on: tuple[Any, ...], chosen: dict[str, Any], *, as_json: bool) -> None:
    from rightreasons.jobs.probe import dry_run

    rows = [asdict(each) for each in dry_run(model, on, **chosen)]
    if as_json:
        write_json(rows)
        return
    from rightreasons.reports.plan import print_plan

    print_plan(rows)
