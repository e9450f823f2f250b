"""The boundary of flagged words and the cloud of all words agree with the test of every word."""

from collections.abc import Callable

import polars as pl
import pytest

from rightreasons.artifacts.words import statistics
from rightreasons.artifacts.words.boundary import boundary_table, cloud_table
from rightreasons.artifacts.words.statistics import MeasuredWords, measure_words
from rightreasons.artifacts.words.tables import list_table, strongest_words
from rightreasons.findings import View
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.text.tokenisations import tokens

RATE = 0.05
_TABLES: tuple[Callable[[MeasuredWords], View], ...] = (
    cloud_table,
    lambda words: strongest_words(words, "data", 20),
    lambda words: list_table(words, "data", 0.5, 5),
)


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


def test_words_in_parts_are_those_of_one(words: MeasuredWords, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [table(words) for table in _TABLES]
    monkeypatch.setattr(statistics, "_AT_ONCE", 37)
    again = statistics.WordTests.of(words.counts, RATE)
    assert (again.p_values == words.tested.p_values).all()
    assert len(list(words.parts())) > 2
    assert pl.concat(list(words.parts())).equals(words.statistics)
    assert words.flagged.equals(words.statistics.filter("flagged"))
    assert [table(words) for table in _TABLES] == whole


def test_at_a_rate_that_flags_nothing_there_is_no_boundary(words: MeasuredWords) -> None:
    assert boundary_table(words, 0.0).lines == ()
