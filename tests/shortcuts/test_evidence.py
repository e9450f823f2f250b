"""What a data set says of a shortcut: counted by hand, in one pass as alone, intervals that cover."""

from collections.abc import Callable

import numpy as np
import polars as pl
import pytest

from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.shortcuts.evidence import evidence_of, evidence_table
from rightreasons.shortcuts.shortcut import SCHEMA, Shortcut, Shortcuts
from rightreasons.shortcuts.words import HeldWords

MakePairs = Callable[..., PairTable]


def word(text: str, label: Label) -> Shortcut:
    frame = pl.DataFrame([(text, f"contains {text}", label.value)], schema=SCHEMA, orient="row")
    return Shortcuts("own", frame, HeldWords(frame["key"], "word-punct"))[0]


def test_rows_for_and_against_coverage_and_lift_are_counted(make_pairs: MakePairs) -> None:
    labels = [
        "contradiction",
        "neutral",
        "contradiction",
        "entailment",
        None,
        "neutral",
        "neutral",
        "contradiction",
    ]
    texts = ["not a", "not b", "not c", "d", "not e", "f", "g", "h"]
    pairs = make_pairs([("p", text, label) for text, label in zip(texts, labels, strict=True)])
    found = evidence_of(word("not", Label.CONTRADICTION), pairs)
    assert (found.rows_for.tolist(), found.rows_against.tolist()) == ([0, 2], [1])
    assert (found.coverage.value, found.coverage.n) == (3 / 7, 7)  # the row without gold does not count
    assert (found.precision.value, found.precision.n) == (2 / 3, 3)
    assert found.lift.value == pytest.approx((2 / 3) / (3 / 7))


def test_gold_of_two_labels_agrees_with_the_finer_label(make_pairs: MakePairs) -> None:
    pairs = make_pairs(
        [("p", "not a", "non-entailment"), ("p", "not b", "entailment"), ("p", "c", "entailment")]
    )
    found = evidence_of(word("not", Label.CONTRADICTION), pairs)
    assert (found.rows_for.tolist(), found.rows_against.tolist()) == ([0], [1])


def test_a_shortcut_that_never_holds_has_no_lift_and_says_why(make_pairs: MakePairs) -> None:
    pairs = make_pairs([("p", "a", "neutral"), ("p", "b", "neutral")])
    never, no_label = (
        evidence_of(word("not", Label.NEUTRAL), pairs),
        evidence_of(word("a", Label.ENTAILMENT), pairs),
    )
    assert (never.lift.value, never.lift.reason) == (None, "it holds of no pair")
    assert (no_label.lift.value, no_label.lift.reason) == (None, "no pair has its label")


@pytest.mark.parametrize("seed", range(3))
def test_a_family_in_one_pass_is_each_shortcut_alone(
    random_pairs: Callable[[int, int], PairTable], seed: int
) -> None:
    pairs = random_pairs(seed, 300)
    rows = [(f"w{n}", "s", label) for n, label in enumerate(["neutral", "entailment", "contradiction"] * 5)]
    frame = pl.DataFrame([*rows, ("nowhere", "s", "neutral")], schema=SCHEMA, orient="row")
    shortcuts = Shortcuts("own", frame, HeldWords(frame["key"], "word-punct"))
    table = evidence_table(shortcuts, pairs)
    for shortcut, row in zip(shortcuts, table.iter_rows(named=True), strict=True):
        alone = evidence_of(shortcut, pairs)
        assert row["holds"] == len(alone.rows_for) + len(alone.rows_against)
        assert row["right"] == len(alone.rows_for)
        assert row["coverage"] == alone.coverage.value
        assert row["precision"] == alone.precision.value
        assert [row["lift"], row["lift_low"], row["lift_high"]] == [alone.lift.value, *alone.lift.bounds]


def test_intervals_of_a_planted_shortcut_cover_what_was_planted(make_pairs: MakePairs) -> None:
    # 'x' is in a fifth of the pairs, 60 % of which are neutral, as are 25 % of the others: 32 % of all.
    rng, runs, covered = np.random.default_rng(4), 300, np.zeros(3)
    shortcut = word("x", Label.NEUTRAL)
    for _ in range(runs):
        has_word = rng.random(250) < 0.2
        neutral = rng.random(250) < np.where(has_word, 0.6, 0.25)
        rows = [
            ("p", "x" if one else "y", "neutral" if other else "entailment")
            for one, other in zip(has_word, neutral, strict=True)
        ]
        found = evidence_of(shortcut, make_pairs(rows))
        for place, (estimate, truth) in enumerate(
            ((found.coverage, 0.2), (found.precision, 0.6), (found.lift, 0.6 / 0.32))
        ):
            low, high = estimate.bounds
            covered[place] += low is not None and high is not None and low <= truth <= high
    assert (covered / runs >= 0.91).all()  # four standard errors below 95 % would be 90 %
