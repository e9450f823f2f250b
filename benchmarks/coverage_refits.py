"""Hypothesis-only models on data without signal: the interval of the gain, and the level of its test."""

from collections.abc import Iterator
from functools import partial

import polars as pl
from coverage_base import ORDER, TEST, Rng, Simulation

from rightreasons.artifacts.hypothesis_only import hypothesis_only
from rightreasons.findings import Finding
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.text.tokenisations import tokens

LABELS = ("entailment", "neutral", "contradiction")


def refits() -> Iterator[Simulation]:
    """Designs that fit a model in every run."""
    for n in (300, 1_500):
        setting = f"n = {n:,}, three labels at random"
        yield Simulation("gain of the hypothesis-only model", setting, ORDER, partial(_holds_nothing, n))
        yield Simulation("gain of the hypothesis-only model, McNemar", setting, TEST, partial(_is_found, n))


def _holds_nothing(n: int, rng: Rng) -> bool | None:
    interval = _measured(n, rng).figures["gain"].interval
    return None if interval is None else interval.low <= 0 <= interval.high


def _is_found(n: int, rng: Rng) -> bool | None:
    p_value = _measured(n, rng).tests["majority"].p_value
    return None if p_value is None else p_value <= 0.05


def _measured(n: int, rng: Rng) -> Finding:
    """Measure texts of eight words out of 500, frequent ones first, whose labels are drawn."""
    words = rng.zipf(1.3, size=(n, 8)) % 500
    frame = pl.DataFrame(
        {
            "id": [str(row) for row in range(n)],
            "premise": [f"premise {row // 3}" for row in range(n)],
            "hypothesis": [" ".join(f"w{word}" for word in row) for row in words],
            "label": pl.Series(rng.choice(LABELS, n), dtype=LABEL_TYPE),
        }
    )
    pairs = PairTable(frame, Provenance("made"), Account(n, n))
    return hypothesis_only(pairs, tokens(pairs.hypotheses, "whitespace"), seed=int(rng.integers(1 << 30)))
