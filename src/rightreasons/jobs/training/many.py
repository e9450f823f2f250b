"""Many trainings in one go: each an ordinary run of `train`, what they have in common done once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rightreasons.engine.memory import remembering
from rightreasons.engine.progress import Progress, silent
from rightreasons.jobs.options import TrainOptions
from rightreasons.jobs.training.plan import Training, TrainingPlan, plan_training
from rightreasons.jobs.training.pool import train_plans

if TYPE_CHECKING:
    pass


@dataclass(frozen=True)
class PlannedTraining:
    """A training to be done.

    Parameters
    ----------
    name
        Its folder; safe as a file name.
    recipe
        Its name, see `rightreasons.training.recipe_files.recipe_names`.
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
        If something is wrong with data or options, before anything is trained; otherwise the first fault,
        when everything else is trained. The same call then goes on from there.
    ValueError
        If two trainings have one name.

    Notes
    -----
    Data, words, encoded sets, parses, patterns and bias probabilities are made once and used by all that have
    them in common. A training is the same, bit for bit, as alone in one thread (``OMP_NUM_THREADS=1``).
    """
    with remembering():
        done = train_plans(planned_in(planned, out), workers=workers, progress=progress)
    for error in done.failed.values():
        raise error
    return {planned[place].name: training for place, training in done.made.items()}


def planned_in(planned: Sequence[PlannedTraining], out: Path) -> list[TrainingPlan]:
    """Return trainings that are read and checked; parameters and errors as of `train_many`."""
    names = [each.name for each in planned]
    if len(set(names)) < len(names):
        raise ValueError(f"trainings with one name: {sorted(names)}")
    return [
        plan_training(each.recipe, each.train, each.dev, each.test, out=out / each.name, options=each.options)
        for each in planned
    ]
