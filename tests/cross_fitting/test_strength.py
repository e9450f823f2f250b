"""The strength of regularisation: chosen without the rows predicted, and none where nothing is given away."""

from collections.abc import Callable

import numpy as np
import pytest

from rightreasons.artifacts.words.counts import label_codes
from rightreasons.cross_fitting.features import ngram_features
from rightreasons.cross_fitting.folds import fold_plan
from rightreasons.cross_fitting.regression import probabilities
from rightreasons.cross_fitting.strength import (
    STRENGTHS,
    LabelledTexts,
    chosen_strength,
    restricted,
    selection_tasks,
    strengths_of,
)
from rightreasons.pairs import PairTable
from rightreasons.text.tokenisations import tokens

MakePairs = Callable[..., PairTable]
LABELS = ["entailment", "neutral", "contradiction"]


def drawn(make_pairs: MakePairs, rows: int, telling: float, seed: int = 0) -> PairTable:
    rng = np.random.default_rng(seed)
    made = []
    for row in range(rows):
        label = LABELS[rng.choice(3, p=[0.6, 0.2, 0.2])]
        words = [f"w{number}" for number in rng.integers(0, 60, 6)]
        words += [f"tell{label}"] if rng.random() < telling else []
        made.append((f"p{row}", " ".join(words), label))
    return make_pairs(made)


def texts_of(table: PairTable) -> LabelledTexts:
    codes = label_codes(table.gold, table.labels)
    return LabelledTexts(ngram_features([tokens(table.hypotheses, "word-punct")]), codes, len(table.labels))


def chosen(table: PairTable) -> float:
    return chosen_strength(texts_of(table), fold_plan(table, label_codes(table.gold, table.labels), 0), 0)


def test_no_strength_where_hypotheses_say_nothing_and_the_least_penalty_where_they_say_much(
    make_pairs: MakePairs,
) -> None:
    assert chosen(drawn(make_pairs, 600, 0.0)) <= 0.03
    assert chosen(drawn(make_pairs, 600, 0.9)) == max(STRENGTHS)


def test_at_no_strength_every_text_gets_the_shares_of_the_labels(make_pairs: MakePairs) -> None:
    texts = texts_of(drawn(make_pairs, 90, 0.5))
    shares = texts.predicted(texts.fitted(np.arange(60), 0.0), np.arange(60, 90))
    assert shares == pytest.approx(np.tile(np.bincount(texts.codes[:60]) / 60, (30, 1)), abs=1e-6)


def test_labels_of_a_block_do_not_decide_on_its_strength(make_pairs: MakePairs) -> None:
    """Turning every label of a block round changes what the others choose, not what it chooses itself."""
    table = drawn(make_pairs, 300, 0.3)
    texts = texts_of(table)
    plan = fold_plan(table, texts.codes, 0)
    turned = LabelledTexts(
        texts.features, np.where(plan.held_out(2), 2 - texts.codes, texts.codes), texts.n_labels
    )
    losses = []
    for each in (texts, turned):
        found = [task() for task in selection_tasks(each, plan, plan.blocks, 0).values()]
        losses.append({key: loss for one in found for key, loss in one.items()})
    assert set(losses[0]) == {(block, inner) for block in range(5) for inner in range(5) if block != inner}
    for inner in plan.inner(2):
        assert losses[0][2, inner] == pytest.approx(losses[1][2, inner])
        assert losses[0][inner, 2] != pytest.approx(losses[1][inner, 2])
    by_block = [strengths_of(each, plan, plan.blocks).by_block for each in losses]
    assert by_block[0][2] == by_block[1][2]


def test_a_part_of_the_texts_gives_the_model_that_all_features_give(make_pairs: MakePairs) -> None:
    texts = texts_of(drawn(make_pairs, 200, 0.5))
    rows = np.random.default_rng(1).permutation(200)[:80]
    whole = texts.predicted(texts.fitted(rows, 1.0), rows)
    part = texts.sample(rows)
    alone = part.predicted(part.fitted(np.arange(80), 1.0), np.arange(80))
    assert alone == pytest.approx(whole, abs=0.01)
    features = restricted(texts.features, rows)
    assert features.n_texts == len(set(texts.features.text_of_row[rows].tolist()))
    names = {texts.features.name(number) for number in range(sum(texts.features.sizes))}
    assert {features.name(number) for number in range(sum(features.sizes))} <= names
    assert probabilities(features, part.fitted(np.arange(80), 0.3), np.arange(3)).shape == (3, 3)
