"""Overlap in grades: what a threshold on shared words gets, this gets too."""

import numpy as np
import polars as pl
import pytest

from rightreasons import read_pairs
from rightreasons.findings import Finding
from rightreasons.measures.data.overlap_only import overlap_only
from rightreasons.pairs import PairTable
from rightreasons.text.tokenisations import tokens
from rightreasons.text.tokens import Tokens


def measured(table: PairTable) -> Finding:
    return overlap_only(*_given(table))


def _given(table: PairTable) -> tuple[PairTable, Tokens, Tokens]:
    return table, tokens(table.premises, "whitespace"), tokens(table.hypotheses, "whitespace")


def drawn(rows: int, seed: int, means: tuple[float, float]) -> tuple[PairTable, np.ndarray]:
    """Return pairs of ten words each whose shared words are binomial, with the number shared."""
    rng = np.random.default_rng(seed)
    gold = rng.random(rows) < 0.4
    shared = rng.binomial(9, np.where(gold, *means))
    frames: dict[str, list[str]] = {"premise": [], "hypothesis": [], "label": []}
    for row in range(rows):
        premise = [f"p{number}" for number in rng.choice(5000, 10, replace=False)]
        other = [f"q{number}" for number in rng.choice(5000, 10 - shared[row], replace=False)]
        hypothesis = rng.permutation([*rng.choice(premise, shared[row], replace=False), *other])
        frames["premise"].append(" ".join(premise))
        frames["hypothesis"].append(" ".join(hypothesis))
        frames["label"].append("entailment" if gold[row] else "non-entailment")
    return read_pairs(pl.DataFrame(frames)), shared


def test_shared_words_tell_as_much_as_the_best_threshold_on_them() -> None:
    table, shared = drawn(1200, 5, (0.75, 0.4))
    gold = (table.gold == "entailment").to_numpy()
    best = max(((shared >= cut) == gold).mean() for cut in range(11))
    finding = measured(table)
    assert finding.figures["accuracy"].value == pytest.approx(best, abs=0.025)
    gain = finding.figures["gain_own"]
    assert gain.interval is not None
    assert gain.interval.low > 0.1


def test_where_sharing_says_nothing_there_is_no_gain() -> None:
    gain = measured(drawn(1200, 6, (0.5, 0.5))[0]).figures["gain_own"]
    assert gain.interval is not None
    assert gain.interval.low <= 0
    assert gain.value is not None
    assert abs(gain.value) < 0.03


def test_a_test_is_scored_by_a_model_of_training() -> None:
    train, test = (drawn(800, seed, (0.75, 0.4))[0].named(f"set{seed}") for seed in (7, 8))
    _, premises, hypotheses = _given(test)
    finding = overlap_only(*_given(train), test, premises, hypotheses)
    assert finding.subject == "set7 -> set8"
    gain = finding.figures["gain_own"]
    assert gain.value is not None
    assert gain.value > 0.1


def test_features_have_names_that_people_read() -> None:
    view = measured(drawn(600, 9, (0.75, 0.4))[0]).views["features"]
    best = next(each for each in view.records() if each["label"] == "entailment")
    assert str(best["feature"]).partition(":")[0] in {
        "common words",
        "common word pairs",
        "longest common run",
    }
