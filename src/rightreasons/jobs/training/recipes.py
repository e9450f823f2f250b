"""One command for several recipes: each trained as by itself, one run a recipe, on the same data."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import OptionError
from rightreasons.jobs.datasets import listed
from rightreasons.jobs.options import TrainOptions
from rightreasons.jobs.training.plan import Training
from rightreasons.keywords import TrainKeywords
from rightreasons.options import divided
from rightreasons.printable import printable, quoted
from rightreasons.runs.claims import one_writer
from rightreasons.training.recipe_files import recipe_title

if TYPE_CHECKING:
    pass

from rightreasons.jobs.training.many import PlannedTraining, train_many


@one_writer
def train_recipes(
    recipes: Sequence[str],
    train: Any,
    dev: Any,
    *,
    out: str | Path,
    test: Any = (),
    progress: Progress = silent,
    **options: Unpack[TrainKeywords],
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
    (chosen,) = divided(options, TrainOptions)
    tests = tuple(listed(test))
    if chosen.name is not None and len(set(recipes)) > 1:
        found = f"the name '{printable(chosen.name)}' for models of {quoted(tuple(recipes))}"
        raise OptionError(found, "one recipe beside --name", "leave out --name")
    titles = {recipe: recipe_title(recipe) for recipe in recipes}
    if len(set(titles.values())) < len(titles):
        found = f"recipes {quoted(tuple(titles))}, of which two have one name"
        raise OptionError(found, "names that differ", "give one of the files another name")
    planned = [PlannedTraining(title, recipe, train, dev, tests, chosen) for recipe, title in titles.items()]
    return train_many(planned, Path(out), workers=chosen.workers, progress=progress)
