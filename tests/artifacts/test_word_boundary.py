"""The boundary of flagged words and the cloud of all words agree with the test of every word."""

import pytest

from rightreasons.artifacts.words.boundary import boundary_table, cloud_table
from rightreasons.artifacts.words.statistics import MeasuredWords, measure_words
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.text.tokenisations import tokens

RATE = 0.05


@pytest.fixture(scope="module")
def words() -> MeasuredWords:
    table = bundled_pairs(4_000, seed=3, artifacts=("word",))
    return measure_words(table, tokens(table.hypotheses, "word-punct"), RATE)


def test_a_word_is_flagged_if_and_only_if_it_reaches_the_boundary(words: MeasuredWords) -> None:
    least = {(row[0], row[1]): float(row[2] or 0) for row in boundary_table(words, RATE).lines}
    judged = [
        (row["flagged"], row["log_odds"] >= least[row["label"], row["writings"]] - 1e-9)
        for row in words.statistics.iter_rows(named=True)
        if (row["label"], row["writings"]) in least
    ]
    assert {flagged for flagged, _ in judged} == {True, False}
    assert all(flagged == reached for flagged, reached in judged)


def test_the_cloud_holds_every_word_once_a_label(words: MeasuredWords) -> None:
    assert sum(int(row[2] or 0) for row in cloud_table(words).lines) == words.statistics.height


def test_at_a_rate_that_flags_nothing_there_is_no_boundary(words: MeasuredWords) -> None:
    assert boundary_table(words, 0.0).lines == ()
