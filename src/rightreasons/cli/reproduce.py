"""The command `rightreasons reproduce [PAPER]`."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rightreasons.cli.generated import Argument
from rightreasons.cli.output import Output, shown_progress, write_json
from rightreasons.errors import OptionError
from rightreasons.options import Option, option_fields
from rightreasons.papers.options import ExperimentOptions, ReproduceOptions

if TYPE_CHECKING:
    from rightreasons.papers.possible import Possible
    from rightreasons.papers.reproduce import Reproduced

Paper = Annotated[str | None, Argument("PAPER", "mccoy-2019, ..., all; none: what is possible of each.")]
Table = Annotated[int | None, Option("One table only.", least=1)]
Figure = Annotated[int | None, Option("One figure only.", least=1)]
From = Annotated[
    tuple[str, ...], Option("MODEL=RUN: the run of train or probe that answers for a model.", name="from")
]
DryRun = Annotated[bool, Option("Count the trainings of --runs and stop.")]

_OF_RUNS = (*(field.name for field in option_fields(ExperimentOptions) if field.name != "runs"), "dry-run")
_OF_ONE_READING = ("definition", "paper-version", "from")
_OF_ONE_PAPER = ("table", "figure", "runs", *_OF_ONE_READING)


def reproduce(
    options: ReproduceOptions,
    experiments: ExperimentOptions,
    output: Output,
    stated: frozenset[str],
    paper: Paper = None,
    table: Table = None,
    figure: Figure = None,
    models: From = (),
    dry_run: DryRun = False,
) -> None:
    """Compare the printed figures of a paper with ours."""
    from rightreasons.papers.reproduce import listing
    from rightreasons.papers.reproduce_all import reproduce_all

    _check_runs(stated)
    numbers = (("table", table), ("figure", figure))
    items = tuple(f"{kind}-{number}" for kind, number in numbers if number is not None)
    options = replace(options, items=items)
    if paper is None:
        _refuse("without a paper", stated, (*_OF_ONE_PAPER, "scale", "seed", "results", "out"))
        _show_possible(listing(options.data), as_json=output.as_json)
    elif paper == "all":
        _refuse("for all papers", stated, _OF_ONE_PAPER)
        _show(reproduce_all(out=output.out, **options.keywords()), output, of_all=True)
    elif "runs" in stated:
        done = _trained(paper, output.out, experiments, options, dry_run=dry_run)
        if done is not None:
            _show(done, output)
    else:
        from rightreasons.papers.answers.sources import ModelSources
        from rightreasons.papers.reproduce import reproduce as job

        chosen = options.keywords() | {"items": items}
        _show(job(paper, models=ModelSources(models), out=output.out, **chosen), output)


def _check_runs(stated: frozenset[str]) -> None:
    """Refuse options that --runs would not use, or that nothing but --runs uses."""
    runs = "runs" in stated
    wrong = next(
        (name for name in ((*_OF_ONE_READING, "seed") if runs else _OF_RUNS) if name in stated), None
    )
    if wrong is not None:
        where = "beside --runs" if runs else "without --runs"
        raise OptionError(
            f"--{wrong} {where}", "options that belong together", "leave one out, or add --runs"
        )


def _refuse(where: str, stated: frozenset[str], wrong: Sequence[str]) -> None:
    """Refuse options that would have no effect there."""
    given = next((name for name in wrong if name in stated), None)
    if given is not None:
        raise OptionError(f"--{given} {where}", "an option of one paper", "name the paper, or leave it out")


def _show(done: "Reproduced", output: Output, *, of_all: bool = False) -> None:
    """Show findings, and every cell with where it stands."""
    from rightreasons.papers.terminal import print_reproduction, print_summary

    if output.as_json:
        cells = done.items.to_dicts()
        payload = {"schema_version": 1, "missing": list(done.missing), "broken": list(done.broken)}
        write_json({**payload, "reproductions": [done.to_json()], "cells": cells})
    elif of_all:
        print_summary(done)
    else:
        print_reproduction(done, done.rows)
    done.check_complete()


def _trained(
    paper: str, out: Path | None, chosen: ExperimentOptions, options: ReproduceOptions, *, dry_run: bool
) -> "Reproduced | None":
    """Show what will be trained, and train it unless only that was asked for."""
    from rich.console import Console

    from rightreasons.jobs.training.time_estimate import estimated
    from rightreasons.papers.terminal import print_trainings
    from rightreasons.papers.trained.retrain import planned, reproduce_by_training
    from rightreasons.papers.trained.run_experiments import TRAININGS

    if out is None and not dry_run:
        raise OptionError("--runs without -o", "a folder for what is trained", "name one with -o")
    shared: dict[str, Any] = {name: getattr(options, name) for name in ("items", "data", "scale")}
    plan = planned(paper, out or Path(), chosen, **shared)
    trainings = [(each.recipe, each.train.name) for each in plan.trainings]
    time = estimated(plan.trainings, (out or Path()) / TRAININGS, workers=chosen.workers)
    print_trainings(
        trainings,
        plan.untrainable,
        time.finished,
        time.workers,
        time.hours,
        Console(stderr=True, emoji=False),
    )
    if out is None or dry_run:
        return None
    with shown_progress() as progress:
        return reproduce_by_training(paper, out, chosen, results=options.results, progress=progress, **shared)


def _show_possible(papers: "Mapping[str, Sequence[Possible]]", *, as_json: bool) -> None:
    if as_json:
        rows = {name: [asdict(item) for item in items] for name, items in papers.items()}
        write_json({"schema_version": 1, "papers": rows})
        return
    from rightreasons.papers.terminal import print_possible

    print_possible(papers)
