"""The bundled corpus tells nothing of the label but by what is planted in it."""

import re
from collections import Counter
from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt
import polars as pl
import pytest
from scipy.stats import binomtest, chi2, chi2_contingency
from statsmodels.stats.multitest import multipletests

from rightreasons.pairs import PairTable
from rightreasons.sources.bundled import bundled_pairs, bundled_splits, stated_artifacts

SIZE = 30_000
Item = tuple[str | int, ...]
SKIPPED = "*"


@pytest.fixture(scope="module")
def pairs() -> PairTable:
    return bundled_pairs(SIZE, seed=3)


def flagged(
    pairs: PairTable, items: Callable[[list[str]], Iterable[Item]], skip: Iterable[str] = ()
) -> tuple[float, int]:
    """Share of items whose table with the labels has p < .05, and how many Benjamini-Hochberg flags."""
    label = pairs.gold.to_physical().to_numpy()
    every = np.bincount(label, minlength=3)
    unwanted = set(skip)
    counts: tuple[Counter[Item], ...] = (Counter(), Counter(), Counter())
    for row, text in enumerate(pairs.hypotheses):
        words = [SKIPPED if word in unwanted else word for word in re.findall(r"\w+|[^\w\s]", text)]
        counts[label[row]].update(set(items(words)))
    tables = [[count[item] for count in counts] for item in set().union(*counts) if SKIPPED not in item]
    rows = np.array([row for row in tables if 30 <= sum(row) < len(pairs)])
    values = p_values(np.stack([rows, every - rows], axis=1))
    return float((values < 0.05).mean()), int(multipletests(values, 0.05, "fdr_bh")[0].sum())


def p_values(tables: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Pearson's chi-square test of each table, shape (tables, 2, 3)."""
    n = tables.sum(axis=(1, 2), keepdims=True)
    expected = tables.sum(axis=1, keepdims=True) * tables.sum(axis=2, keepdims=True) / n
    statistic = ((tables - expected) ** 2 / expected).sum(axis=(1, 2))
    values = np.asarray(chi2.sf(statistic, df=2))
    assert values[0] == pytest.approx(chi2_contingency(tables[0], correction=False).pvalue)
    return values


def single(words: list[str]) -> list[Item]:
    return [(word,) for word in words]


def gapped(words: list[str]) -> list[Item]:
    body = words[:-1]  # the full stop tells the length, which is planted
    return [
        (first, gap, second)
        for at, first in enumerate(body)
        for gap, second in enumerate(body[at + 1 : at + 5])
    ]


@pytest.mark.parametrize("seed", [1, 2])
def test_no_word_that_is_not_planted_goes_with_a_label(seed: int) -> None:
    # The words of patterns are among those tested: alone they say nothing.
    give_aways = {word for each in stated_artifacts() if each.kind != "pattern" for word in each.carriers}
    share, discoveries = flagged(bundled_pairs(SIZE, seed), single, give_aways)
    assert share < 0.08
    assert discoveries == 0


def test_the_same_test_finds_the_planted_words(pairs: PairTable) -> None:
    share, discoveries = flagged(pairs, single)
    assert discoveries >= sum(each.kind == "word" for each in stated_artifacts())
    assert share > 0.08


def test_no_gapped_pair_of_other_words_goes_with_a_label(pairs: PairTable) -> None:
    planted_words = {word for each in stated_artifacts() for word in each.carriers}
    share, discoveries = flagged(pairs.head(SIZE // 2), gapped, planted_words)
    assert share < 0.06
    assert discoveries == 0


def test_two_words_of_a_planted_three_say_nothing_yet(pairs: PairTable) -> None:
    triples = [each for each in stated_artifacts() if each.kind == "pattern" and len(each.carriers) == 3]
    words_of_triples = {word for each in triples for word in each.carriers}

    def two_of_three(words: list[str]) -> list[Item]:
        held = sorted(words_of_triples.intersection(words))
        return [(first, second) for first in held for second in held if first < second]

    assert flagged(pairs, two_of_three)[1] == 0


def hypothesis_only_accuracy(train: PairTable, test: PairTable) -> tuple[int, int]:
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.pipeline import make_pipeline
    from sklearn.svm import LinearSVC

    model = make_pipeline(CountVectorizer(ngram_range=(1, 2), binary=True), LinearSVC(C=0.02))
    model.fit(train.hypotheses.to_list(), train.gold.to_list())
    right = model.predict(test.hypotheses.to_list()) == np.array(test.gold.to_list())
    return int(right.sum()), len(test)


def test_a_model_that_sees_the_hypothesis_only_gains_clearly() -> None:
    right, n = hypothesis_only_accuracy(*bundled_splits(6_000, 3_000, seed=5))
    assert right / n > 1 / 3 + 0.08


def test_a_model_that_sees_the_hypothesis_only_gains_nothing_on_clean_pairs() -> None:
    right, n = hypothesis_only_accuracy(*bundled_splits(6_000, 3_000, seed=5, artifacts=()))
    assert binomtest(right, n, 1 / 3).pvalue > 0.01


def test_clean_rows_of_a_planted_table_stay_at_the_majority() -> None:
    train, test = (
        table.where(pl.col("planted") == "clean", "planted") for table in bundled_splits(6_000, 3_000)
    )
    right, n = hypothesis_only_accuracy(train, test)
    assert binomtest(right, n, max(test.counts().values()) / n).pvalue > 0.01
