"""A model with permuted labels is caught and the right order named; a right or poor one is left alone."""

from collections.abc import Sequence
from itertools import permutations

import numpy as np
import polars as pl
import pytest
from scipy.stats import binomtest

from rightreasons.challenges.ordinary_pairs import ordinary_pairs
from rightreasons.errors import LabelOrderError, MeasureInputError
from rightreasons.labels import THREE_WAY, TWO_WAY, Label, collapse, parse_label_map
from rightreasons.measures.label_mapping.every_order import best_order, label_order, relabelled
from rightreasons.measures.label_mapping.finding import check_order, finding_of
from rightreasons.measures.label_mapping.orders import Demand, LabelOrder
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.predictions import Predictions

DEMAND = Demand(level=0.001, floor=0.60, two_way_floor=0.75)
E, N, C, NE = Label
PAIRS = ordinary_pairs()
GOLD = [Label(name) for name in PAIRS.gold.to_list()]


def answering(labels: Sequence[Label], own: tuple[Label, ...] = THREE_WAY, rows: int = 120) -> Predictions:
    frame = pl.DataFrame(
        {"id": PAIRS.frame["id"][:rows], "label": pl.Series([str(x) for x in labels], dtype=LABEL_TYPE)}
    )
    return Predictions(frame, own, Provenance("model"))


def model_right_on(share: float, meaning: dict[Label, Label], seed: int = 1) -> Predictions:
    """A model that knows a share of the pairs, guesses on the others, and calls its labels as told."""
    rng = np.random.default_rng(seed)
    known = rng.random(120) < share
    guesses = rng.integers(0, 3, 120)
    truth = [gold if k else THREE_WAY[g] for gold, k, g in zip(GOLD, known, guesses, strict=True)]
    return answering([meaning[label] for label in truth])


def by_hand(
    predicted: Sequence[Label], gold: Sequence[Label], own: Sequence[Label]
) -> dict[tuple[Label, ...], int]:
    """How many are right under every order, by plain loops."""
    return {
        order: sum(dict(zip(own, order, strict=True))[x] == g for x, g in zip(predicted, gold, strict=True))
        for order in permutations(own)
    }


def counts(found: LabelOrder) -> dict[tuple[Label, ...], int]:
    return {order.meaning: order.correct for order in (found.declared, *found.others)}


ORDERS = [dict(zip(THREE_WAY, order, strict=True)) for order in permutations(THREE_WAY)]


@pytest.mark.parametrize("meaning", ORDERS[1:])
def test_every_permutation_of_a_good_models_labels_is_caught_and_undone(meaning: dict[Label, Label]) -> None:
    predictions = model_right_on(0.85, meaning)
    found = label_order(PAIRS, predictions, DEMAND)
    assert found.better is not None
    undo = dict(zip(found.labels, found.better.meaning, strict=True))
    assert {undo[meaning[label]]: label for label in THREE_WAY} == {label: label for label in THREE_WAY}
    with pytest.raises(LabelOrderError) as caught:
        check_order(found)
    assert caught.value.exit_code == 3
    pasted = caught.value.remedy.split("--label-map ")[1].split(",")[:3]
    assert parse_label_map(",".join(pasted)) == {str(label): undo[label] for label in THREE_WAY}


def test_a_model_in_the_right_order_is_left_alone() -> None:
    found = label_order(PAIRS, model_right_on(0.7, ORDERS[0]), DEMAND)
    assert found.better is None
    check_order(found)
    assert "no permutation is better" in finding_of(found).headline


@pytest.mark.parametrize("seed", range(5))
def test_guessing_is_no_other_order(seed: int) -> None:
    found = label_order(PAIRS, model_right_on(0.0, ORDERS[0], seed), DEMAND)
    assert found.better is None
    assert "could not be verified" in finding_of(found).headline


