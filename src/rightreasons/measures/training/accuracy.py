"""The measure `accuracy` of a training: of every seed on every set, mean and spread, the majority."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from rightreasons.figures import Figure, Figures
from rightreasons.findings import Finding, View
from rightreasons.labels import Label
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import SHARES, Estimate
from rightreasons.statistics.seeds import seed_mean

if TYPE_CHECKING:
    from rightreasons.predictions import Predictions
    from rightreasons.training.seeds import SeedResult

MEASURE = "accuracy"
ITEM_COLUMNS: Mapping[str, str] = {
    "seed-{seed}_predicted": "text prediction of seed-{seed}: What the model of this seed predicts.",
    "seed-{seed}_probability_{label}": "float score of seed-{seed}: The probability that it gives to a "
    "label.",
}


def right_of(pairs: PairTable, predicted: pl.Series) -> int:
    """Return how many labels are right."""
    from rightreasons.training.evaluation import is_right

    return int(is_right(pairs.gold, predicted).sum())


def most_frequent(pairs: PairTable) -> Label:
    """Return the most frequent gold label; of equals the first."""
    return max(pairs.counts().items(), key=lambda each: each[1])[0]


def accuracy_finding(
    recipe: str, name: str, pairs: PairTable, results: Sequence["SeedResult"], most: Label
) -> Finding:
    """Return the accuracy of all seeds on one set.

    Parameters
    ----------
    recipe
        What was trained.
    name, pairs
        The set, and what it is called among the predictions.
    results
        One a seed.
    most
        The most frequent label of the training data, for the majority.
    """
    n = len(pairs)
    right = {result.seed: right_of(pairs, result.predictions[name].frame["label"]) for result in results}
    shares = [count / n for count in right.values()]
    majority = right_of(pairs, pl.repeat(most.value, n, dtype=LABEL_TYPE, eager=True))
    lines = tuple((f"seed {seed}", right[seed], n, share) for seed, share in zip(right, shares, strict=True))
    figures = Figures(_figures(name, right, n, majority))
    return Finding(
        MEASURE,
        name,
        fill("training_accuracy.definition"),
        _headline(recipe, name, list(right), figures),
        figures,
        {
            "accuracy": View(
                fill("training_accuracy.by_seed", data=name),
                ("model", "right", "n", "accuracy"),
                (*lines, ("majority", majority, n, majority / n)),
                by=("model",),
            )
        },
        on=name,
    )


def _headline(model: str, name: str, seeds: Sequence[int], figures: Figures) -> str:
    (mean,), (majority,) = figures.where(what="mean"), figures.where(what="majority")
    said = {"model": model, "accuracy": mean, "data": name, "majority": majority}
    if len(seeds) == 1:
        return fill("training_accuracy.headline_one_seed", **said, seed=seeds[0])
    return fill("training_accuracy.headline", **said, seeds=len(seeds))


def _figures(name: str, right: Mapping[int, int], n: int, majority: int) -> Iterator[Figure]:
    shares = [count / n for count in right.values()]
    yield Figure("accuracy", _mean(shares, right, n), set=name, what="mean")
    if len(shares) > 1:
        spread = Estimate(float(np.std(shares, ddof=1)), "proportion", len(shares), reason="over seeds")
        yield Figure("standard_deviation", spread, set=name, what="sd")
    for seed, count in right.items():
        yield Figure("accuracy", proportion(count, n), {"seed": f"{seed}"}, set=name, what="seed")
    yield Figure("majority_accuracy", proportion(majority, n), set=name, what="majority")


def _mean(shares: Sequence[float], right: Mapping[int, int], n: int) -> Estimate:
    if len(shares) == 1:
        return proportion(next(iter(right.values())), n)
    return seed_mean(shares, "proportion", n, between=SHARES)


def predicted_items(sets: Mapping[str, PairTable], results: Sequence["SeedResult"]) -> pl.DataFrame:
    """Return every pair of every set with what each seed says of it.

    Returns
    -------
    pl.DataFrame
        Columns ``set``, ``id``, ``premise``, ``hypothesis``, ``label``, then for each seed
        ``seed-S_predicted`` and ``seed-S_probability_LABEL``.
    """
    parts = []
    for name, pairs in sets.items():
        part = pairs.frame.select(
            pl.lit(name).alias("set"), "id", "premise", "hypothesis", pl.col("label").cast(pl.String)
        )
        for result in results:
            part = part.hstack(_columns(result.seed, result.predictions[name]))
        parts.append(part)
    return pl.concat(parts)


def _columns(seed: int, predictions: "Predictions") -> pl.DataFrame:
    return predictions.frame.select(
        pl.col("label").cast(pl.String).alias(f"seed-{seed}_predicted"),
        *(pl.col(str(label)).alias(f"seed-{seed}_probability_{label}") for label in predictions.labels),
    )
