"""Search a grid: a training for every point, the best on dev named, and only that one tested."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from rightreasons.artifacts.patterns.pattern_set import PatternSet, for_tables
from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.engine.memory import remembering
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import InputError, MeasureInputError, OptionError
from rightreasons.findings import Finding
from rightreasons.jobs.options import GridOptions, TrainOptions
from rightreasons.jobs.outcome import outcome_of
from rightreasons.jobs.training.method import choose_method
from rightreasons.jobs.training.plan import Training, TrainingPlan, plan_training
from rightreasons.jobs.training.pool import TrainedPlans, train_plans
from rightreasons.keywords import TrainKeywords
from rightreasons.measures.training.accuracy import accuracy_finding, most_frequent
from rightreasons.measures.training.grid import PointAccuracy, accuracy_of, grid_finding
from rightreasons.options import divided
from rightreasons.pairs import PairTable
from rightreasons.predictors.predictor import predictor_named
from rightreasons.printable import printable
from rightreasons.runs.claims import one_writer
from rightreasons.runs.manifest import manifest_from
from rightreasons.runs.workspace import Workspace, finished_run

if TYPE_CHECKING:
    from rightreasons.debiasing.adversarial.grid import GridPoint

POINTS = "points"
_MIN_COUNT = 50


@one_writer
def search_grid(
    recipe: str,
    train: Any,
    dev: Any,
    *,
    out: str | Path,
    test: Any = (),
    grid: GridOptions | None = None,
    progress: Progress = silent,
    **options: Unpack[TrainKeywords],
) -> Training:
    """Train every point of a grid of a debiasing method; the same call after an interruption goes on.

    Parameters
    ----------
    recipe, train, dev, test, progress, **options
        As of `rightreasons.jobs.train.train`; ``debias`` names the method.
    out
        Folder of the run; the training of each point is a run in its folder ``points``.
    grid
        What is searched; None: the whole grid, by hard.

    Raises
    ------
    OptionError
        If there is no method, or no grid for it.
    MeasureInputError
        If no dev pair is hard.
    RightReasonsError
        If no point could be trained; what was trained until then is kept.

    References
    ----------
    Liu, Zheng, Chang and Sui (2020), "HypoNLI", section 3.2.3.
    """
    from rightreasons.debiasing.adversarial.grid import grid_points

    (chosen,) = divided(options, TrainOptions)
    searched = grid or GridOptions()
    if chosen.debias is None:
        raise OptionError(
            "a grid without a method", "--debias METHOD", "give --debias adversary, or the like"
        )
    points = grid_points(chosen.debias, searched.over)
    with remembering():
        base = plan_training(recipe, train, dev, test, out=Path(out), options=chosen)
        facts = {"over": searched.over, "by": searched.by, "points": [point.method for point in points]}
        manifest = manifest_from(base.manifest().to_json() | {"job": "grid", "grid": facts})
        done = finished_run(Path(out), manifest)
        if done is not None:
            return Training(**outcome_of(done))
        hard = _hard_pairs(base, searched.by)
        workspace = Workspace(Path(out), manifest)
        trained = train_plans(_plans(base, points, workspace), workers=chosen.workers, progress=progress)
        findings, best = _findings(base, points, trained, hard, searched.by)
        return Training(manifest, findings, (), best.items).sealed(workspace)


def _plans(base: TrainingPlan, points: Sequence["GridPoint"], workspace: Workspace) -> list[TrainingPlan]:
    untested = replace(base.data, tests={}, unscored=tuple(base.data.tests.values()))
    return [
        replace(
            base,
            data=untested,
            options=replace(base.options, debias=point.method),
            model=replace(base.model, method=choose_method(point.method, base.recipe)),
            out=workspace.path / POINTS / (point.name or "point"),
        )
        for point in points
    ]


def _hard_pairs(base: TrainingPlan, by: str) -> frozenset[str]:
    """Return the ids of the dev pairs that patterns of the training data make hard."""
    from rightreasons.debiasing.adversarial.chosen_values import chosen_values
    from rightreasons.difficulty import pattern_marks

    train, dev = base.data.labelled().own, base.data.dev
    method = None if base.method is None else base.method.method
    min_count = getattr(method, "min_count", _MIN_COUNT)
    threshold = getattr(method, "easy_hard", None) or chosen_values(train).easy_hard
    mining = for_tables(PatternOptions(threshold=threshold, min_count=min_count), train, dev)
    hard = frozenset(pattern_marks(dev, PatternSet.fit(train, mining)).ids("hard"))
    if not hard and by == "hard":
        raise MeasureInputError(
            f"no hard pair in '{printable(dev.name)}'",
            "some, since the grid is searched by them",
            "give more dev data, a lower min-count, or --grid-by full",
        )
    return hard


def _findings(
    base: TrainingPlan, points: Sequence["GridPoint"], trained: TrainedPlans, hard: frozenset[str], by: str
) -> tuple[tuple[Finding, ...], Training]:
    for error in trained.failed.values():
        if not isinstance(error, InputError) or not trained.made:  # no fault of one point
            raise error
    figures = {place: accuracy_of(made.items, base.seeds, hard) for place, made in trained.made.items()}
    best = max(figures, key=lambda place: (_figure(figures[place], by), figures[place].full, -place))
    failed = {place: error.sentence for place, error in trained.failed.items()}
    made = trained.made[best]
    table = grid_finding(base.name, points, figures, failed, best, by)
    dev = next(finding for finding in made.findings if finding.measure == "accuracy")
    return (table, dev, *_tested(base, made)), made


def _figure(accuracy: PointAccuracy, by: str) -> float:
    return accuracy.full if by == "full" or accuracy.hard is None else accuracy.hard


def _tested(base: TrainingPlan, best: Training) -> list[Finding]:
    """Return the accuracy of the best on the test sets, which nothing was chosen by."""
    from rightreasons.training.seeds import SeedResult

    if best.run is None:
        return []
    folder = best.run.path
    predictors = {seed: predictor_named(str(folder / f"seed-{seed}")) for seed in base.seeds}

    def results_on(name: str, pairs: PairTable) -> list[SeedResult]:
        return [
            SeedResult(seed, 0, (), {name: predictor.predict(pairs)}, {})
            for seed, predictor in predictors.items()
        ]

    tests: Mapping[str, PairTable] = base.data.tests
    return [
        accuracy_finding(base.name, name, pairs, results_on(name, pairs), most_frequent(base.data.train))
        for name, pairs in tests.items()
    ]
