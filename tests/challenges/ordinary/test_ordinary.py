"""The ordinary pairs give nothing away: only who reads both sentences gets more than a third right."""

import numpy as np
import polars as pl
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_score

from rightreasons import audit
from rightreasons.challenges.challenge import from_pairs
from rightreasons.challenges.ordinary_pairs import ordinary_pairs
from rightreasons.labels import THREE_WAY
from rightreasons.measures.model.score import score
from rightreasons.pairs import PairTable
from rightreasons.predictors.predictor import predictor_named

NEGATIONS = ["not", "no", "never", "nobody", "none", "nothing", "cannot", "without"]
LABELS = [label.value for label in THREE_WAY]


@pytest.fixture(scope="module")
def pairs() -> PairTable:
    return ordinary_pairs()


@pytest.fixture(scope="module")
def surface(pairs: PairTable) -> pl.DataFrame:
    """What can be seen of a pair without understanding it."""
    words = {
        side: pl.col(side).str.to_lowercase().str.extract_all(r"\w+") for side in ("premise", "hypothesis")
    }
    frame = pairs.frame.select("label", "hypothesis", **{f"{side}_words": words[side] for side in words})
    both = pl.col("premise_words").list.set_intersection("hypothesis_words").list.len()
    return frame.select(
        "label",
        "hypothesis",
        length=pl.col("premise_words").list.len(),
        longer=pl.col("premise_words").list.len() - pl.col("hypothesis_words").list.len().cast(pl.Int64),
        share=both / pl.col("hypothesis_words").list.unique().list.len(),
        negated=pl.col("premise_words").list.set_intersection(NEGATIONS).list.len() > 0,
    )


def test_forty_pairs_a_label_and_several_kinds_of_inference_each(pairs: PairTable) -> None:
    assert pairs.counts() == dict.fromkeys(THREE_WAY, 40)
    assert pairs.frame.select("premise", "hypothesis").n_unique() == 120
    kinds = pairs.frame.group_by("label").agg(pl.col("kind").n_unique())
    assert (kinds["kind"] >= 4).all()


def test_no_model_of_the_hypothesis_alone_gets_more_than_a_third(pairs: PairTable) -> None:
    # Every hypothesis stands once with every label: whatever it is taken for, one of three is right.
    labels = pairs.frame.group_by("hypothesis").agg(pl.col("label").cast(pl.String).sort())
    assert labels["label"].to_list() == [sorted(LABELS)] * 40


def test_the_audit_finds_nothing_that_gives_a_label_away(pairs: PairTable) -> None:
    found = audit(pairs)
    for measure in ("hypothesis_only", "premise_only", "length_only"):
        assert (found.finding(measure).figures["accuracy"].value or 0) <= 1 / 3
    assert found.finding("give_away_words").headline.startswith("None of ")
    assert found.finding("artificial_patterns").headline.startswith("None of ")


def test_length_overlap_and_negation_are_alike_in_every_label(surface: pl.DataFrame) -> None:
    means = surface.group_by("label").agg(pl.col("length", "share").mean(), pl.col("negated").sum())
    assert np.ptp(means["length"].to_numpy()) <= 1
    assert np.ptp(means["share"].to_numpy()) <= 0.06
    assert np.ptp(means["negated"].to_numpy()) <= 2
    assert (surface.group_by("label").agg((pl.col("share") == 1).sum())["share"] <= 4).all()


def test_surface_features_together_stay_near_a_third(surface: pl.DataFrame) -> None:
    features = surface.select("length", "longer", "share", "negated").to_numpy().astype(float)
    groups = surface["hypothesis"].cast(pl.Categorical).to_physical().to_numpy()
    accuracy = cross_val_score(
        LogisticRegression(max_iter=5_000),
        (features - features.mean(axis=0)) / features.std(axis=0),
        surface["label"].cast(pl.String).to_numpy(),
        groups=groups,
        cv=GroupKFold(8),
    ).mean()
    assert accuracy < 0.43  # chance is .333, and .42 is what chance exceeds once in fifty times


@pytest.mark.parametrize("rule", ["always-entailment", "lexical-overlap", "subsequence"])
def test_no_rule_does_better_than_a_constant_answer(pairs: PairTable, rule: str) -> None:
    found = score(from_pairs("ordinary", pairs, ()), predictor_named(f"rule:{rule}").predict(pairs))
    accuracy = found.figures["accuracy"].value
    assert accuracy is not None
    assert accuracy <= 80 / 120  # always non-entailment
