"""What `make example` does: small files of data and predictions, to try every command on."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rightreasons.jobs.datasets import versions
from rightreasons.labels import THREE_WAY, Label
from rightreasons.pairs import PairTable
from rightreasons.predictors.rules.hypothesis_only import hypothesis_only
from rightreasons.runs.made_folders import made_folder
from rightreasons.sources.bundled import bundled_splits

SIZES: Mapping[str, int] = {"train": 3_000, "dev": 600, "test": 900}
READS_WELL = 0.85
"""Share of the items that the second model is drawn to answer as gold."""
_ABOUT = (
    "Made by rightreasons itself: artifacts are planted in the data, nobody wrote them. Predictions and "
    "scores 'a' are of a linear model that sees the hypothesis alone, fitted on train.jsonl. "
    "Those called 'b' are drawn: right in {share:.0%} of items, whatever their words."
)


def make_example(out: Path, seed: int = 1) -> Mapping[str, Any]:
    """Write labelled data with planted artifacts, and the answers of two models to their test set.

    Parameters
    ----------
    out
        A folder: ``train.jsonl``, ``dev.jsonl``, ``test.jsonl``; ``predictions-a.csv``, ``predictions-b.csv``
        (id, prediction and a probability a label); ``guard-a.csv``, ``guard-b.csv`` (premise, hypothesis,
        gold ``y_true`` and ``y_score``, the probability that the pair is entailed).
    seed
        The same seed gives the same files.

    Returns
    -------
    Mapping
        The manifest, with the rows of each file.

    Raises
    ------
    RunExistsError
        If `out` holds anything else.
    """
    work = {
        "job": "make example",
        "seed": seed,
        "about": _ABOUT.format(share=READS_WELL),
        "versions": versions(),
    }

    def fill(folder: Path) -> Mapping[str, Any]:
        data = _data(seed)
        for name, table in data.items():
            _rows(table).write_ndjson(folder / f"{name}.jsonl")
        for name, shares in _answers(data, seed).items():
            _predictions(data["test"], shares).write_csv(folder / f"predictions-{name}.csv")
            _scores(data["test"], shares).write_csv(folder / f"guard-{name}.csv")
        return {"counts": {name: len(table) for name, table in data.items()}}

    return made_folder(out, work, fill)


def _data(seed: int) -> Mapping[str, PairTable]:
    train, rest = bundled_splits(SIZES["train"], SIZES["dev"] + SIZES["test"], seed)
    later = pl.int_range(pl.len()) >= SIZES["dev"]
    return {"train": train, "dev": rest.head(SIZES["dev"]), "test": rest.where(later, "in dev.jsonl")}


def _rows(table: PairTable) -> pl.DataFrame:
    return table.frame.select("id", "premise", "hypothesis", pl.col("label").cast(pl.String))


def _answers(data: Mapping[str, PairTable], seed: int) -> Mapping[str, pl.DataFrame]:
    """Return the probabilities of two models, a column a label in the order of `THREE_WAY`."""
    said = hypothesis_only(data["train"]).predict(data["test"]).probabilities
    return {"a": said.select(THREE_WAY), "b": _drawn(data["test"].gold, seed)}


def _drawn(gold: pl.Series, seed: int) -> pl.DataFrame:
    """Return probabilities that point to gold in the share of items that `READS_WELL` states."""
    random = np.random.default_rng(seed)
    places = np.array([THREE_WAY.index(label) for label in gold])
    wrong = random.random(len(places)) >= READS_WELL
    places = (places + wrong * random.integers(1, len(THREE_WAY), len(places))) % len(THREE_WAY)
    sure = random.uniform(0.5, 1.0, len(places))
    shares = np.repeat(((1 - sure) / 2)[:, None], len(THREE_WAY), axis=1)
    shares[np.arange(len(places)), places] = sure
    return pl.DataFrame(shares, schema=list(THREE_WAY))


def _predictions(test: PairTable, shares: pl.DataFrame) -> pl.DataFrame:
    best = pl.Series("prediction", [THREE_WAY[place].value for place in shares.to_numpy().argmax(axis=1)])
    return shares.with_columns(pl.all().round(4)).select(test.frame["id"], best, pl.all())


def _scores(test: PairTable, shares: pl.DataFrame) -> pl.DataFrame:
    entailed = (test.gold.cast(pl.String) == Label.ENTAILMENT).cast(pl.Int8).alias("y_true")
    score = shares[Label.ENTAILMENT].round(4).alias("y_score")
    return test.frame.select("premise", "hypothesis").with_columns(entailed, score)
