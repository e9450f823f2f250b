"""Trainings side by side: one pool for the seeds of all of them, each sealed when its last seed is done."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rightreasons.engine.processes import completed, reported
from rightreasons.engine.progress import NOW, Progress
from rightreasons.errors import RightReasonsError
from rightreasons.jobs.training.plan import Training, TrainingPlan
from rightreasons.runs.claims import claimed
from rightreasons.runs.workspace import Workspace

if TYPE_CHECKING:
    from rightreasons.debiasing.method import Prepared
    from rightreasons.training.seeds import SeedResult, SeedWork

from rightreasons.jobs.training.workers import threads_of, workers_for


@dataclass(frozen=True)
class TrainedPlans:
    """What came of several trainings.

    Parameters
    ----------
    made
        The trainings, by position.
    failed
        Why others could not be trained; what was trained of them until then is kept.
    """

    made: Mapping[int, Training]
    failed: Mapping[int, RightReasonsError]


def train_plans(plans: Sequence[TrainingPlan], *, workers: int | None, progress: Progress) -> TrainedPlans:
    """Train all that is not finished; what fails does not hold up the others.

    Parameters
    ----------
    plans
        What is trained.
    workers
        Seeds that are trained at once, each in a process of its own; None: as many as cores and memory
        allow. Encoders share the cores; models of words have one thread each. A single one is trained in
        this process, with the threads of torch.
    progress
        Where training says how far it is.
    """
    going = _Going(plans, progress)
    with ExitStack() as held:
        for plan in plans:
            held.enter_context(claimed(plan.out))
        unfinished = going.unfinished()
        seeds = sum(len(plans[place].seeds) for place in unfinished)
        size = workers_for(seeds, workers, [plans[place] for place in unfinished])
        if size == 1:
            going.in_this_process(unfinished)
        elif seeds:
            going.in_processes(unfinished, size, seeds)
    return TrainedPlans(dict(sorted(going.made.items())), going.failed)


@dataclass(frozen=True)
class _SeedOf:
    place: int
    work: "SeedWork"
    of: str = ""


@dataclass(frozen=True)
class _Begun:
    workspace: Workspace
    prepared: "Prepared"
    results: dict[int, "SeedResult"] = field(default_factory=dict)


@dataclass(frozen=True)
class _Going:
    """Trainings on their way: what is begun, made and failed fills up as it goes."""

    plans: Sequence[TrainingPlan]
    progress: Progress
    begun: dict[int, _Begun] = field(default_factory=dict)
    made: dict[int, Training] = field(default_factory=dict)
    failed: dict[int, RightReasonsError] = field(default_factory=dict)

    def unfinished(self) -> list[int]:
        """Return the positions of the trainings that are not finished, and take the others as they are."""
        left = []
        for place, plan in enumerate(self.plans):
            try:
                done = plan.finished()
            except RightReasonsError as error:
                self.failed[place] = error
                continue
            if done is None:
                left.append(place)
            else:
                self.made[place] = done
        return left

    def works(self, places: Sequence[int]) -> Iterator[_SeedOf]:
        """Yield the work of all seeds; a training is prepared when the first of its seeds is asked for."""
        for place in places:
            plan = self.plans[place]
            try:
                _check_report(plan)
                prepared = plan.prepared(self.progress)
                begun = _Begun(Workspace(plan.out, plan.manifest()), prepared)
            except RightReasonsError as error:
                self.failed[place] = error
                continue
            self.begun[place] = begun
            for work in plan.works(begun.workspace, prepared):
                yield _SeedOf(place, work)

    def in_this_process(self, places: Sequence[int]) -> None:
        """Train one seed after the other."""
        from rightreasons.training.seeds import train_seed

        for each in self.works(places):
            if each.place in self.failed:
                continue
            try:
                self.keep(each, train_seed(each.work, self.progress))
            except RightReasonsError as error:
                self.failed[each.place] = error

    def in_processes(self, places: Sequence[int], workers: int, seeds: int) -> None:
        """Train as many seeds at once as there are workers, whatever training they are of."""
        self.progress("seeds", 0, seeds)
        works = (self.alone(each, workers) for each in self.works(places))
        found = completed(_train_alone, works, workers, self.progress)
        for done, (each, result) in enumerate(found, start=1):
            self.take(each, result)
            self.progress("seeds", done, seeds)

    def alone(self, each: _SeedOf, workers: int) -> _SeedOf:
        """Return the work of a seed with the threads that it has beside the others."""
        threads = threads_of(self.plans[each.place], workers)
        return replace(each, work=replace(each.work, threads=threads), of=_title(self.plans, each.place))

    def take(self, each: _SeedOf, result: "Future[SeedResult]") -> None:
        """Keep what a process hands over."""
        try:
            self.keep(each, result.result())
        except RightReasonsError as error:
            self.failed.setdefault(each.place, error)

    def keep(self, each: _SeedOf, result: "SeedResult") -> None:
        """Keep the result of a seed, and seal the training of which it is the last."""
        begun, plan = self.begun[each.place], self.plans[each.place]
        begun.results[result.seed] = result
        if len(begun.results) == len(plan.seeds):
            results = [begun.results[seed] for seed in plan.seeds]
            self.made[each.place] = plan.sealed(begun.workspace, results, begun.prepared)
            del self.begun[each.place]


def _check_report(plan: TrainingPlan) -> None:
    from rightreasons.training.epoch_reports import check_target

    if plan.options.report_to is not None:
        check_target(plan.options.report_to)


def _title(plans: Sequence[TrainingPlan], place: int) -> str:
    """Return what tells the seeds of a training from those of others; nothing where it is the only one."""
    return f" of {plans[place].out.name}" if len(plans) > 1 else ""


def _train_alone(each: _SeedOf) -> "SeedResult":
    from rightreasons.training.seeds import train_seed

    report = reported()

    def progress(what: str, done: int, total: int) -> None:
        task, mark, now = what.partition(NOW)
        report(f"{task}{each.of}{mark}{now}", done, total)

    return train_seed(each.work, progress)
