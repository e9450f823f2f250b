"""The command `rightreasons reproduce [PAPER]`."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rightreasons.cli import options
from rightreasons.errors import OptionError
from rightreasons.printable import printable

if TYPE_CHECKING:
    from rightreasons.jobs.reproduce import Reproduced
    from rightreasons.jobs.reproducing.experiments import ExperimentOptions
    from rightreasons.papers.needs import Possible

_PAPER = "paper"

Paper = Annotated[str | None, typer.Argument(help="mccoy-2019, ..., all; none: what is possible of each.")]
TableNumber = Annotated[int | None, typer.Option("--table", min=1, help="One table only.")]
FigureNumber = Annotated[int | None, typer.Option("--figure", min=1, help="One figure only.")]
Data = Annotated[
    Path | None,
    typer.Option(envvar="RIGHTREASONS_DATA", help="Folder of the published files, in any arrangement."),
]
From = Annotated[
    list[str] | None,
    typer.Option("--from", help="MODEL=RUN: the run of train or probe that answers for a model."),
]
Scale = Annotated[
    str, typer.Option(help="paper, or small: also what the public part of the data gives, marked so.")
]
Definition = Annotated[
    str | None, typer.Option(help="Another reading than the paper's, by name; a wrong name lists them.")
]
Runs = Annotated[
    int | None,
    typer.Option("--runs", min=1, help="Train the models of these cells anew, with so many seeds each."),
]
Results = Annotated[
    Path | None, typer.Option(help="A folder whose answers.yaml says which findings answer for which model.")
]
Inits = Annotated[
    int | None,
    typer.Option(min=1, help="Models on each sample of rows at random, for --runs (Liu et al.: 3)."),
]
Vectors = Annotated[list[str] | None, typer.Option(help="Word vectors for --runs; again: joined in order.")]
Changes = Annotated[
    list[str] | None, typer.Option("--set", help="KEY=VALUE in every recipe of --runs, as in epochs=3.")
]
Encoder = Annotated[
    list[str] | None, typer.Option(help="NAME=FOLDER or hub name: pretrained weights for --runs.")
]
On = Annotated[list[str] | None, typer.Option("--on", help="Probe the models of --runs on this too.")]
Only = Annotated[
    list[str] | None, typer.Option(help="Train only models of these names for --runs, as in 'InferSent*'.")
]
Workers = Annotated[int | None, typer.Option(min=1, help="Trainings of --runs at once.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Count the trainings of --runs and stop.")]
Version = Annotated[int | None, typer.Option("--paper-version", help="By whose numbering --table is.")]


def reproduce(
    paper: Paper = None,
    table: TableNumber = None,
    figure: FigureNumber = None,
    data: Data = None,
    runs: From = None,
    scale: Scale = _PAPER,
    seed: options.Seed = 0,
    paper_version: Version = None,
    definition: Definition = None,
    results: Results = None,
    train_runs: Runs = None,
    inits: Inits = None,
    vectors: Vectors = None,
    changes: Changes = None,
    encoder: Encoder = None,
    on: On = None,
    only: Only = None,
    workers: Workers = None,
    dry_run: DryRun = False,
    as_json: options.AsJson = False,
    out: options.Out = None,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Put the printed figures of a paper beside ours; exit code 3 where published files are missing."""
    from rightreasons.jobs.reproduce import listing
    from rightreasons.jobs.reproduce import reproduce as job
    from rightreasons.jobs.reproducing.answers import ModelSources
    from rightreasons.jobs.reproducing.selection import PaperReading

    read_as = {"definition": definition, "paper-version": paper_version, "from": runs}
    of_one_paper = {"table": table, "figure": figure, "runs": train_runs, **read_as}
    of_runs: dict[str, object] = {
        "vectors": vectors,
        "set": changes,
        "encoder": encoder,
        "on": on,
        "only": only,
        "inits": inits,
    }
    of_runs |= {"workers": workers, "dry-run": dry_run or None}
    _check_runs(train_runs, beside={**read_as, "seed": seed or None}, only_with=of_runs)
    if paper is None:
        of_papers = {"scale": scale if scale != _PAPER else None, "seed": seed or None, "results": results}
        _refuse("without a paper", {**of_one_paper, **of_papers, "out": out})
        _show_possible(listing(data), as_json=as_json)
        return
    if paper == "all":
        _refuse("for all papers", of_one_paper)
        _reproduce_all(data, results, scale, seed, out, as_json=as_json)
        return
    numbers = (("table", table), ("figure", figure))
    items = [f"{kind}-{number}" for kind, number in numbers if number is not None]
    if train_runs is not None:
        counts = (train_runs, inits or 1)
        chosen = _experiment_options(counts, (changes, vectors, on, only), encoder, workers)
        anew = {"items": items, "data": data, "scale": scale, "results": results}
        done = _trained_anew(paper, out, chosen, anew, dry_run=dry_run)
        if done is None:
            return
    else:
        done = job(
            paper,
            items=items,
            data=data,
            models=ModelSources(runs or (), results=results),
            scale=scale,
            seed=seed,
            reading=PaperReading(paper_version, definition),
            out=out,
        )
    if as_json:
        _write_json(_payload(done))
    else:
        from rightreasons.reports.reproduce_terminal import print_reproduction

        print_reproduction(done, done.rows)
    done.check_complete()


