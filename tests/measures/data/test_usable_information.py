"""Usable information of data whose information is known: what was planted is found, and nothing else."""

import numpy as np
import polars as pl
import pytest

from rightreasons import read_pairs
from rightreasons.findings import Finding
from rightreasons.measures.data.usable_information import usable_information
from rightreasons.pairs import PairTable
from rightreasons.text.tokenisations import tokens

LABELS = ("entailment", "neutral", "contradiction")


def measured(table: PairTable, group_by: tuple[str, ...] = ()) -> Finding:
    premises, hypotheses = (tokens(each, "whitespace") for each in (table.premises, table.hypotheses))
    return usable_information(table, premises, hypotheses, group_by=group_by)


def drawn(rows: int, seed: int, share: float) -> PairTable:
    """Return pairs of random words; a share of the entailed ones, and no other, have the word 'marker'."""
    rng = np.random.default_rng(seed)
    gold = rng.integers(3, size=rows)
    words = np.array([f"w{number}" for number in range(100, 500)])

    def text(*, marked: bool) -> str:
        chosen = [*rng.choice(words, 9), "marker" if marked else "filler"]
        return " ".join(rng.permutation(chosen))

    marked = (gold == 0) & (rng.random(rows) < share)
    return read_pairs(
        pl.DataFrame(
            {
                "premise": [text(marked=False).replace("filler", "premise") for _ in range(rows)],
                "hypothesis": [text(marked=bool(each)) for each in marked],
                "label": [LABELS[each] for each in gold],
                "half": ["first" if row % 2 else "second" for row in range(rows)],
            }
        )
    )


def information_of_marker(share: float) -> float:
    """Return the mutual information in bits of the marker and the label, of equally frequent labels."""
    joint = np.array([[share / 3, (1 - share) / 3], [0, 1 / 3], [0, 1 / 3]])
    marginal = joint.sum(axis=0)
    part = joint > 0
    return float((joint[part] * np.log2((3 * joint / marginal)[part])).sum())


def bits_of_rows(table: PairTable, share: float) -> float:
    """Return the mean bits that a rule which knows how the rows were drawn has from the marker."""
    marked = np.array(["marker" in each.split() for each in table.hypotheses])
    unmarked = np.array([1 - share, 1, 1]) / (3 - share)
    codes = np.array([LABELS.index(each) for each in table.gold.to_list()])
    return float(np.where(marked, np.log2(3), np.log2(3 * unmarked[codes])).mean())


@pytest.mark.parametrize("share", [0.3, 0.8])
def test_the_bits_of_a_planted_word_are_found_and_never_exceeded(share: float) -> None:
    table = drawn(6_000, 3, share)
    figures, known = measured(table).figures, information_of_marker(share)
    found = figures["hypothesis.information"]
    assert found.value is not None
    assert found.interval is not None
    error = (found.interval.high - found.interval.low) / 4
    assert found.value <= known + 2 * error
    of_rows = bits_of_rows(table, share)  # n-grams of 400 other words cost a part of it
    assert of_rows - 0.03 <= found.value <= of_rows + 0.01


def test_more_rows_bring_the_estimate_nearer_to_what_is_known() -> None:
    tables = [drawn(rows, 11, 0.3) for rows in (1_500, 12_000)]
    missing = [
        bits_of_rows(each, 0.3) - (measured(each).figures["hypothesis.information"].value or 0)
        for each in tables
    ]
    assert missing[1] < missing[0]


def test_what_tells_nothing_has_no_bits_beyond_chance() -> None:
    figures = measured(drawn(3_000, 4, 0.8)).figures
    for name in ("premise", "overlap", "length"):
        interval = figures[f"{name}.information"].interval
        assert interval is not None
        assert interval.low <= 0.005


def test_the_entropy_of_equal_labels_is_that_of_three() -> None:
    entropy = measured(drawn(3_000, 5, 0.5)).figures["label_entropy"].value
    assert entropy == pytest.approx(np.log2(3), abs=0.002)


def test_labels_and_groups_put_together_are_the_whole() -> None:
    finding = measured(drawn(2_000, 6, 0.6), group_by=("half",))
    whole = finding.figures["hypothesis.information"]
    for name in ("by_label", "by_half"):
        parts = [line for line in finding.views[name].records() if line["input"] == "hypothesis"]
        total = sum(float(line["n"] or 0) * float(line["information"] or 0) for line in parts)
        assert total / whole.n == pytest.approx(whole.value)


def test_items_hold_the_bits_of_every_row() -> None:
    finding = measured(drawn(1_000, 7, 0.6))
    assert finding.items is not None
    assert finding.items["pvi_hypothesis"].mean() == pytest.approx(
        finding.figures["hypothesis.information"].value
    )
    assert finding.items.height == 1_000


def test_a_test_set_is_measured_by_models_of_training() -> None:
    train, test = drawn(3_000, 8, 0.7), drawn(1_000, 9, 0.7).named("test")
    sides = [
        tokens(each, "whitespace") for table in (train, test) for each in (table.premises, table.hypotheses)
    ]
    finding = usable_information(train, sides[0], sides[1], test, sides[2], sides[3])
    found = finding.figures["hypothesis.information"]
    assert found.n == 1_000
    assert found.value == pytest.approx(bits_of_rows(test, 0.7), abs=0.02)
