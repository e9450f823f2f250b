"""How long many trainings will take at most, before they begin: a few steps of each kind are measured."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rightreasons.engine.memory import remembering
from rightreasons.jobs.training.plan import TrainingPlan
from rightreasons.jobs.training.workers import threads_of, workers_for

if TYPE_CHECKING:
    from rightreasons.debiasing.method import Prepared
    from rightreasons.training.speed import Speed

from rightreasons.jobs.training.many import PlannedTraining, planned_in

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
    from rightreasons.training.speed import speed_of

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
    from rightreasons.debiasing.shared.method_names import parse_method

    return parse_method(_UNGUIDED).prepare(plan.data.labelled())
