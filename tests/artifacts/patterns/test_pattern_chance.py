"""Patterns beside shuffled labels: nothing beyond chance where labels mean nothing."""

import numpy as np
import polars as pl
import pytest
from scipy.stats import hypergeom

from rightreasons.artifacts.patterns.beyond_chance import BeyondChance, beyond_chance, covered_beyond_chance
from rightreasons.artifacts.patterns.mining.by_level import mine
from rightreasons.artifacts.patterns.sentence_tokens import sentence_tokens
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.artifacts.writings import Writings
from rightreasons.findings import Finding
from rightreasons.measures.data.artificial_patterns import artificial_patterns
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.text.tokens import Tokens, from_lists


def texts_of(rng: np.random.Generator, rows: int, words: int = 40, length: int = 6) -> Tokens:
    """Texts of words drawn alike."""
    drawn = [[f"w{word}" for word in rng.integers(0, words, length)] for _ in range(rows)]
    return from_lists(pl.Series(drawn), "white space")


def measured(tokens: Tokens, codes: np.ndarray, text: np.ndarray | None = None) -> tuple[BeyondChance, ...]:
    labels = [f"label {code}" for code in range(int(codes.max()) + 1)]
    counts = mine(tokens, codes, labels, PatternSettings(2, 1, min_count=20))
    where = Writings(np.arange(len(codes)) if text is None else text, codes, len(labels))
    return beyond_chance(counts, tokens, where, (0.5, 0.6, 0.8))


def test_patterns_by_chance_are_as_many_as_the_hypergeometric_law_says() -> None:
    """Two equal labels: a word of n instances has p > .5 unless the labels are even."""
    rng = np.random.default_rng(5)
    tokens, codes = texts_of(rng, 1_500), rng.integers(0, 2, 1_500)
    counts = mine(tokens, codes, ["a", "b"], PatternSettings(1, 0, min_count=20))
    (found,) = beyond_chance(counts, tokens, Writings.distinct(codes, 2), (0.55,))
    n = counts.counts.sum(axis=1)
    most = np.floor(0.55 * n)
    above = sum(hypergeom.sf(most, 1_500, total, n) for total in np.bincount(codes))
    assert found.by_chance.value == pytest.approx(above.sum(), rel=0.1)


def test_two_labels_without_meaning_are_beyond_chance_in_few_of_many_draws() -> None:
    rng = np.random.default_rng(6)
    tokens = texts_of(rng, 600)
    significant = sum(
        measured(tokens, rng.integers(0, 2, 600))[0].test.p_value <= 0.05  # type: ignore[operator]
        for _ in range(60)
    )
    assert significant <= 9  # at 5 %; ten or more of 60 come up once in 2,000


def test_claims_that_recur_with_their_label_are_not_beyond_chance() -> None:
    """80 claims of ten rows each, labels by claim at random: rows shuffled one by one would find a signal."""
    rng = np.random.default_rng(7)
    significant = 0
    for _ in range(40):
        claims, labels = texts_of(rng, 80), rng.integers(0, 2, 80)
        claim = np.repeat(np.arange(80), 10)
        (_, found, _) = measured(claims.at(claim), labels[claim], claim)
        significant += (found.test.p_value or 0.0) <= 0.05
    assert significant <= 6  # at 5 %; seven or more of 40 come up once in 300


def test_a_planted_word_is_beyond_chance() -> None:
    rng = np.random.default_rng(8)
    codes = rng.integers(0, 2, 600)
    drawn = [
        [f"w{word}" for word in rng.integers(0, 40, 6)] + (["telling"] if code and rng.random() < 0.5 else [])
        for code in codes
    ]
    tokens = from_lists(pl.Series(drawn), "white space")
    (*_, found) = measured(tokens, codes)
    assert found.test.p_value == pytest.approx(1 / 100)
    assert found.beyond.interval is not None
    assert found.beyond.interval.low > 0


def test_patterns_of_meaningless_labels_cover_more_than_by_chance_in_few_of_many_draws() -> None:
    """Two labels, so that at 0.5 patterns cover nearly everything; claims of one to eight rows each."""
    rng = np.random.default_rng(11)
    above = 0
    for _ in range(40):
        claim = np.repeat(np.arange(150), rng.integers(1, 9, 150))
        found = measured(texts_of(rng, 150).at(claim), rng.integers(0, 2, 150)[claim], claim)
        interval = covered_beyond_chance(found, len(claim)).interval
        above += interval is not None and interval.low > 0
    assert above <= 5  # at 2.5 %; six or more of 40 come up once in 2,000


def test_a_phrase_in_half_of_the_rows_of_a_label_covers_a_quarter_more_than_by_chance() -> None:
    rng = np.random.default_rng(12)
    codes = rng.integers(0, 2, 4_000)
    drawn = [
        [f"w{word}" for word in rng.integers(0, 40, 6)] + (["telling"] if code and rng.random() < 0.5 else [])
        for code in codes
    ]
    found = measured(from_lists(pl.Series(drawn), "white space"), codes)
    estimate = covered_beyond_chance(found, 4_000)
    assert estimate.interval is not None
    assert estimate.interval.low > 0.2  # at 0.8 chance covers little, and the phrase a quarter
    with_phrase = np.mean(["telling" in words for words in drawn])
    assert estimate.value == pytest.approx(with_phrase, abs=0.05)


def test_the_headline_of_labels_without_meaning_says_what_chance_gives() -> None:
    rng = np.random.default_rng(9)
    finding = _finding(rng.integers(0, 2, 2_000))
    assert "no more than chance" in finding.headline
    assert finding.figures["patterns_at_0.5"].value
    beyond = finding.figures["beyond_chance_at_0.5"].interval
    assert beyond is not None
    assert beyond.low <= 0 <= beyond.high


def _finding(codes: np.ndarray) -> Finding:
    rng = np.random.default_rng(10)
    texts = [" ".join(f"w{word}" for word in rng.integers(0, 40, 6)) for _ in codes]
    names = pl.Series("label", ["entailment", "neutral"]).gather(codes).cast(LABEL_TYPE)
    frame = pl.DataFrame({"id": [str(row) for row in range(len(codes))], "premise": "p", "hypothesis": texts})
    pairs = PairTable(frame.with_columns(names), Provenance("d"), Account(len(codes), len(codes)))
    return artificial_patterns(pairs, sentence_tokens(pairs, "hypothesis"), sentence_tokens(pairs, "premise"))
