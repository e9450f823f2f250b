"""Many trainings in one go: each an ordinary run of `train`, what they have in common done once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rightreasons.engine.progress import Progress, silent
from rightreasons.jobs.train import Training, TrainOptions, train


@dataclass(frozen=True)
class PlannedTraining:
    """A training to be done.

    Parameters
    ----------
    name
        Its folder; safe as a file name.
    recipe
        Its name, see `rightreasons.training.reading.recipe_names`.
    train, dev
        Anything `read_pairs` reads, or a table.
    test
        Further sets to predict.
    options
        Of `rightreasons.jobs.train.train`.
    """

    name: str
    recipe: str
    train: Any
    dev: Any
    test: tuple[Any, ...]
    options: TrainOptions


def train_many(
    planned: Sequence[PlannedTraining],
    out: Path,
    *,
    workers: int | None = None,
    progress: Progress = silent,
) -> Mapping[str, Training]:
    """Train all; finished trainings are taken as they are, interrupted ones go on where they stopped.

    Parameters
    ----------
    planned
        The trainings, each with a name of its own.
    out
        Folder that holds the run of each, under its name.
    workers
        Seeds, of whatever training, that are trained at once; None: as many as cores and memory allow.
    progress
        Where training says how far it is.

    Returns
    -------
    Mapping[str, Training]
        By name, in the order given.

    Raises
    ------
    RightReasonsError
        A coded error; what was trained until then is kept.
    """
    made = {}
    for done, each in enumerate(planned):
        progress("trainings", done, len(planned))
        chosen = {**vars(each.options), "workers": workers or each.options.workers}
        made[each.name] = train(
            each.recipe,
            each.train,
            each.dev,
            test=each.test,
            out=out / each.name,
            progress=progress,
            **chosen,
        )
    progress("trainings", len(planned), len(planned))
    return made
