"""The command `rightreasons train RECIPE --train DATA --dev DATA -o RUN`."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from rightreasons.cli import options
from rightreasons.cli.options import shown_progress

Recipe = Annotated[
    str,
    typer.Argument(
        metavar="RECIPE[,RECIPE...]",
        help="See `rightreasons ls recipes`; of several, each has its run in a folder of its name under -o.",
    ),
]
Train = Annotated[str, typer.Option("--train", help="Training data; a YAML file lists several sources.")]
Dev = Annotated[str, typer.Option("--dev", help="Decides which epoch is kept.")]
Tests = Annotated[list[str] | None, typer.Option("--test", help="Predict this set too; may be given again.")]
Out = Annotated[Path, typer.Option("-o", "--out", help="Folder of the run; begun work there goes on.")]
Seeds = Annotated[int, typer.Option(min=1, help="How many models, each with a seed of its own.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of the first model; the others follow it.")]
Small = Annotated[bool, typer.Option("--small", help="The small form, which trains in minutes on two cores.")]
Changes = Annotated[
    list[str] | None,
    typer.Option("--set", help="KEY=VALUE, as in epochs=3 or settings.hidden=100."),
]
Vectors = Annotated[
    list[str] | None, typer.Option(help="Word vectors; again: several, joined in this order.")
]
LabelSet = Annotated[
    str | None, typer.Option("--labels", help="three, or two: neutral and contradiction merged.")
]
Augment = Annotated[
    str | None, typer.Option(help="Add hans[:N], hans-withheld-1 to -5, or data to the training data.")
]
Debias = Annotated[str | None, typer.Option(help="METHOD[:KEY=VALUE,...]; see `rightreasons ls methods`.")]
Grid = Annotated[
    bool, typer.Option("--grid", help="Search the grid of Liu et al. for --debias; only the best is tested.")
]
GridOver = Annotated[
    str | None, typer.Option(help="Search this part of the grid only, as in gamma=1,3:alpha=1,5.")
]
GridBy = Annotated[
    str,
    typer.Option(
        help="What the best is chosen by on dev: hard (pairs that patterns of --train make hard) or full. "
        "Liu et al. do not say; hard is how they chose the lambda of their Table 7."
    ),
]
Workers = Annotated[int | None, typer.Option(min=1, help="Seeds trained at once; by default what fits.")]
Parser = Annotated[
    str | None,
    typer.Option(help="py:MODULE:FUNCTION: parses of sentences that have none, for a model of trees."),
]
ReportTo = Annotated[str | None, typer.Option(help="tensorboard, where it is installed.")]


def train(
    recipe: Recipe,
    train: Train,
    dev: Dev,
    out: Out,
    test: Tests = None,
    seeds: Seeds = 1,
    seed: Seed = 1,
    small: Small = False,
    changes: Changes = None,
    vectors: Vectors = None,
    labels: LabelSet = None,
    augment: Augment = None,
    debias: Debias = None,
    grid: Grid = False,
    grid_over: GridOver = None,
    grid_by: GridBy = "hard",
    workers: Workers = None,
    parser: Parser = None,
    report_to: ReportTo = None,
    as_json: options.AsJson = False,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Train a model by a recipe; the same command again goes on where it was interrupted."""
    chosen: dict[str, Any] = {
        "seeds": seeds,
        "seed": seed,
        "small": small,
        "changes": tuple(changes or ()),
        "vectors": tuple(vectors or ()),
        "labels": labels,
        "augment": augment,
        "debias": debias,
        "workers": workers,
        "report_to": report_to,
        "parser": parser,
    }
    with shown_progress() as progress:
        if grid or grid_over is not None:
            from rightreasons.jobs.training.grid import GridOptions, search_grid

            searched = GridOptions(grid_over, grid_by)
            found = search_grid(
                recipe, train, dev, out=out, test=test or [], grid=searched, progress=progress, **chosen
            )
            done = [found]
        elif "," in recipe:
            from rightreasons.jobs.training.many import train_recipes

            names = [name.strip() for name in recipe.split(",")]
            made = train_recipes(names, train, dev, out=out, test=test or [], progress=progress, **chosen)
            done = list(made.values())
        else:
            from rightreasons.jobs.train import train as job

            done = [job(recipe, train, dev, out=out, test=test or [], progress=progress, **chosen)]
    if as_json:
        payload = {"schema_version": 1, "trainings": [each.to_json() for each in done]}
        sys.stdout.write(json.dumps(payload, ensure_ascii=True, allow_nan=False, indent=1) + "\n")
        return
    from rightreasons.reports.terminal import EVERYTHING, print_results

    for each in done:
        print_results(each, EVERYTHING)
