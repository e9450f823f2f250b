"""How often a gain of the stated smallest size is found: signals of that size, drawn and measured many times.

    python benchmarks/smallest_gain.py --keep FILE [--runs 200] [--rows 100 350 2000]

A cell is a number of rows, two or three labels, claims that recur three times with one label or not, and a
signal: one marker in some of the rows of a label, or many words that each go a little with a label. The
strength of the signal is sought at which the mean cross-fitted gain is the mean smallest gain that
`smallest_gain` states; then the share of the runs is counted whose interval leaves out 0. Asked: 72 to 88 per
cent. Every cell is kept in FILE as it ends, so that what was cut short goes on.
"""

import argparse
import json
import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path

import numpy as np
import polars as pl

from rightreasons import read_pairs
from rightreasons.cross_fitting.features import ngram_features
from rightreasons.engine.progress import silent
from rightreasons.measures.data.hypothesis_only.answers import fitted
from rightreasons.measures.data.hypothesis_only.question import Baseline, Question
from rightreasons.measures.data.hypothesis_only.scoring import gain_over
from rightreasons.pairs import PairTable
from rightreasons.statistics.smallest_gain import smallest_gain
from rightreasons.text.tokenisations import tokens

LABELS = {2: ("entailment", "non-entailment"), 3: ("entailment", "neutral", "contradiction")}
SYLLABLES = ("ba", "do", "ki", "lu", "me", "na", "po", "ri", "sa", "tu")
WORDS = np.array([a + b + c for a in SYLLABLES for b in SYLLABLES for c in "nrs"])
WEIGHTS = 1 / np.arange(2, len(WORDS) + 2)
TILTS = np.random.default_rng(99).normal(size=(3, len(WORDS)))
BASELINE = Baseline("hypothesis_only", "", "hypothesis", "", "", "word-punct")
SEARCH_RUNS, SLOPE = 300, 1.5


@dataclass(frozen=True)
class Cell:
    """What is drawn: rows, labels, whether claims recur, and which signal."""

    rows: int
    labels: int
    clusters: bool
    signal: str

    @property
    def strongest(self) -> float:
        """The strength that is surely enough: of a marker the share of rows, of words the tilt."""
        return 1.0 if self.signal == "one marker" else 1.5

    @property
    def first(self) -> float:
        """Where the search begins."""
        scale = 6.0 if self.signal == "one marker" else 5.0
        return min(scale / math.sqrt(self.rows / (3 if self.clusters else 1)), 0.9)


@dataclass(frozen=True)
class Found:
    """What runs of one strength gave, as means over them."""

    strength: float
    stated: float
    gain: float
    found: float
    runs: int


def drawn(cell: Cell, strength: float, rng: np.random.Generator) -> PairTable:
    """Return pairs with that signal."""
    each = 3 if cell.clusters else 1
    gold = rng.integers(cell.labels, size=-(-cell.rows // each))
    claims = [_claim(cell, int(label), strength, rng) for label in gold]
    place = np.arange(cell.rows) // each
    premises = [_sentence(int(rng.integers(6, 15)), WEIGHTS, rng) for _ in range(cell.rows)]
    names = LABELS[cell.labels]
    return read_pairs(
        pl.DataFrame(
            {
                "premise": premises,
                "hypothesis": [claims[claim] for claim in place],
                "label": [names[gold[claim]] for claim in place],
            }
        )
    )


def _claim(cell: Cell, label: int, strength: float, rng: np.random.Generator) -> str:
    weak = cell.signal == "many weak words"
    weights = WEIGHTS * np.exp(strength * TILTS[label]) if weak else WEIGHTS
    claim = _sentence(int(rng.integers(4, 10)), weights, rng)
    has_marker = not weak and label == 0 and rng.random() < strength
    return f"marker {claim}" if has_marker else claim


def _sentence(words: int, weights: np.ndarray, rng: np.random.Generator) -> str:
    return " ".join(rng.choice(WORDS, words, p=weights / weights.sum())) + " ."


def _run(table: PairTable) -> tuple[float, float, float]:
    """Return the smallest gain that is stated, the gain, and whether it was found."""
    features = ngram_features([tokens(table.hypotheses, "word-punct")])
    sample = fitted(BASELINE, Question(table, None, (), 0, silent), features, memory=False).final
    gain = gain_over(sample, sample.scored.guessed_own)
    stated = smallest_gain(sample.scored.gold, sample.dependence).value
    low = gain.bounds[0]
    return 1.0 if stated is None else stated, gain.value or 0.0, float(low is not None and low > 0)


def at_stated_gain(cell: Cell, runs: int) -> Found:
    """Return what runs give whose mean gain is the stated one; the strength is sought by one run a step.

    References
    ----------
    Robbins and Monro (1951), "A stochastic approximation method"; Polyak and Juditsky (1992) for the mean.
    """
    rng = np.random.default_rng([1, cell.rows, cell.labels, cell.clusters, len(cell.signal)])
    strength, tried = cell.first, []
    for step in range(SEARCH_RUNS):
        stated, gain, _ = _run(drawn(cell, strength, rng))
        strength = min(max(strength + SLOPE * (stated - gain) / (step + 1) ** 0.6, 0.01), cell.strongest)
        tried.append(strength)
    strength = float(np.mean(tried[SEARCH_RUNS // 2 :]))
    each = np.array([_run(drawn(cell, strength, rng)) for _ in range(runs)])
    stated, gain, share = (float(mean) for mean in each.mean(axis=0))
    return Found(strength, stated, gain, share, runs)


def cells(rows: list[int]) -> Iterator[Cell]:
    """Yield every cell, those of few rows first."""
    for count, labels, clusters in product(rows, LABELS, (False, True)):
        for signal in ("one marker", "many weak words"):
            yield Cell(count, labels, clusters, signal)


def main() -> None:
    """Print a line of the table for every cell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--rows", type=int, nargs="+", default=[100, 350, 2000])
    given = parser.parse_args()
    kept = json.loads(given.keep.read_text()) if given.keep.exists() else {}
    for cell in cells(given.rows):
        name = f"{cell.rows} {cell.labels} {'recur' if cell.clusters else 'once'} {cell.signal}"
        if name not in kept:
            kept[name] = asdict(at_stated_gain(cell, given.runs))
            given.keep.write_text(json.dumps(kept))
        found = Found(**kept[name])
        print(
            f"| {cell.rows:,} | {cell.labels} | {'three times' if cell.clusters else 'once'} | {cell.signal} "
            f"| {100 * found.stated:.1f} | {100 * found.gain:.1f} | {100 * found.found:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
