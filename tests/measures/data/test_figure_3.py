"""The lists of Poliak et al. (2018), Figure 3, come out of the same data."""

import csv
from pathlib import Path
from typing import NamedTuple

import polars as pl
import pytest

from rightreasons.artifacts.words.statistics import measure_words
from rightreasons.findings import Finding
from rightreasons.measures.data.give_away_words import give_away_words
from rightreasons.pairs import PairTable
from rightreasons.text.tokens import Tokens

PRINTED = Path(__file__).with_name("poliak2018_figure3.csv")
LABELS = ("entailment", "neutral", "contradiction")
Data = tuple[PairTable, Tokens]


class Entry(NamedTuple):
    word: str
    score: str
    frequency: int


def printed(dataset: str, label: str) -> list[Entry]:
    with PRINTED.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if (row["dataset"], row["label"]) == (dataset, label)]
    return [Entry(row["word"], row["score"], int(row["frequency"])) for row in rows]


def ours(finding: Finding, cut_off: str, label: str) -> list[Entry]:
    rows = finding.views[f"list_{cut_off}"].lines
    return [Entry(str(word), f"{score:.2f}", int(str(n))) for of, word, score, n in rows if of == label]


def assert_equal_up_to_ties(expected: list[Entry], found: list[Entry], candidates: set[Entry]) -> None:
    assert len(expected) == 10
    assert [entry.frequency for entry in found] == [entry.frequency for entry in expected]
    last = expected[-1].frequency
    assert {e for e in found if e.frequency > last} == {e for e in expected if e.frequency > last}
    # Of the words tied at the lowest frequency the paper shows some; each must be one the rule allows.
    assert set(expected) <= candidates


@pytest.fixture(scope="module")
def snli_finding(snli_dev: Data) -> Finding:
    return give_away_words(*snli_dev)


@pytest.fixture(scope="module")
def mpe_finding(mpe_dev: Data) -> Finding:
    return give_away_words(*mpe_dev)


def candidates(data: Data, cut_off: float, label: str) -> set[Entry]:
    statistics = measure_words(*data, rate=0.05).statistics
    kept = statistics.filter(pl.col("label") == label, pl.col("tokens") >= 5, pl.col("p_tokens") >= cut_off)
    rows = kept.select("word", "p_tokens", "tokens").iter_rows()
    return {Entry(word, f"{score:.2f}", n) for word, score, n in rows}


@pytest.mark.parametrize("label", LABELS)
def test_the_snli_lists_come_out_of_its_dev_set_at_0_8(
    label: str, snli_finding: Finding, snli_dev: Data
) -> None:
    expected, found = printed("SNLI", label), ours(snli_finding, "0.8", label)
    assert_equal_up_to_ties(expected, found, candidates(snli_dev, 0.8, label))


@pytest.mark.parametrize("label", LABELS)
def test_the_mpe_lists_come_out_of_its_dev_set_at_0_5(
    label: str, mpe_finding: Finding, mpe_dev: Data
) -> None:
    expected, found = printed("MPE", label), ours(mpe_finding, "0.5", label)
    assert_equal_up_to_ties(expected, found, candidates(mpe_dev, 0.5, label))


def test_only_three_places_hold_another_word_of_the_same_score_and_frequency(
    snli_finding: Finding, mpe_finding: Finding
) -> None:
    tied = {
        (finding.subject, label): {e.word for e in printed(dataset, label)} - {e.word for e in found}
        for dataset, finding, cut_off in (("SNLI", snli_finding, "0.8"), ("MPE", mpe_finding, "0.5"))
        for label in LABELS
        if (found := ours(finding, cut_off, label))
    }
    assert {key: words for key, words in tied.items() if words} == {
        ("SNLI dev", "neutral"): {"tries", "owner"},
        ("SNLI dev", "contradiction"): {"sleeps"},
        ("MPE dev", "neutral"): {"wall"},
    }


def test_mpe_whose_hypotheses_gave_the_paper_no_gain_has_no_flagged_word(mpe_finding: Finding) -> None:
    assert mpe_finding.figures["words_flagged"].value == 0
    assert mpe_finding.figures["highest_probability"].value is None
    assert "None of" in mpe_finding.headline
