"""The bundled corpus holds what is planted in it, at the stated strength, and nothing else."""

import re
from collections import defaultdict
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import polars as pl
import pytest
from scipy.stats import binomtest, chi2_contingency

from rightreasons.labels import THREE_WAY, Label
from rightreasons.pairs import PairTable
from rightreasons.sources.bundled import Planted, bundled_pairs, planted, stated_artifacts
from rightreasons.sources.bundled.planted import KINDS

SIZE = 30_000
Tokens = list[list[str]]


@pytest.fixture(scope="module")
def pairs() -> PairTable:
    return bundled_pairs(SIZE, seed=3)


@pytest.fixture(scope="module")
def tokens(pairs: PairTable) -> Tokens:
    return tokenised(pairs.hypotheses)


def tokenised(texts: Iterable[str]) -> Tokens:
    return [re.findall(r"\w+|[^\w\s]", text) for text in texts]


def carrying(pairs: PairTable, artifact: Planted) -> npt.NDArray[np.bool_]:
    return (pairs.frame["planted"] == artifact.name).to_numpy()


def holds_pattern(tokens: list[str], what: tuple[str, ...]) -> bool:
    starts = range(len(tokens) - len(what) + 1)
    return any(all(part in ("#", tokens[start + step]) for step, part in enumerate(what)) for start in starts)


def test_every_artifact_goes_with_its_label_as_strongly_as_stated(pairs: PairTable) -> None:
    for artifact in planted(pairs):
        of_label = int((carrying(pairs, artifact) & (pairs.gold == artifact.label).to_numpy()).sum())
        assert artifact.rows is not None
        # One in a thousand for all artifacts together.
        limit = 0.001 / len(stated_artifacts())
        assert binomtest(of_label, artifact.rows, artifact.strength).pvalue > limit, artifact.name
        assert binomtest(artifact.rows, SIZE, artifact.share).pvalue > limit, artifact.name


def test_all_that_is_stated_is_planted_and_counted(pairs: PairTable) -> None:
    truth = planted(pairs)
    assert [each.name for each in truth] == [each.name for each in stated_artifacts()]
    assert all(each.rows == carrying(pairs, each).sum() for each in truth)
    assert {each.kind for each in truth} == set(KINDS)
    clean = (pairs.frame["planted"] == "clean").sum()
    assert clean + sum(each.rows or 0 for each in truth) == SIZE
    assert clean / SIZE == pytest.approx(0.5, abs=0.05)


def test_strengths_range_from_a_hint_to_near_certainty() -> None:
    strengths = [each.strength for each in stated_artifacts() if each.kind == "word"]
    assert min(strengths) == 0.55
    assert max(strengths) == 0.98


def test_a_planted_word_or_pattern_is_in_the_rows_that_say_so_and_in_no_others(
    pairs: PairTable, tokens: Tokens
) -> None:
    for artifact in stated_artifacts():
        if artifact.kind not in ("word", "pattern"):
            continue
        rare = artifact.what[0]
        found = [rare in words and holds_pattern(words, artifact.what) for words in tokens[: SIZE // 3]]
        assert (np.array(found) == carrying(pairs, artifact)[: SIZE // 3]).all(), artifact.name


def test_the_gaps_of_patterns_go_from_none_to_three() -> None:
    patterns = [each.what for each in stated_artifacts() if each.kind == "pattern"]
    gaps = {len(run) for what in patterns for run in re.findall(r"#*", " ".join(what).replace(" ", ""))}
    assert gaps == {0, 1, 2, 3}
    assert {sum(part != "#" for part in what) for what in patterns} == {2, 3}


def test_neutral_hypotheses_are_longer_by_what_the_tails_add(pairs: PairTable, tokens: Tokens) -> None:
    lengths = np.array([len(words) for words in tokens])
    means = {label: lengths[(pairs.gold == label).to_numpy()].mean() for label in THREE_WAY}
    expected = {
        label: sum(
            3 * each.share * each.probability(label) * each.tokens_added for each in stated_artifacts()
        )
        for label in THREE_WAY
    }
    observed = means[Label.NEUTRAL] - means[Label.ENTAILMENT]
    assert observed == pytest.approx(expected[Label.NEUTRAL] - expected[Label.ENTAILMENT], abs=0.1)
    assert observed > 0.7
    (long,) = (each for each in stated_artifacts() if each.kind == "length")
    added = (
        lengths[carrying(pairs, long)].mean() - lengths[(pairs.frame["planted"] == "clean").to_numpy()].mean()
    )
    assert added == pytest.approx(long.tokens_added, abs=0.1)


def test_every_word_is_in_the_premise_where_overlap_is_planted_and_nowhere_else(pairs: PairTable) -> None:
    premises = map(set, tokenised(pairs.premises.str.to_lowercase()))
    hypotheses = tokenised(pairs.hypotheses.str.to_lowercase())
    covered = [premise.issuperset(words) for premise, words in zip(premises, hypotheses, strict=True)]
    (copied,) = (each for each in stated_artifacts() if each.kind == "overlap")
    assert (np.array(covered) == carrying(pairs, copied)).all()


def test_slots_are_filled_equally_often_for_every_label() -> None:
    surplus: defaultdict[tuple[str, ...], npt.NDArray[np.float64]] = defaultdict(lambda: np.zeros(3))
    for each in stated_artifacts():
        balance = [each.share * (each.probability(label) - 1 / 3) for label in THREE_WAY]
        last = each.kind == "overlap" or "end" in each.slots
        surplus[("end",) if last else tuple(each.slots)] += balance
    assert all(np.allclose(each, 0) for each in surplus.values())


def test_labels_are_balanced_and_neither_id_nor_place_tells_them(pairs: PairTable) -> None:
    assert set(pairs.counts().values()) == {SIZE // 3}
    place = pairs.frame["id"].str.tail(1)
    table = pl.DataFrame({"place": place, "label": pairs.gold}).group_by("place", "label").len()
    counts = table.sort("place", "label")["len"].to_numpy().reshape(3, 3)
    assert chi2_contingency(counts).pvalue > 0.001


def test_three_pairs_share_a_premise_and_have_a_label_each(pairs: PairTable) -> None:
    by_premise = pairs.frame.group_by("premise").agg(
        pl.col("label").n_unique(), pl.len(), pl.col("premise_group").n_unique()
    )
    assert by_premise.drop("premise").unique().rows() == [(3, 3, 1)]


def test_gold_is_the_majority_of_five_annotators_who_agree_less_on_planted_rows(pairs: PairTable) -> None:
    gold = pairs.gold.to_physical().to_numpy()
    labels = pairs.frame["annotator_labels"].explode(empty_as_null=False, keep_nulls=False)
    annotated = labels.to_physical().to_numpy().reshape(SIZE, 5)
    agree = (annotated == gold[:, None]).sum(axis=1)
    clean = (pairs.frame["planted"] == "clean").to_numpy()
    assert agree.min() == 3
    assert agree[clean].mean() == pytest.approx(5 * 0.6 + 4 * 0.3 + 3 * 0.1, abs=0.05)
    assert agree[~clean].mean() == pytest.approx(5 * 0.4 + 4 * 0.35 + 3 * 0.25, abs=0.05)
