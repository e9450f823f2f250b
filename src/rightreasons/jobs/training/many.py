"""Many trainings in one go: each an ordinary run of `train`, what they have in common done once."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from rightreasons.engine.memory import remembering
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import OptionError
from rightreasons.jobs.datasets import listed
from rightreasons.jobs.options import TrainOptions
from rightreasons.jobs.training.plan import Training, TrainingPlan, plan_training
from rightreasons.jobs.training.pool import threads_of, train_plans, workers_for
from rightreasons.keywords import TrainKeywords
from rightreasons.options import divided
from rightreasons.printable import printable, quoted
from rightreasons.runs.claims import one_writer
from rightreasons.training.recipe import recipe_title

if TYPE_CHECKING:
    from rightreasons.debiasing.method import Prepared
    from rightreasons.training.seeds import Speed


@dataclass(frozen=True)
class PlannedTraining:
    """A training to be done.

    Parameters
    ----------
    name
        Its folder; safe as a file name.
    recipe
        Its name, see `rightreasons.training.recipe.recipe_names`.
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


# One command for several recipes: each trained as by itself, one run a recipe, on the same data.


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


# How long many trainings will take at most, before they begin: a few steps of each kind are measured.


_UNGUIDED = "adversary:alpha1=1,alpha2=1"


@dataclass(frozen=True)
class TimeEstimate:
    """How long trainings will take.

    Parameters
    ----------
    runs
        Models that are still to be trained: seeds of trainings that are not finished.
    finished
        Models that are there already.
    workers
        How many are trained at once.
    seconds
        Until all are done, on this machine as busy as it was when it was measured. An upper bound where
        training may stop early, or a method leaves out data.
    seconds_each
        Of one model of each unfinished training, by name.
    """

    runs: int
    finished: int
    workers: int
    seconds: float
    seconds_each: Mapping[str, float]

    @property
    def hours(self) -> float:
        """Until all are done."""
        return self.seconds / 3600


def estimated(planned: Sequence[PlannedTraining], out: Path, *, workers: int | None = None) -> TimeEstimate:
    """Return how long `rightreasons.jobs.training.many.train_many` will take for the same arguments.

    Of every recipe, data set and kind of method a few steps are measured; an adversary reads hypotheses once
    more, and a teacher is a second training. What methods mine and fit beforehand is left out.

    Parameters
    ----------
    planned, out, workers
        As of `train_many`; nothing is written to `out`.

    Raises
    ------
    RightReasonsError
        As of `train_many`, before anything is trained.
    """
    with remembering():
        plans = planned_in(planned, out)
        left = [plan for plan in plans if plan.finished() is None]
        runs = sum(len(plan.seeds) for plan in left)
        size = workers_for(runs, workers, left)
        speeds: dict[Hashable, Speed] = {}
        each = {plan.out.name: _seconds(plan, speeds, threads_of(plan, size)) for plan in left}
    all_seeds = [each[plan.out.name] for plan in left for _ in plan.seeds]
    seconds = max(sum(all_seeds) / size, max(all_seeds, default=0.0))
    return TimeEstimate(runs, sum(len(plan.seeds) for plan in plans) - runs, size, seconds, each)


def _seconds(plan: TrainingPlan, speeds: dict[Hashable, "Speed"], threads: int | None) -> float:
    """Return how long one seed takes."""
    from rightreasons.debiasing.method import Prepared
    from rightreasons.training.seeds import speed_of

    adversarial, taught = (_needs(plan, need) for need in ("hypothesis vector", "teacher"))
    key = (repr(plan.recipe), id(plan.data), plan.options.vectors, adversarial)
    if key not in speeds:
        prepared = _unguided(plan) if adversarial else Prepared(plan.data.train)
        work = plan.work(plan.options.seed, plan.out, prepared)
        speeds[key] = speed_of(replace(work, threads=threads))
    speed, data = speeds[key], plan.data
    predicting = sum(len(table) for table in (data.dev, *data.tests.values())) / speed.inference
    epoch = len(data.train) / speed.training + len(data.dev) / speed.inference
    return (2 if taught else 1) * plan.recipe.epochs * epoch + predicting


def _needs(plan: TrainingPlan, need: str) -> bool:
    return plan.method is not None and need in plan.method.method.needs


def _unguided(plan: TrainingPlan) -> "Prepared":
    """Return an adversary that needs no patterns, and takes as long as one that does."""
    from rightreasons.debiasing.method import parse_method

    return parse_method(_UNGUIDED).prepare(plan.data.labelled())
