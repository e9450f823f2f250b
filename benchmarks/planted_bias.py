"""Every debiasing method on data with a planted bias: the figures of docs/debiasing.md.

    python benchmarks/planted_bias.py

In training, a hypothesis in 6 of 10 pairs has a word that goes with the gold label in 17 of 20; the premise
always has one that goes with it in 16 of 20. In the anti-biased test each hypothesis has such a word, and it
always goes with another label. In the ordinary test all is as in training. The model is a bag of words.
"""

import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.debiasing import METHODS
from rightreasons.debiasing.method import LabelledData, Prepared
from rightreasons.debiasing.shared.method_names import parse_method
from rightreasons.labels import THREE_WAY
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.statistics.seeds import seed_interval
from rightreasons.training.evaluation import is_right
from rightreasons.training.recipe_files import read_recipe
from rightreasons.training.seeds import SeedWork, train_seed

PLAIN = "plain"
SEEDS = (1, 2, 3, 4, 5)
OPTIONS = {
    "downsampling": "min-count=20",
    "filtering": "min-count=20",
    "guidance": "min-count=20",
    "adversary": "min-count=20,hidden=32",
    "self-debiasing": "sample=150,epochs=5",
    "group-dro": "groups=patterns,min-count=20",
    "dfr": "groups=patterns,min-count=20,held-out=0.4",
}
"""What differs from the defaults, since these data are small."""
_FILLERS, _VARIANTS = 150, 3


@dataclass(frozen=True)
class Planted:
    """Training data with a bias, dev and an ordinary test like it, and a test against it."""

    train: PairTable
    dev: PairTable
    ordinary: PairTable
    against: PairTable


@dataclass(frozen=True)
class Plant:
    """How a bias is planted, and what else there is to learn.

    Parameters
    ----------
    carried
        Share of the hypotheses that have a word of the bias.
    biased
        Share of these in which it goes with the gold label.
    cue
        Share of the premises whose word goes with the gold label.
    variants
        Such words of each label: the more, the later they are learned.
    """

    carried: float = 0.6
    biased: float = 0.85
    cue: float = 0.8
    variants: int = 3


EQUAL = Plant()
"""Bias and cue are learned at once."""
FIRST = Plant(carried=1.0, biased=0.9, cue=1.0, variants=40)
"""The bias is learned first: what the cue says is always right, but spread over many words."""


def planted(seed: int = 0, rows: int = 1200, test_rows: int = 400, plant: Plant = EQUAL) -> Planted:
    """Make the data."""
    rng = np.random.default_rng(seed)
    train, dev, ordinary = (
        _pairs(rng, n, name, plant)
        for name, n in (("train", rows), ("dev", test_rows), ("ordinary", test_rows))
    )
    against = _pairs(rng, test_rows, "against", replace(plant, carried=1.0, biased=0.0))
    return Planted(train, dev, ordinary, against)


def _pairs(rng: np.random.Generator, n: int, name: str, plant: Plant) -> PairTable:
    gold = rng.integers(0, 3, n)
    cues, artifacts = _often(rng, gold, plant.cue), _often(rng, gold, plant.biased)
    has = rng.random(n) < plant.carried
    rows = [
        {
            "id": f"{name}-{row}",
            "premise": _sentence(rng, 6, f"cue{cues[row]}{rng.integers(plant.variants)}"),
            "hypothesis": _sentence(
                rng, 4, f"bias{artifacts[row]}{rng.integers(_VARIANTS)}" if has[row] else ""
            ),
            "label": THREE_WAY[gold[row]].value,
        }
        for row in range(n)
    ]
    frame = pl.DataFrame(rows).with_columns(pl.col("label").cast(LABEL_TYPE))
    return PairTable(frame, Provenance(name), Account(n, n))


def _often(rng: np.random.Generator, gold: npt.NDArray[np.int64], share: float) -> npt.NDArray[np.int64]:
    """Return gold labels in that share of rows, and one of the others elsewhere."""
    return np.where(rng.random(len(gold)) < share, gold, (gold + rng.integers(1, 3, len(gold))) % 3)


def _sentence(rng: np.random.Generator, length: int, word: str) -> str:
    words = [f"w{number}" for number in rng.integers(0, _FILLERS, length)]
    return " ".join([*words, *([word] if word else [])])


def prepared(method: str, data: Planted) -> Prepared:
    """Prepare a method, or none."""
    if method == PLAIN:
        return Prepared(data.train)
    text = f"{method}:{OPTIONS[method]}" if method in OPTIONS else method
    return parse_method(text).prepare(LabelledData(data.train, data.dev, THREE_WAY))


def right(method: str, data: Planted, seeds: tuple[int, ...] = SEEDS) -> dict[str, npt.NDArray[np.bool_]]:
    """Train with every seed; return for each test whether each answer is right, shape (seeds, pairs)."""
    tests = {"ordinary": data.ordinary, "against": data.against}
    changes = (
        "settings.longest=1",
        "text.tokenisation=whitespace",
        "words.size=16",
        "epochs=6",
        "batches.pairs=64",
        "optimiser.learning_rate=0.04",
    )
    recipe = read_recipe("ngrams-joulin2017", changes=changes)
    made = prepared(method, data)
    found: dict[str, list[npt.NDArray[np.bool_]]] = {name: [] for name in tests}
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            work = work_in(Path(folder), seed, made, data)
            predictions = train_seed(replace(work, recipe=recipe, tests=tests)).predictions
        for name, pairs in tests.items():
            found[name].append(is_right(pairs.gold, predictions[name].frame["label"]).to_numpy())
    return {name: np.stack(rows) for name, rows in found.items()}


def work_in(folder: Path, seed: int, made: Prepared, data: Planted) -> SeedWork:
    """Return what is trained with one seed."""
    return SeedWork(
        "ngrams-joulin2017",
        read_recipe("ngrams-joulin2017"),
        seed,
        THREE_WAY,
        made.train,
        data.dev,
        {},
        (),
        folder / "model",
        folder / "kept.safetensors",
        folder / "metrics.jsonl",
        "planted",
        method=made.make,
    )


FOR_UNKNOWN = ("group-dro", "just-train-twice", "learning-from-failure", "self")
"""Methods for groups that are asked again where the bias is learned first."""


def main() -> None:
    _print_table(planted(), tuple(METHODS))
    sys.stdout.write("\nThe bias is learned first:\n\n")
    _print_table(planted(plant=FIRST), FOR_UNKNOWN)


def _print_table(data: Planted, methods: tuple[str, ...]) -> None:
    plain = right(PLAIN, data)
    sys.stdout.write(
        "| method | ordinary | against the bias | more than plain, over seeds |\n| --- | --- | --- | --- |\n"
    )
    for method in (PLAIN, *methods):
        found = plain if method == PLAIN else right(method, data)
        means = [100 * found[name].mean() for name in ("ordinary", "against")]
        gain = 100 * (found["against"].mean(axis=1) - plain["against"].mean(axis=1))
        interval = seed_interval(gain) if gain.any() else None
        more = f"{gain.mean():+.1f} ({interval.low:+.1f} to {interval.high:+.1f})" if interval else ""
        sys.stdout.write(f"| {method} | {means[0]:.1f} | {means[1]:.1f} | {more} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
