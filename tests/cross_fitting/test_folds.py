"""Folds that share no text: what is kept apart, how labels are spread, and what cannot be dealt out."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from rightreasons.artifacts.words.counts import label_codes
from rightreasons.cross_fitting.folds import COMPONENTS, TWO_WAY, dealt, fold_plan, grouped_plan, row_plan
from rightreasons.errors import MeasureInputError
from rightreasons.pairs import PairTable

MakePairs = Callable[..., PairTable]
LABELS = ["entailment", "neutral", "contradiction"]


def table_of(
    make_pairs: MakePairs, edges: list[tuple[int, int]], seed: int = 0
) -> tuple[PairTable, np.ndarray]:
    labels = np.random.default_rng(seed).choice(LABELS, len(edges)).tolist()
    table = make_pairs([(f"p{p}", f"h{h}", label) for (p, h), label in zip(edges, labels, strict=True)])
    return table, label_codes(table.gold, table.labels)


def chain(rows: int) -> list[tuple[int, int]]:
    """Premises and hypotheses that are all connected, each in a few rows only."""
    return [(row // 2, (row + 1) // 2) for row in range(rows)]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("texts", [6, 12, 60])
def test_no_model_is_fitted_to_a_text_of_a_row_that_it_predicts(
    make_pairs: MakePairs, texts: int, seed: int
) -> None:
    edges = np.random.default_rng([texts, seed]).integers(0, texts, (80, 2)).tolist()
    table, codes = table_of(make_pairs, edges, seed)
    plan = fold_plan(table, codes, seed)
    premises, hypotheses = table.premises.to_numpy(), table.hypotheses.to_numpy()
    predicted = np.zeros(len(table), dtype=int)
    for block in plan.blocks:
        seen, held_out = plan.fitted_to(block), plan.held_out(block)
        predicted += held_out
        assert not set(premises[seen]) & set(premises[held_out])
        assert not set(hypotheses[seen]) & set(hypotheses[held_out])
        for inner in plan.inner(block):
            both = plan.fitted_to(block, inner)
            assert not (both & (held_out | plan.held_out(inner))).any()
            assert not set(hypotheses[both]) & set(hypotheses[plan.held_out(inner)])
            assert not (plan.held_out(inner) & ~seen).any()
    assert (predicted == 1).all()


def test_rows_that_are_all_connected_are_dealt_out_by_premise_and_by_hypothesis(
    make_pairs: MakePairs,
) -> None:
    table, codes = table_of(make_pairs, chain(200))
    plan = fold_plan(table, codes, 0)
    assert (plan.scheme, plan.n_components, plan.largest, len(plan.clusters)) == (TWO_WAY, 1, 1.0, 2)
    assert plan.fitted_share == pytest.approx(0.64, abs=0.06)


def test_a_sample_of_linked_rows_is_dealt_out_two_ways_although_its_own_components_are_small(
    make_pairs: MakePairs,
) -> None:
    table, codes = table_of(make_pairs, [(row // 3, row // 2) for row in range(200)])
    assert fold_plan(table, codes, 0).scheme == COMPONENTS
    linked = replace(table, provenance=replace(table.provenance, is_linked=True))
    plan = fold_plan(linked, codes, 0)
    assert (plan.scheme, len(plan.clusters)) == (TWO_WAY, 2)
    assert plan.fitted_share == pytest.approx(0.64, abs=0.06)
    assert plan.n_components == fold_plan(table, codes, 0).n_components


def test_components_are_spread_so_that_labels_are_even_in_every_fold(make_pairs: MakePairs) -> None:
    rng = np.random.default_rng(1)
    sizes = rng.integers(1, 8, 150)
    edges = [(group, 1000 * group + row) for group, size in enumerate(sizes) for row in range(size)]
    table, codes = table_of(make_pairs, edges, 2)
    plan = fold_plan(table, codes, 0)
    assert plan.scheme == COMPONENTS
    assert plan.fitted_share == pytest.approx(0.8, abs=0.01)
    counts = np.array([np.bincount(codes[plan.held_out(block)]) for block in plan.blocks])
    assert np.ptp(counts, axis=0).max() <= 3


def test_most_frequent_labels_of_a_fold_are_not_those_missing_from_the_rest() -> None:
    """Whoever guesses the majority of the other folds would lose by folds dealt out without labels."""
    rng = np.random.default_rng(3)
    hits = []
    for _ in range(100):
        codes = rng.integers(0, 3, 90)
        fold = dealt(np.arange(90), codes, 5, rng)
        guess = [np.bincount(codes[fold != each]).argmax() for each in range(5)]
        hits.append(np.mean(np.array(guess)[fold] == codes) - np.bincount(codes).max() / 90)
    assert np.mean(hits) > -0.01


def test_near_duplicates_are_in_one_fold_unless_they_join_too_much(make_pairs: MakePairs) -> None:
    words = [f"w{number}" for number in range(200)]
    rng = np.random.default_rng(4)
    rows = []
    for number in range(60):
        claim = rng.choice(words, 10).tolist()
        other = [*claim[:4], "not", *claim[5:]]
        rows += [(f"p {number}", " ".join(claim), LABELS[0]), (f"q {number}", " ".join(other), LABELS[2])]
    table = make_pairs(rows)
    plan = fold_plan(table, label_codes(table.gold, table.labels), 0)
    assert plan.near_duplicates
    assert (plan.block[0::2] == plan.block[1::2]).all()
    long = "one two three four five six seven eight nine"
    alike = make_pairs([(f"p {n}", f"{long} {n}", LABELS[n % 3]) for n in range(60)])
    plan = fold_plan(alike, label_codes(alike.gold, alike.labels), 0)
    assert (plan.scheme, plan.near_duplicates, plan.n_components) == (COMPONENTS, False, 60)


def test_one_premise_for_all_leaves_folds_to_the_hypotheses(make_pairs: MakePairs) -> None:
    table, codes = table_of(make_pairs, [(0, row // 3) for row in range(60)])
    plan = fold_plan(table, codes, 0)
    assert (plan.scheme, plan.n_components, plan.hubs) == (COMPONENTS, 20, {"premise": 1.0})


def test_texts_that_cannot_be_dealt_out_are_refused_with_their_numbers(make_pairs: MakePairs) -> None:
    table, codes = table_of(make_pairs, [(row % 4, row % 4) for row in range(40)])
    with pytest.raises(MeasureInputError, match=r"4 groups of rows.*4 distinct premises and 4 distinct hyp"):
        fold_plan(table, codes, 0)


def test_rows_dealt_out_one_by_one_share_texts(make_pairs: MakePairs) -> None:
    table, codes = table_of(make_pairs, [(row // 4, row) for row in range(200)])
    plan = row_plan(fold_plan(table, codes, 0), codes, 0)
    folds_of_premise = [len(set(plan.block[start : start + 4].tolist())) for start in range(0, 200, 4)]
    assert np.mean(folds_of_premise) > 2
    assert sorted(np.bincount(plan.block).tolist()) == [40] * 5


def test_many_rows_have_three_folds(make_pairs: MakePairs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rightreasons.cross_fitting.folds.LARGE", 50)
    table, codes = table_of(make_pairs, [(row, row) for row in range(60)])
    assert fold_plan(table, codes, 0).folds == 3
    assert fold_plan(table, codes, 0, folds=4).folds == 4


def test_rows_of_a_group_are_in_one_fold_and_so_are_rows_that_share_a_text(make_pairs: MakePairs) -> None:
    # 60 rows of 12 groups; every second row has its premise from the row before, which is of the same group.
    table, codes = table_of(make_pairs, [(row // 2, row) for row in range(60)])
    groups = np.arange(60) // 5
    plan = grouped_plan(table, codes, groups, 0)
    assert plan is not None
    for same in (groups, np.arange(60) // 2):
        assert all(len(set(plan.block[same == each])) == 1 for each in np.unique(same))
    assert len(plan.blocks) == plan.folds


def test_groups_alone_are_held_out_where_texts_join_all_of_them(make_pairs: MakePairs) -> None:
    # Six premises stand with every hypothesis: whoever keeps texts together keeps everything together.
    table, codes = table_of(make_pairs, [(row % 6, row // 6) for row in range(60)])
    groups = np.arange(60) // 6
    plan = grouped_plan(table, codes, groups, 0)
    assert plan is not None
    assert all(len(set(plan.block[groups == each])) == 1 for each in np.unique(groups))
    assert len(plan.blocks) == plan.folds


def test_fewer_groups_than_folds_cannot_be_held_out(make_pairs: MakePairs) -> None:
    table, codes = table_of(make_pairs, [(row, row) for row in range(60)])
    assert grouped_plan(table, codes, np.arange(60) % 3, 0) is None
