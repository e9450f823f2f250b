"""Words are tested over sources where the labels of a source go together, and as before where they do not."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from rightreasons import read_pairs
from rightreasons.artifacts.sources import OfSources, hypotheses, lowest_p_values
from rightreasons.artifacts.words.statistics import measure_words
from rightreasons.artifacts.writings import Writings
from rightreasons.pairs import PairTable
from rightreasons.text.tokenisations import tokens

MakePairs = Callable[..., PairTable]
TWO = ("entailment", "non-entailment")


def _of_sources(
    make_pairs: MakePairs, sources: int, each: int, seed: int, together: float = 1.0
) -> PairTable:
    """Return sources with two words of their own in all hypotheses, and labels that go together or do not."""
    rng = np.random.default_rng(seed)
    source = np.repeat(np.arange(sources), each)
    own = rng.integers(2, size=sources)[source]
    gold = np.where(rng.random(len(source)) < together, own, rng.integers(2, size=len(source)))
    subject = rng.integers(sources // 2, size=(sources, 2))[source]
    texts = [f"s{one} s{two} r{row}" for row, (one, two) in enumerate(subject)]
    premises, labels = [f"p{number}" for number in source], [TWO[code] for code in gold]
    return make_pairs(list(zip(premises, texts, labels, strict=True)))


def test_labels_that_are_dealt_out_need_no_sources(make_pairs: MakePairs) -> None:
    table = make_pairs([(f"p{row // 2}", f"h{row}", TWO[row % 2]) for row in range(80)])
    codes = np.arange(80) % 2
    assert hypotheses(table, codes, 2).sources is None


def test_labels_that_go_together_make_sources(make_pairs: MakePairs) -> None:
    table = _of_sources(make_pairs, 40, 5, 1)
    codes = (table.gold.cast(pl.String) == TWO[1]).to_numpy().astype(np.int64)
    sources = hypotheses(table, codes, 2).sources
    assert sources is not None
    assert len(sources) == 40


def test_subjects_of_sources_are_flagged_no_more_often_than_the_rate_says(make_pairs: MakePairs) -> None:
    flagged = 0
    for seed in range(40):
        table = _of_sources(make_pairs, 40, 10, seed)
        found = measure_words(table, tokens(table.hypotheses, "word-punct"), 0.05).statistics
        flagged += bool(found["flagged"].any())
    # Binomial with 40 trials of .05: 6 or more come in 1.4 % of cases.
    assert flagged <= 5


def test_a_word_that_tells_labels_within_sources_is_found(make_pairs: MakePairs) -> None:
    table = _of_sources(make_pairs, 8, 60, 3, together=0.4)
    never = table.frame.with_columns(
        hypothesis=pl.when(pl.col("label").cast(pl.String) == TWO[1])
        .then(pl.format("never {}", "hypothesis"))
        .otherwise("hypothesis")
    )
    table = replace(table, frame=never)
    found = measure_words(table, tokens(table.hypotheses, "word-punct"), 0.05).statistics
    # Of eight sources none could tell it: (1/2)^8 is .004, and there are hundreds of words.
    assert "never" in found.filter("flagged")["word"]


def test_expected_rows_are_the_shares_of_their_sources() -> None:
    # Source 0 has three rows of label 1 among four, source 1 none among two; row 6 is alone.
    sources = Writings(np.array([0, 0, 0, 0, 1, 1, 2]), np.array([1, 1, 1, 0, 0, 0, 1]), 2)
    rows = np.array([0, 1, 4])  # the rows with feature 0; none has feature 1
    by_instances = np.array([[1, 2], [0, 0]])
    nothing = OfSources.none(by_instances.shape)
    found = nothing.and_those(sources, np.zeros(3, dtype=np.int64), rows).merged(by_instances)
    assert found.observed.tolist() == [[1, 2], [0, 0]]
    assert found.expected.tolist() == [[0.25 + 0.25 + 1, 0.75 + 0.75], [0, 0]]
    assert found.between.by_label.tolist() == [[1, 1], [0, 0]]
    assert found.between.total.tolist() == [2, 0]


def test_sources_of_one_label_could_not_tell_more_than_this() -> None:
    assert lowest_p_values(np.array([3, 0]), np.array([0.5, 0.2])) == pytest.approx(
        np.array([[2 / 8, 2 * 0.008], [1, 1]])
    )


def test_whole_sources_change_places_when_labels_are_shuffled() -> None:
    source, own = np.repeat(np.arange(30), 4), np.repeat(np.arange(30) % 3 == 0, 4).astype(np.int64)
    sources = Writings(source, own, 2)
    shuffled = Writings(np.arange(120), own, 2, sources).shuffled(np.random.default_rng(1))[:, 0]
    assert set(shuffled.reshape(30, 4).sum(axis=1).tolist()) == {0.0, 4.0}
    assert shuffled.sum() == (own == 0).sum()
    assert not np.array_equal(shuffled, own == 0)


def test_no_word_of_faithbench_gives_a_label_away(shared_data: Path) -> None:
    table = read_pairs(shared_data / "faithbench/FaithBench.csv.gz").with_gold()
    found = measure_words(table, tokens(table.hypotheses, "word-punct"), 0.05).statistics
    assert not found["flagged"].any()
    assert found["too_few_sources"].any()
