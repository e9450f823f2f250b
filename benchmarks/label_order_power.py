"""How often the order of a model's labels is proved: simulated, by the accuracy of the model.

Gold labels are 40 of each on the ordinary pairs and drawn evenly on the 200 of the data to be scored. A model
gives the gold label with probability `accuracy`, and otherwise one of the other two: each as often (even),
or, for a model that mixes up neutral and contradiction, two times in three the other of these two (mixed);
below 40 % such a model is right more often with these two exchanged, and nothing can tell it from one whose
labels are. Decided as
`rightreasons.measures.label_mapping.every_order` decides: McNemar's exact one-sided test at .01.

Run: python benchmarks/label_order_power.py [REPETITIONS]
"""

import sys

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.jobs.probing.preparation import FALLBACK
from rightreasons.labels import THREE_WAY, Label
from rightreasons.measures.label_mapping.every_order import label_order
from rightreasons.measures.label_mapping.proof import DEMAND
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.predictions import Predictions

Matrix = npt.NDArray[np.float64]
ACCURACIES = (1 / 3, 0.45, 0.55, 0.66, 0.8)
SEED = 2019
ORDINARY = 120
EXCHANGED = (2, 1, 0)
"""Entailment and contradiction in each other's place."""


def confusion(accuracy: float, *, mixed: bool) -> Matrix:
    """Return p(predicted | gold), shape (gold, predicted)."""
    even = np.full((3, 3), (1 - accuracy) / 2)
    np.fill_diagonal(even, accuracy)
    if not mixed:
        return even
    wrong = np.array([[0, 1 / 2, 1 / 2], [1 / 3, 0, 2 / 3], [1 / 3, 2 / 3, 0]])
    return np.asarray(accuracy * np.eye(3) + (1 - accuracy) * wrong)


def decision(gold: npt.NDArray[np.int64], predicted: npt.NDArray[np.int64]) -> str:
    """Return what is decided of one draw."""
    ids = [str(row) for row in range(len(gold))]
    names = [label.value for label in THREE_WAY]

    def frame(labels: npt.NDArray[np.int64]) -> pl.DataFrame:
        return pl.DataFrame({"id": ids, "label": pl.Series([names[at] for at in labels], dtype=LABEL_TYPE)})

    text = [pl.lit("").alias(name) for name in ("premise", "hypothesis")]
    pairs = PairTable(frame(gold).with_columns(text), Provenance("drawn"), Account(len(ids), len(ids)))
    labels: tuple[Label, ...] = THREE_WAY
    return label_order(pairs, Predictions(frame(predicted), labels, Provenance("model")), DEMAND).decision


def drawn_gold(n: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return gold labels: balanced ones for the ordinary pairs, drawn ones otherwise."""
    return np.repeat(np.arange(3), n // 3) if n == ORDINARY else rng.integers(0, 3, n)


def shares(n: int, p: Matrix, repetitions: int, rng: np.random.Generator) -> tuple[dict[str, float], ...]:
    """Return how often each decision is taken, of the model in order and of it with its labels exchanged."""
    counts: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for _ in range(repetitions):
        gold = drawn_gold(n, rng)
        drawn = (p.cumsum(axis=1)[gold] < rng.random((n, 1))).sum(axis=1)
        for place, predicted in enumerate((drawn, np.array(EXCHANGED)[drawn])):
            found = decision(gold, predicted)
            counts[place][found] = counts[place].get(found, 0) + 1
    return tuple({name: count / repetitions for name, count in each.items()} for each in counts)


def main(repetitions: int) -> None:
    """Print the table of benchmarks/kept/label_order.md."""
    rng = np.random.default_rng(SEED)
    print("| right | errors | pairs | in order: proved | in order: called exchanged | exchanged: named |")
    print("| ---: | --- | ---: | ---: | ---: | ---: |")
    for accuracy in ACCURACIES:
        for mixed in (False, True):
            for n in (ORDINARY, FALLBACK):
                ours, other = shares(n, confusion(accuracy, mixed=mixed), repetitions, rng)
                cells = (ours.get("proved", 0), ours.get("exchanged", 0), other.get("exchanged", 0))
                written = " | ".join(f"{cell:.1%}" for cell in cells)
                print(f"| {accuracy:.0%} | {'mixed' if mixed else 'even'} | {n} | {written} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