@pytest.mark.parametrize("own", [THREE_WAY, TWO_WAY, (E, C), (N, C)])
def test_counts_and_p_values_are_those_of_plain_loops(own: tuple[Label, ...]) -> None:
    rng = np.random.default_rng(5)
    predicted = [own[place] for place in rng.integers(0, len(own), 120)]
    found = label_order(PAIRS, answering(predicted, own), DEMAND)
    two_way = own == TWO_WAY
    kept = [
        (p, collapse(g) if two_way else g)
        for p, g in zip(predicted, GOLD, strict=True)
        if two_way or g in own
    ]
    expected = by_hand([p for p, _ in kept], [g for _, g in kept], own)
    assert counts(found) == expected
    assert (found.n, found.left_out) == (len(kept), 120 - len(kept))
    for order in found.others:
        other = [dict(zip(own, order.meaning, strict=True))[p] == g for p, g in kept]
        declared = [p == g for p, g in kept]
        better = sum(o and not d for o, d in zip(other, declared, strict=True))
        worse = sum(d and not o for o, d in zip(other, declared, strict=True))
        p_value = binomtest(better, better + worse, alternative="greater").pvalue
        assert order.test is not None
        assert order.test.p_value == pytest.approx(p_value)


def test_a_score_that_points_the_other_way_is_caught() -> None:
    knows = [collapse(gold) for gold in GOLD]
    other = {E: NE, NE: E}
    reversed_score = answering([other[label] for label in knows], TWO_WAY)
    names = {"LABEL_0": "entailment"}
    with pytest.raises(LabelOrderError, match=r'label_map=\{"LABEL_0": "non-entailment"'):
        check_order(label_order(PAIRS, reversed_score, DEMAND, names=names))


def test_a_constant_answer_of_a_two_label_model_stays_below_the_floor() -> None:
    # Reversed, "always entailment" would be right on 80 of 120, far more often, and below .75.
    found = label_order(PAIRS, answering([E] * 120, TWO_WAY), DEMAND)
    assert counts(found) == {(E, NE): 40, (NE, E): 80}
    assert found.better is None
    loose = label_order(PAIRS, answering([E] * 120, TWO_WAY), Demand(0.001, 0.6, 0.6))
    assert loose.better is not None


def test_both_level_and_floor_are_demanded() -> None:
    shown = model_right_on(0.85, ORDERS[3])
    assert label_order(PAIRS, shown, Demand(0.0, 0.6, 0.75)).better is None
    assert label_order(PAIRS, shown, Demand(0.001, 0.99, 0.75)).better is None


def test_the_models_own_names_are_what_is_to_be_pasted() -> None:
    names = {"LABEL_0": "contradiction", "LABEL_1": "neutral", "LABEL_2": "entailment", "extra": None}
    swapped = dict(zip(THREE_WAY, (C, N, E), strict=True))
    found = label_order(PAIRS, model_right_on(0.9, swapped), DEMAND, names=names)
    with pytest.raises(
        LabelOrderError,
        match=r'\{"LABEL_0": "entailment", "LABEL_1": "neutral", "LABEL_2": "contradiction"',
    ):
        check_order(found)
    assert found.label_map() == {"LABEL_0": C, "LABEL_1": N, "LABEL_2": E}


def test_pairs_without_an_answer_are_counted_and_left_out() -> None:
    found = label_order(PAIRS, answering(GOLD[:90], rows=90), DEMAND)
    assert (found.n, found.unanswered, found.declared.correct) == (90, 30, 90)
    assert "30 pairs are omitted" in finding_of(found).notes[0]


def test_two_way_gold_allows_both_finer_labels() -> None:
    two_way = pl.Series("label", [str(collapse(gold)) for gold in GOLD], dtype=LABEL_TYPE)
    pairs = PairTable(PAIRS.frame.with_columns(two_way), Provenance("two-way"), Account(120, 120))
    assert label_order(pairs, answering(GOLD), DEMAND).declared.correct == 120
    with pytest.raises(
        LabelOrderError, match=r"no order .* is clear .* entailment=entailment,neutral=contradiction"
    ):
        best_order(pairs, answering(GOLD), DEMAND)


