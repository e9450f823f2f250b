"""The command `rightreasons train RECIPE --train DATA --dev DATA -o RUN`."""

from typing import Annotated, Any

from rightreasons.cli.generated import Argument
from rightreasons.cli.output import AsJson, Folder, shown_progress, write_json
from rightreasons.jobs.options import GridOptions, TrainOptions
from rightreasons.options import Option
from rightreasons.sources.readings import DataReader


def _names(recipes: str) -> list[str]:
    return [name.strip() for name in recipes.split(",")]


def _check_names(recipes: str) -> None:
    from rightreasons.training.recipe import check_recipe

    for name in _names(recipes):
        check_recipe(name)


Recipe = Annotated[
    str,
    Argument(
        "RECIPE[,RECIPE...]",
        "See `rightreasons ls recipes`; of several, each has its run in a folder of its name under -o.",
        check=_check_names,
    ),
]
Train = Annotated[str, Option("Training data; a YAML file lists several sources.", data=True)]
Dev = Annotated[str, Option("Decides which epoch is kept.", data=True)]
Tests = Annotated[tuple[str, ...], Option("Predict this set too; may be given again.", data=True)]
Grid = Annotated[bool, Option("Search the grid of Liu et al. for --debias; only the best is tested.")]


def train(
    recipe: Recipe,
    train: Train,
    dev: Dev,
    out: Folder,
    options: TrainOptions,
    searched: GridOptions,
    reader: DataReader,
    shown: AsJson,
    test: Tests = (),
    grid: Grid = False,
) -> None:
    """Train a model by a recipe; the same command again goes on where it was interrupted."""
    from rightreasons.jobs.training.model import choose_model

    names = _names(recipe)
    for name in names:
        choose_model(name, options)  # what is wrong is answered before data are read
    sets = reader.read(train, "train"), reader.read(dev, "dev")
    tests = [reader.read(each, "test") for each in test]
    chosen: dict[str, Any] = options.keywords() | {"test": tests, "out": out}
    with shown_progress() as progress:
        if grid or searched.over is not None:
            from rightreasons.jobs.training.grid import search_grid

            done = [search_grid(recipe, *sets, grid=searched, progress=progress, **chosen)]
        elif len(names) > 1:
            from rightreasons.jobs.training.many import train_recipes

            done = list(train_recipes(names, *sets, progress=progress, **chosen).values())
        else:
            from rightreasons.jobs.train import train as job

            done = [job(recipe, *sets, progress=progress, **chosen)]
    if shown.as_json:
        write_json({"schema_version": 1, "trainings": [each.to_json() for each in done]})
        return
    from rightreasons.reports.terminal import EVERYTHING, print_results

    for each in done:
        print_results(each, EVERYTHING)
