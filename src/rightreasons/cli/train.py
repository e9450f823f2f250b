"""The command `rightreasons train RECIPE --train DATA --dev DATA -o RUN`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rightreasons.cli.generated import Argument
from rightreasons.cli.output import AsJson, Folder, shown_progress, write_json
from rightreasons.engine.progress import Progress
from rightreasons.errors import OptionError
from rightreasons.jobs.options import GridOptions, TrainOptions
from rightreasons.options import Option
from rightreasons.printable import quoted
from rightreasons.sources.readings import DataReader

if TYPE_CHECKING:
    from rightreasons.jobs.training.plan import Training


def _names(recipes: str) -> list[str]:
    return [name.strip() for name in recipes.split(",")]


def _check_names(recipes: str) -> None:
    from rightreasons.training.recipe_files import check_recipe

    if Path(recipes).is_dir():  # a training, whose last layer is fitted again
        return
    for name in _names(recipes):
        check_recipe(name)


Recipe = Annotated[
    str,
    Argument(
        "RECIPE[,RECIPE...]",
        "See `rightreasons ls recipes`; of several, each has its run in a folder of its name under -o. With "
        "--retrain-last-layer: the folder of a training.",
        check=_check_names,
    ),
]
Train = Annotated[str | None, Option("Training data; a YAML file lists several sources.", data=True)]
Dev = Annotated[str | None, Option("Decides which epoch is kept.", data=True)]
Tests = Annotated[tuple[str, ...], Option("Predict this set too; may be given again.", data=True)]
Grid = Annotated[bool, Option("Search the grid of Liu et al. for --debias; only the best is tested.")]
Retrained = Annotated[
    str | None,
    Option("dfr or self[:KEY=VALUE,...]: fit the last layer of a trained encoder again, in seconds."),
]


def train(
    model: Recipe,  # `recipe` is an option of reading
    out: Folder,
    options: TrainOptions,
    searched: GridOptions,
    reader: DataReader,
    shown: AsJson,
    train: Train = None,
    dev: Dev = None,
    test: Tests = (),
    grid: Grid = False,
    retrain_last_layer: Retrained = None,
) -> None:
    """Train a model by a recipe; the same command resumes it."""
    with shown_progress() as progress:
        if retrain_last_layer is not None:
            done = [_retrained(model, retrain_last_layer, out, options, reader, (train, test), progress)]
        else:
            searching = searched if grid or searched.over is not None else None
            done = _trained(model, out, options, searching, reader, (train, dev, test), progress)
    if shown.as_json:
        write_json({"schema_version": 1, "trainings": [each.to_json() for each in done]})
        return
    from rightreasons.reports.terminal import EVERYTHING, print_results
    from rightreasons.reports.typed import of_folder

    typed = _typed_data({"train": (train,), "dev": (dev,), "test": test}, reader)
    if len(done) == 1:
        typed |= of_folder(out)
    for each in done:
        print_results(each, EVERYTHING, typed=typed)


def _typed_data(data: Mapping[str, Sequence[str | None]], reader: DataReader) -> dict[str, str]:
    """Return by the name of its file what was typed for each set, with the options that read it."""
    from rightreasons.sources.proposals.commands import typed_data

    return {
        Path(each).name: typed_data(each, reader.options_for(each, role))
        for role, sets in data.items()
        for each in sets
        if each is not None
    }


def _trained(
    recipe: str,
    out: Path,
    options: TrainOptions,
    searched: GridOptions | None,
    reader: DataReader,
    data: tuple[str | None, str | None, tuple[str, ...]],
    progress: Progress,
) -> "list[Training]":
    from rightreasons.jobs.datasets import read_training
    from rightreasons.jobs.training.model import choose_model

    names = _names(recipe)
    for name in names:
        choose_model(name, options)  # what is wrong is answered before data are read
    train, dev, test = data
    sets = read_training(_needed(train, "--train"), reader), reader.read(_needed(dev, "--dev"), "dev")
    tests = [reader.read(each, "test") for each in test]
    chosen: dict[str, Any] = options.keywords() | {"test": tests, "out": out}
    if searched is not None:
        from rightreasons.jobs.training.grid import search_grid

        return [search_grid(recipe, *sets, grid=searched, progress=progress, **chosen)]
    if len(names) > 1:
        from rightreasons.jobs.training.recipes import train_recipes

        return list(train_recipes(names, *sets, progress=progress, **chosen).values())
    from rightreasons.jobs.train import train as job

    return [job(recipe, *sets, progress=progress, **chosen)]


def _needed(data: str | None, name: str) -> str:
    if data is None:
        raise OptionError(
            f"no {name}", "training data, and data that decide which epoch is kept", f"give {name}"
        )
    return data


def _retrained(
    run: str,
    method: str,
    out: Path,
    options: TrainOptions,
    reader: DataReader,
    data: tuple[str | None, tuple[str, ...]],
    progress: Progress,
) -> "Training":
    from rightreasons.jobs.training.last_layer import retrain_last_layer

    changed = [name for name, value in options.keywords().items() if value != TrainOptions().keywords()[name]]
    if changed:
        raise OptionError(
            f"{quoted(changed)} beside --retrain-last-layer",
            "--train (for patterns), --test and -o: all else is as in the training",
            "leave them out",
        )
    train, test = data
    trained = None if train is None else reader.read(train, "train")
    tests = [reader.read(each, "test") for each in test]
    return retrain_last_layer(run, method, out=out, train=trained, test=tests, progress=progress)