def test_pairs_of_which_nothing_is_predicted_are_refused() -> None:
    others = answering([N] * 120, (N,))
    only = PAIRS.where(pl.col("label") != "neutral", "neutral")
    with pytest.raises(MeasureInputError, match="none of 'ordinary'"):
        label_order(only, others, DEMAND)


def test_a_model_of_one_label_has_no_other_order() -> None:
    found = label_order(PAIRS, answering([E] * 120, (E,)), DEMAND)
    assert (found.n, found.left_out, found.better) == (40, 80, None)
    assert finding_of(found).figures["best_other"].value is None


@pytest.mark.parametrize("meaning", ORDERS)
def test_calibration_finds_the_order_whatever_was_declared(meaning: dict[Label, Label]) -> None:
    predictions = model_right_on(0.8, meaning, seed=3)
    names = {f"LABEL_{place}": str(meaning[label]) for place, label in enumerate(THREE_WAY)}
    found = best_order(PAIRS, predictions, DEMAND, names=names)
    assert found.label_map() == {f"LABEL_{place}": label for place, label in enumerate(THREE_WAY)}
    assert found.better is None


def test_calibration_refuses_what_is_not_clear() -> None:
    with pytest.raises(LabelOrderError, match="no order of the labels"):
        best_order(PAIRS, model_right_on(0.1, ORDERS[0]), DEMAND)
    # A model that knows entailment only: neutral and contradiction cannot be told apart.
    blind = answering([gold if gold is E else (N, C)[row % 2] for row, gold in enumerate(GOLD)])
    with pytest.raises(LabelOrderError, match=r"beats each other one at p < 0\.001"):
        best_order(PAIRS, blind, DEMAND)


def test_relabelling_moves_probabilities_with_their_labels_and_comes_back() -> None:
    rng = np.random.default_rng(2)
    shares = rng.dirichlet(np.ones(3), 120)
    labels = pl.Series([str(THREE_WAY[place]) for place in shares.argmax(axis=1)], dtype=LABEL_TYPE)
    frame = pl.DataFrame({"id": PAIRS.frame["id"], "label": labels}).with_columns(
        pl.DataFrame(shares, schema=[str(label) for label in THREE_WAY])
    )
    known = {"a": "entailment", "b": "neutral", "c": "contradiction"}
    before = Predictions(frame, THREE_WAY, Provenance("model", label_map=known))
    meaning = {E: N, N: C, C: E}
    after = relabelled(before, meaning)
    assert after.frame["neutral"].to_list() == before.frame["entailment"].to_list()
    assert after.provenance.label_map == {"a": "neutral", "b": "contradiction", "c": "entailment"}
    assert after.probabilities.to_numpy().argmax(axis=1).tolist() == [
        THREE_WAY.index(Label(name)) for name in after.frame["label"].to_list()
    ]
    back = relabelled(after, {new: old for old, new in meaning.items()})
    assert back.frame.equals(before.frame)
    with pytest.raises(ValueError, match="two labels"):
        relabelled(before, {E: N, N: N, C: E})


def test_the_finding_tables_all_orders_and_is_plain_json() -> None:
    finding = finding_of(label_order(PAIRS, model_right_on(0.85, ORDERS[4]), DEMAND))
    table = finding.views["orders"]
    assert (len(table.lines), table.columns[:3]) == (6, ("entailment", "neutral", "contradiction"))
    assert table.lines[0][:3] == ("entailment", "neutral", "contradiction")
    assert finding.measure == "label_order"
    assert finding.figures["accuracy"].value == table.lines[0][table.columns.index("accuracy")]
    assert "is permuted" in finding.headline
    assert finding.to_json()["tests"]["best_other"]["p_value"] < 0.001
