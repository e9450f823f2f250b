"""The random baseline knows seed and text only; the hypothesis-only one knows no premise."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from scipy.stats import binomtest, chisquare

from rightreasons.challenges.challenge import from_pairs
from rightreasons.challenges.ordinary_pairs import ordinary_pairs
from rightreasons.errors import MeasureInputError, OptionError, UnknownNameError
from rightreasons.labels import THREE_WAY, TWO_WAY
from rightreasons.measures.data.hypothesis_only import hypothesis_only as hypothesis_only_measure
from rightreasons.measures.model.score import score
from rightreasons.pairs import Account, PairTable, Provenance
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.predictor import Identified, Predictor, predictor_named
from rightreasons.predictors.rules.rules import BASELINES
from rightreasons.sources.bundled import bundled_splits
from rightreasons.text.tokenisations import tokens

ORDINARY = ordinary_pairs()


@pytest.fixture(scope="module")
def splits() -> tuple[PairTable, PairTable]:
    return bundled_splits(1_500, 300, seed=4)


@pytest.fixture(scope="module")
def model(splits: tuple[PairTable, PairTable]) -> Predictor:
    return predictor_named("rule:hypothesis-only", ModelOptions(train=splits[0]))


def labels_by_id(predictor: Predictor, pairs: PairTable) -> dict[str, str]:
    frame = predictor.predict(pairs).frame
    return dict(zip(frame["id"], frame["label"], strict=True))


def turned(pairs: PairTable) -> PairTable:
    return replace(pairs, frame=pairs.frame.reverse())


def random_with(seed: int) -> Predictor:
    return predictor_named("rule:random", ModelOptions(seed=seed))


def test_chance_draws_three_labels_alike_and_is_right_on_a_third(splits: tuple[PairTable, PairTable]) -> None:
    train = splits[0]
    predicted = random_with(1).predict(train)
    counts = predicted.frame["label"].value_counts()["count"].to_list()
    assert (len(counts), predicted.labels) == (3, THREE_WAY)
    assert chisquare(counts).pvalue > 0.001
    right = int((predicted.frame["label"] == train.gold).sum())
    assert binomtest(right, len(train), 1 / 3).pvalue > 0.001


def test_chance_depends_on_seed_and_text_and_on_nothing_else() -> None:
    first = labels_by_id(random_with(7), ORDINARY)
    assert labels_by_id(random_with(7), turned(ORDINARY)) == first
    assert labels_by_id(random_with(8), ORDINARY) != first
    half = labels_by_id(random_with(7), ORDINARY.head(60))
    assert half == {key: label for key, label in first.items() if key in half}
    renamed = replace(ORDINARY, frame=ORDINARY.frame.with_columns(id=pl.format("other-{}", "id")))
    assert list(labels_by_id(random_with(7), renamed).values()) == list(first.values())


def test_every_baseline_is_the_same_model_tomorrow_and_another_one_by_another_seed_or_set(
    splits: tuple[PairTable, PairTable],
) -> None:
    seen = set()
    for name in BASELINES:
        for seed, train in ((1, splits[0]), (2, splits[1])):
            found = predictor_named(f"rule:{name}", ModelOptions(seed=seed, train=train))
            assert isinstance(found, Identified)
            assert found.identity.is_repeatable
            assert found.identity.labels == tuple(str(label) for label in found.labels)
            assert (found.identity.kind, found.name) == ("rule", f"rule:{name}")
            seen.add(found.identity.fingerprint())
    assert len(seen) == len(BASELINES) + 2  # random has two seeds, hypothesis-only two training sets


def test_the_constituent_rule_is_asked_again_where_only_the_parse_differs() -> None:
    rule = predictor_named("rule:constituent")
    assert isinstance(rule, Identified)
    parsed = [replace(ORDINARY, frame=ORDINARY.frame.with_columns(premise_parse=pl.lit(x))) for x in "ab"]
    assert rule.identity.hashes(parsed[0]) != rule.identity.hashes(parsed[1])
    always = predictor_named("rule:always-entailment")
    assert isinstance(always, Identified)
    assert always.identity.hashes(parsed[0]) == always.identity.hashes(parsed[1])


def test_the_hypothesis_only_baseline_is_the_model_of_the_audit(
    splits: tuple[PairTable, PairTable], model: Predictor
) -> None:
    train, test = splits
    measured = (
        hypothesis_only_measure(
            train, tokens(train.hypotheses, "word-punct"), test, tokens(test.hypotheses, "word-punct")
        )
        .figures["accuracy"]
        .value
    )
    found = score(from_pairs("test", test, ()), model.predict(test)).figures["accuracy"].value
    assert measured is not None
    assert found is not None
    # Not the same to the last bit: the audit numbers the n-grams of both sets together.
    assert found == pytest.approx(measured, abs=2 / len(test))
    assert found > 0.45


def test_the_hypothesis_only_baseline_never_reads_the_premise(
    splits: tuple[PairTable, PairTable], model: Predictor
) -> None:
    test = splits[1]
    emptied = replace(test, frame=test.frame.with_columns(premise=pl.lit("")))
    assert model.predict(emptied).frame.equals(model.predict(test).frame)
    assert labels_by_id(model, turned(test)) == labels_by_id(model, test)


def test_its_probabilities_add_up_and_its_label_is_the_most_probable(
    splits: tuple[PairTable, PairTable], model: Predictor
) -> None:
    predicted = model.predict(splits[1])
    shares = predicted.probabilities.to_numpy()
    np.testing.assert_allclose(shares.sum(axis=1), 1, atol=1e-5)
    names = np.array([str(label) for label in model.labels])[shares.argmax(axis=1)]
    assert predicted.frame["label"].to_list() == names.tolist()


def test_two_way_training_data_give_two_labels(splits: tuple[PairTable, PairTable]) -> None:
    two_way = (
        pl.when(pl.col("label") == "entailment")
        .then(pl.lit("entailment"))
        .otherwise(pl.lit("non-entailment"))
    )
    frame = splits[1].frame.with_columns(two_way.cast(splits[1].gold.dtype).alias("label"))
    train = PairTable(frame, Provenance("two"), Account(frame.height, frame.height))
    found = predictor_named("rule:hypothesis-only", ModelOptions(train=train))
    assert found.labels == found.predict(ORDINARY).labels == TWO_WAY


def test_on_ordinary_pairs_no_hypothesis_only_model_beats_a_third(model: Predictor) -> None:
    found = score(from_pairs("ordinary", ORDINARY, ()), model.predict(ORDINARY))
    assert found.figures["accuracy"].value == pytest.approx(1 / 3)


def test_without_training_data_or_with_one_label_there_is_no_model(
    splits: tuple[PairTable, PairTable],
) -> None:
    with pytest.raises(OptionError, match="train="):
        predictor_named("rule:hypothesis-only")
    only = splits[1].where(pl.col("label") == "neutral", "others")
    with pytest.raises(MeasureInputError, match="only the label 'neutral'"):
        predictor_named("rule:hypothesis-only", ModelOptions(train=only))
    with pytest.raises(UnknownNameError, match="random, hypothesis-only"):
        predictor_named("rule:chance")
