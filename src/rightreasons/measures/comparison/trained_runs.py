"""Trainings in a comparison: which items each seed got right, predicted in training or probed afterwards."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import polars as pl

from rightreasons.errors import ComparisonError
from rightreasons.figures import Figure
from rightreasons.labels import Label, gold_set
from rightreasons.measures.comparison.compared_runs import ITEM, ComparedRun, compared_runs, named_runs
from rightreasons.printable import printable, quoted
from rightreasons.runs.folder import Run
from rightreasons.runs.manifest import DataRead

TRAIN = "train"
_RIGHT = [
    f"{gold}/{label}"
    for gold in Label
    for label in Label
    if label in gold_set(gold) or gold in gold_set(label)
]


@dataclass(frozen=True)
class TrainedRun:
    """One training of a comparison.

    Parameters
    ----------
    run
        Its items; ``correct`` is an array, one value a seed.
    seeds
        The seeds compared, in this order.
    data
        What the manifest says of each set, by the name of the set.
    method
        The debiasing method, or None.
    probed
        Sets of `run` that its models were probed on.
    figures
        What else the probes found, by dotted name: one figure a seed.
    probe_keys
        What identifies the work of the probes.
    seeds_left_out
        How many of its seeds the others do not have.
    """

    run: ComparedRun
    seeds: tuple[int, ...]
    data: Mapping[str, DataRead] = field(repr=False)
    method: str | None
    probed: tuple[str, ...] = ()
    figures: Mapping[str, tuple[Figure, ...]] = field(default_factory=dict, repr=False)
    probe_keys: tuple[str, ...] = ()
    seeds_left_out: int = 0

    @property
    def name(self) -> str:
        """What to call it."""
        return self.run.name


def trained_runs(runs: Sequence[Run]) -> tuple[TrainedRun, ...]:
    """Return every training with the seeds that all of them have.

    Raises
    ------
    ComparisonError
        If they have no seed in common.
    """
    each = [set(run.manifest.options["seeds"]) for run in runs]
    seeds = tuple(sorted(set.intersection(*each)))
    if not seeds:
        raise ComparisonError(
            "no seed in common: " + "; ".join(", ".join(map(str, sorted(own))) for own in each),
            "models of the same seeds",
            "train both with the same --seed and --seeds",
        )
    return tuple(_training(run, name, seeds) for run, name in named_runs(runs))


def joined_seeds(runs: Sequence[Run], name: str) -> TrainedRun:
    """Return several trainings of one model, each with seeds of its own, as one.

    Parameters
    ----------
    runs
        Of the same recipe on the same sets; at least one.
    name
        What to call them.

    Raises
    ------
    ComparisonError
        If they did not predict the same items, or a seed stands in two of them.
    """
    trainings = [_training(run, name, tuple(run.manifest.options["seeds"])) for run in runs]
    seeds = tuple(seed for training in trainings for seed in training.seeds)
    items = trainings[0].run.items
    if len(set(seeds)) < len(seeds) or any(
        not training.run.items.select(ITEM).equals(items.select(ITEM)) for training in trainings
    ):
        raise ComparisonError(
            f"trainings of '{printable(name)}' that are not seeds of one model",
            "the same items, each seed once",
            "give trainings of one recipe on the same data",
        )
    columns = [
        training.run.items["correct"].arr.to_list().alias(str(at)) for at, training in enumerate(trainings)
    ]
    joined = pl.select(pl.concat_list(columns).list.to_array(len(seeds))).to_series().alias("correct")
    training = replace(trainings[0].run, items=items.with_columns(joined))
    return replace(trainings[0], run=training, seeds=seeds)


def common_seeds(trainings: Sequence[TrainedRun]) -> tuple[TrainedRun, ...]:
    """Return trainings with the seeds that all of them have, in the order of the first."""
    shared = [seed for seed in trainings[0].seeds if all(seed in training.seeds for training in trainings)]
    return tuple(_with_seeds(training, shared) for training in trainings)


def _with_seeds(training: TrainedRun, seeds: Sequence[int]) -> TrainedRun:
    places = [training.seeds.index(seed) for seed in seeds]
    correct = pl.col("correct").arr.to_list().list.gather(places).list.to_array(len(places))
    return replace(
        training,
        run=replace(training.run, items=training.run.items.with_columns(correct)),
        seeds=tuple(seeds),
    )


def _training(run: Run, name: str, seeds: Sequence[int]) -> TrainedRun:
    items, options = run.items(), run.manifest.options
    right = [
        pl.concat_str(["label", f"seed-{seed}_predicted"], separator="/").is_in(_RIGHT).alias(f"{seed}")
        for seed in seeds
    ]
    correct = pl.concat_arr(right).alias("correct")
    sets = items["set"].unique(maintain_order=True).to_list()
    chosen = options.get("debias")
    method = None if chosen is None else str(chosen["name"])
    model = "" if run.manifest.model is None else run.manifest.model.name
    trained = model if method is None or f"with {method}" in model else f"{model} with {method}"
    training = ComparedRun(name, trained, items.select(*ITEM, correct), {}, frozenset())
    described = dict(zip(sets, run.manifest.data[1:], strict=True))  # the first is what it trained on
    left_out = len(set(options["seeds"]) - set(seeds))
    return TrainedRun(training, tuple(seeds), described, method, seeds_left_out=left_out)


def with_probes(training: TrainedRun, probes: Sequence[Run]) -> TrainedRun:
    """Return a training with what its models said of challenges.

    Parameters
    ----------
    training
        The training.
    probes
        Of its models on the same challenges, one a seed, in the order of its seeds.

    Raises
    ------
    ComparisonError
        If a challenge is called as a set that was predicted in training, or not every seed answered the same
        items.
    """
    probed = compared_runs(probes)
    twice = [name for name in probed[0].sets if name in training.run.sets]
    if twice:
        raise ComparisonError(
            f"{quoted(twice)} both predicted in training and probed",
            "challenges of other names",
            "leave out this --on",
        )
    if any(not each.items.select(ITEM).equals(probed[0].items.select(ITEM)) for each in probed):
        raise ComparisonError(
            f"seeds of '{printable(training.name)}' that answered different items",
            "the same items of every seed",
            "run it again, and see what the probes say is missing",
        )
    joined = replace(
        training.run,
        items=pl.concat([training.run.items, _joined(probed)], how="diagonal_relaxed"),
        groups=probed[0].groups,
    )
    keys = tuple(str(run.manifest.work_key) for run in probes)
    return replace(training, run=joined, probed=probed[0].sets, figures=_figures(probes), probe_keys=keys)


def _joined(probed: Sequence[ComparedRun]) -> pl.DataFrame:
    """Return the items with their groups; ``correct`` is an array, one value a seed."""
    first = probed[0]
    groups = dict.fromkeys(group for groups in first.groups.values() for group in groups)
    right = pl.concat_arr([each.items["correct"].alias(str(place)) for place, each in enumerate(probed)])
    kept = [group for group in groups if group in first.items.columns and group not in ITEM]
    return first.items.select(*ITEM, *kept, right.alias("correct"))


def _figures(probes: Sequence[Run]) -> dict[str, tuple[Figure, ...]]:
    """Return figures that are not accuracies of challenges, as those of controls: one a seed.

    Where a probe has the same measure of several sets, the set stands behind the measure.
    """
    found: dict[str, list[Figure]] = {}
    for run in probes:
        others = [each for each in run.findings if each.role != "score"]
        times = Counter(each.measure for each in others)
        for finding in others:
            of = f".{finding.on}" if times[finding.measure] > 1 else ""
            for name, figure in finding.figures.items():
                found.setdefault(f"{finding.measure}{of}.{name}", []).append(figure)
    figures = {
        name: tuple(each) for name, each in found.items() if all(figure.value is not None for figure in each)
    }
    return {name: each for name, each in figures.items() if len(each) == len(probes)}
