"""One command for several recipes: each trained as by itself, one run a recipe, on the same data."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rightreasons.engine.progress import Progress, silent
from rightreasons.jobs.datasets import listed
from rightreasons.jobs.train import Training, TrainOptions
from rightreasons.jobs.training.many import PlannedTraining, train_many


def train_recipes(
    recipes: Sequence[str],
    train: Any,
    dev: Any,
    *,
    out: str | Path,
    test: Any = (),
    progress: Progress = silent,
    **options: Any,
) -> Mapping[str, Training]:
    """Train models by several recipes; the same call after an interruption goes on where it stopped.

    Parameters
    ----------
    recipes
        Their names; one that is given again counts once.
    train, dev, test, progress, **options
        See `rightreasons.jobs.train.train`; ``workers`` counts seeds of whatever recipe.
    out
        Folder that holds the run of each recipe, under its name.

    Returns
    -------
    Mapping[str, Training]
        By recipe, in the order given.

    Raises
    ------
    RightReasonsError
        See `rightreasons.jobs.training.many.train_many`: data and options are checked for all recipes before
        anything is trained.
    """
    given: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in options.items()
    }
    chosen = TrainOptions(**given)
    tests = tuple(listed(test))
    planned = [
        PlannedTraining(recipe, recipe, train, dev, tests, chosen) for recipe in dict.fromkeys(recipes)
    ]
    return train_many(planned, Path(out), workers=chosen.workers, progress=progress)
