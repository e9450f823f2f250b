"""What is found where labels mean nothing: labels of real sets shuffled over hypotheses, again and again.

    python benchmarks/shuffled_labels.py DATA [--words 200] [--patterns 100]

Every hypothesis takes the labels of another one, as often as it has rows, so that rows of one claim keep what
they have in common. Printed: in how many of the runs a word is flagged (at a false discovery rate of 5 %, so
in about one of twenty), and in how many patterns are found beyond chance (Holm over the lambdas).
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rightreasons import read_pairs
from rightreasons.measures.data.artificial_patterns import artificial_patterns
from rightreasons.measures.data.give_away_words import give_away_words
from rightreasons.pairs import PairTable
from rightreasons.statistics.multiplicity import holm
from rightreasons.text.tokenisations import tokens
from rightreasons.text.tokens import Tokens

WORDS = {
    "HealthVer dev": "healthver/healthver_dev.csv.gz",
    "MPE dev": "mpe/mpe_dev.txt",
    "SNLI dev": "snli/snli_1.0_dev.jsonl.gz",
}
TWO_LABELS = {
    "FEVER-symmetric dev": "fever_symmetric/fever_symmetric_dev.jsonl.gz",
    "COVID-Fact train": "covidfact/train.tsv.gz",
}
Array = np.ndarray[Any, Any]


def main() -> None:
    """Print a line for every set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--words", type=int, default=200)
    parser.add_argument("--patterns", type=int, default=100)
    options = parser.parse_args()
    for sets, runs, what, found in (
        (WORDS, options.words, "a word flagged", word_flagged),
        (TWO_LABELS, options.patterns, "patterns beyond chance", patterns_beyond_chance),
    ):
        for name, path in sets.items():
            table = read_pairs(options.data / path, on_malformed="drop").with_gold()
            print(f"{name}: {what} in {_count(table, runs, found)} of {runs} runs", flush=True)


def _count(table: PairTable, runs: int, found: Callable[[PairTable, Tokens], bool]) -> int:
    words = tokens(table.hypotheses, "word-punct")
    rng = np.random.default_rng(1)
    return sum(found(shuffled(table, rng), words) for _ in range(runs))


def shuffled(table: PairTable, rng: np.random.Generator) -> PairTable:
    """Give the rows of every hypothesis the labels of another one, in turn where it has more rows."""
    names = table.hypotheses.str.to_lowercase().to_numpy()
    text = np.unique(names, return_inverse=True)[1]
    order = np.argsort(text, kind="stable")
    members = np.split(order, np.cumsum(np.bincount(text))[:-1])
    source = np.arange(len(table))
    for own, other in zip(members, rng.permutation(len(members)).tolist(), strict=True):
        source[own] = np.resize(rng.permutation(members[other]), len(own))
    frame = table.frame.with_columns(label=table.gold.gather(pl.Series(source)))
    return PairTable(frame, table.provenance, table.account)


def word_flagged(table: PairTable, words: Tokens) -> bool:
    """Return whether any word is flagged."""
    return (give_away_words(table, words).figures["words_flagged"].value or 0) > 0


def patterns_beyond_chance(table: PairTable, words: Tokens) -> bool:
    """Return whether at any lambda there are more patterns than shuffles give."""
    tests = artificial_patterns(table, words, words).tests.values()
    return bool((holm([each.p_value or 0.0 for each in tests]) <= 0.05).any())


if __name__ == "__main__":
    main()
