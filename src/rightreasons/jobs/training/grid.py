"""Search a grid: a training for every point, the best on dev named, and only that one tested."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import polars as pl

from rightreasons.artifacts.patterns.pattern_set import PatternSet, for_tables
from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.engine.memory import remembering
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import InputError, MeasureInputError, OptionError
from rightreasons.figures import Figure
from rightreasons.findings import Cell, Finding, View
from rightreasons.jobs.options import GridOptions, TrainOptions
from rightreasons.jobs.outcome import outcome_of
from rightreasons.jobs.training.data import choose_method
from rightreasons.jobs.training.findings import accuracy_finding, most_frequent
from rightreasons.jobs.training.plan import Training, TrainingPlan, plan_training
from rightreasons.jobs.training.pool import TrainedPlans, train_plans
from rightreasons.keywords import TrainKeywords
from rightreasons.options import divided
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.predictors.predictor import predictor_named
from rightreasons.printable import printable
from rightreasons.runs.claims import one_writer
from rightreasons.runs.manifest import manifest_from
from rightreasons.runs.workspace import Workspace, finished_run
from rightreasons.statistics.results import Estimate

if TYPE_CHECKING:
    from rightreasons.debiasing.grid import GridPoint

# What a grid search found: accuracy on dev of every point, all of dev and its hard pairs, and the best.


MEASURE = "grid"
_DEFINITION = (
    "Accuracy on dev of every point, the mean of its seeds: on all pairs (full), and on those that hold a "
    "pattern of the training data while none goes with the gold label (hard; Liu et al. 2020, section 2.3). "
    "The best has the highest {by}; of equals the one with the highest full, of equals the first. Since it "
    "was chosen by dev, its figures there are somewhat too high; those of test sets are not, and no other "
    "point was asked about them."
)
_WORDS = {"hard": "hard pairs", "full": "all pairs"}


@dataclass(frozen=True)
class PointAccuracy:
    """Accuracy of one point on dev, the mean of its seeds.

    Parameters
    ----------
    full, n
        On all of dev, and how many pairs that are.
    hard, n_hard
        On its hard pairs; None where there are none.
    """

    full: float
    n: int
    hard: float | None
    n_hard: int


def accuracy_of(items: pl.DataFrame, seeds: Collection[int], hard: Collection[str]) -> PointAccuracy:
    """Return the accuracy of a training on dev.

    Parameters
    ----------
    items
        See `rightreasons.jobs.training.findings.predicted_items`.
    seeds
        Of the training.
    hard
        Ids of the hard pairs.
    """
    from rightreasons.training.evaluation import is_right

    dev = items.filter(pl.col("set") == "dev")
    gold = dev["label"].cast(LABEL_TYPE)
    right = pl.DataFrame(
        [is_right(gold, dev[f"seed-{seed}_predicted"].cast(LABEL_TYPE)).alias(str(seed)) for seed in seeds]
    )
    of_pair = right.mean_horizontal()
    of_hard = of_pair.filter(dev["id"].is_in(list(hard)))
    return PointAccuracy(_mean(of_pair) or 0.0, len(of_pair), _mean(of_hard), len(of_hard))


def _mean(shares: pl.Series) -> float | None:
    return sum(shares) / len(shares) if len(shares) else None


def grid_finding(
    recipe: str,
    points: Sequence["GridPoint"],
    figures: Mapping[int, PointAccuracy],
    failed: Mapping[int, str],
    best: int,
    by: str,
) -> Finding:
    """Return the table of all points.

    Parameters
    ----------
    recipe
        What was trained.
    points
        In the order of the grid.
    figures, failed
        By position: what came of a point, or why nothing did.
    best
        Position of the best.
    by
        What it is the best by.
    """
    chosen, point = figures[best], points[best]
    estimates = {"full": Estimate(chosen.full, "proportion", chosen.n, reason="mean of seeds")}
    if chosen.hard is not None:
        estimates["hard"] = Estimate(chosen.hard, "proportion", chosen.n_hard, reason="mean of seeds")
    best_of = [
        Figure("accuracy", each, {"items": items}, set="dev", form="best.{group}")
        for items, each in estimates.items()
    ]
    rows = tuple(_row(each, figures.get(place), place == best) for place, each in enumerate(points))
    columns = (*point.values, "full", "hard", "best")
    headline = f"Of {len(points)} points, {point.method} is the best on dev by accuracy on {_WORDS[by]}."
    return Finding(
        MEASURE,
        recipe,
        _DEFINITION.format(by=by),
        headline,
        best_of,
        {"points": View("Every point of the grid", columns, rows, by=tuple(point.values))},
        settings={"by": by, "best": point.method, "folder": f"points/{point.name}"},
        notes=tuple(f"not trained: {points[place].method}: {reason}" for place, reason in failed.items()),
    )


def _row(point: "GridPoint", accuracy: PointAccuracy | None, best: bool) -> tuple[Cell, ...]:  # noqa: FBT001 - a cell
    shares = (None, None) if accuracy is None else (accuracy.full, accuracy.hard)
    return (*(float(value) for value in point.values.values()), *shares, "best" if best else "")


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
    from rightreasons.debiasing.grid import grid_points

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
        return Training(manifest, findings, {}, best.items).sealed(workspace)


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
    from rightreasons.debiasing.grid import chosen_values
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
    failed = {place: str(error) for place, error in trained.failed.items()}
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