def _check_runs(runs: int | None, beside: Mapping[str, object], only_with: Mapping[str, object]) -> None:
    """Refuse options that --runs would not use, or that nothing but --runs uses."""
    wrong = only_with if runs is None else beside
    given = next((name for name, value in wrong.items() if value is not None), None)
    if given is not None:
        said = "without --runs" if runs is None else "beside --runs"
        raise OptionError(f"--{given} {said}", "options that belong together", "leave one out, or add --runs")


def _refuse(where: str, given: Mapping[str, object]) -> None:
    """Refuse options that would have no effect there."""
    wrong = next((name for name, value in given.items() if value is not None), None)
    if wrong is not None:
        raise OptionError(f"--{wrong} {where}", "an option of one paper", "name the paper, or leave it out")


def _reproduce_all(
    data: Path | None, results: Path | None, scale: str, seed: int, out: Path | None, *, as_json: bool
) -> None:
    from rightreasons.jobs.reproduce import reproduce_all

    done = reproduce_all(data=data, results=results, scale=scale, seed=seed, out=out)
    if as_json:
        _write_json(_payload(done))
    else:
        from rightreasons.reports.reproduce_terminal import print_summary

        print_summary(done)
    done.check_complete()


def _payload(done: "Reproduced") -> dict[str, Any]:
    """Return findings, and every cell with where it stands."""
    cells = done.items.to_dicts()
    return {
        "schema_version": 1,
        "missing": list(done.missing),
        "broken": list(done.broken),
        "reproductions": [done.to_json()],
        "cells": cells,
    }


def _experiment_options(
    counts: tuple[int, int],
    named: tuple[list[str] | None, ...],
    encoders: list[str] | None,
    workers: int | None,
) -> "ExperimentOptions":
    from rightreasons.jobs.reproducing.experiments import ExperimentOptions

    changes, vectors, on, only = (tuple(each or ()) for each in named)
    pairs = [text.partition("=") for text in encoders or ()]
    wrong = next((name for name, _, place in pairs if not place), None)
    if wrong is not None:
        raise OptionError(f"encoder '{printable(wrong)}'", "NAME=FOLDER or hub name", "correct --encoder")
    places = {name: place for name, _, place in pairs}
    return ExperimentOptions(*counts, changes, vectors, places, on, only, workers)


def _trained_anew(
    paper: str, out: Path | None, chosen: "ExperimentOptions", anew: dict[str, Any], *, dry_run: bool
) -> "Reproduced | None":
    """Say what will be trained, and train it unless it was only asked what that is."""
    from rich.console import Console

    from rightreasons.cli.options import shown_progress
    from rightreasons.jobs.reproducing.run_experiments import TRAININGS
    from rightreasons.jobs.retrain import planned, reproduce_by_training
    from rightreasons.jobs.training.many import estimated
    from rightreasons.reports.reproduce_terminal import print_trainings

    if out is None and not dry_run:
        raise OptionError("--runs without -o", "a folder for what is trained", "name one with -o")
    plan = planned(paper, out or Path(), chosen, **{name: anew[name] for name in ("items", "data", "scale")})
    trainings = [(each.recipe, each.train.name) for each in plan.trainings]
    time = estimated(plan.trainings, (out or Path()) / TRAININGS, workers=chosen.workers)
    print_trainings(trainings, plan.lacking, time, Console(stderr=True))
    if out is None or dry_run:
        return None
    with shown_progress() as progress:
        return reproduce_by_training(paper, out, chosen, progress=progress, **anew)


def _show_possible(papers: "Mapping[str, Sequence[Possible]]", *, as_json: bool) -> None:
    from dataclasses import asdict

    if as_json:
        rows = {name: [asdict(item) for item in items] for name, items in papers.items()}
        _write_json({"schema_version": 1, "papers": rows})
        return
    from rightreasons.reports.reproduce_terminal import print_possible

    print_possible(papers)


def _write_json(payload: object) -> None:
    sys.stdout.write(json.dumps(payload, ensure_ascii=True, allow_nan=False, indent=1) + "\n")
