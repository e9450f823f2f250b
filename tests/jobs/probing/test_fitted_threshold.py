"""A threshold makes two labels of any model with probabilities; the fitted one is the best of all cuts."""

from dataclasses import dataclass

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import balanced_accuracy_score

from rightreasons.errors import MeasureInputError
from rightreasons.labels import TWO_WAY, Label
from rightreasons.measures.model.threshold import fitted_threshold
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.predictors.identity import Identity


@dataclass(frozen=True)
class Fixed:
    """Says what it was told to say."""

    predictions: Predictions
    name: str = "fixed"
    labels: tuple[Label, ...] = TWO_WAY

    def predict(self, pairs: PairTable) -> Predictions:  # noqa: ARG002 - it says the same of all
        return self.predictions


@dataclass(frozen=True)
class Known(Fixed):
    """The same, with an identity."""

    @property
    def identity(self) -> Identity:
        return Identity("test", "fixed", ("entailment", "neutral"), checksum="c", options={"dtype": "fp32"})


def pairs_of(gold: list[str]) -> PairTable:
    ids = [str(row) for row in range(len(gold))]
    frame = pl.DataFrame({"id": ids, "premise": ids, "hypothesis": ids})
    labels = pl.Series("label", gold, dtype=LABEL_TYPE)
    return PairTable(frame.with_columns(labels), Provenance("dev"), Account(len(gold), len(gold)))


def saved(scores: list[float]) -> Predictions:
    frame = pl.DataFrame(
        {
            "id": [str(row) for row in range(len(scores))],
            "label": pl.Series(
                ["entailment" if x > 0.5 else "non-entailment" for x in scores], dtype=LABEL_TYPE
            ),
            "entailment": pl.Series(scores, dtype=pl.Float64),
            "non-entailment": pl.Series([1 - x for x in scores], dtype=pl.Float64),
        }
    )
    return Predictions(frame, TWO_WAY, Provenance("model"))


rows = st.lists(
    st.tuples(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.9, 1.0]) | st.floats(0, 1), st.booleans()), min_size=2
)


@given(rows)
def test_no_threshold_does_better_than_the_fitted_one(drawn: list[tuple[float, bool]]) -> None:
    scores, entailed = np.array([x for x, _ in drawn]), np.array([y for _, y in drawn])
    pairs = pairs_of(["entailment" if y else "neutral" for y in entailed])
    if entailed.all() or not entailed.any():
        with pytest.raises(MeasureInputError, match="both kinds"):
            fitted_threshold(pairs, saved(scores.tolist()))
        return
    found = fitted_threshold(pairs, saved(scores.tolist()))
    assert 0 <= found.threshold <= 1
    passed = scores >= found.threshold
    assert balanced_accuracy_score(entailed, passed) == pytest.approx(found.balanced_accuracy)
    every = [scores >= cut for cut in (*scores, *np.linspace(0, 1, 41), 1.1)]
    best = max((cut[entailed].mean() + (~cut)[~entailed].mean()) / 2 for cut in every)
    assert found.balanced_accuracy == pytest.approx(best)


def test_the_threshold_lies_half_way_between_the_scores_that_it_parts() -> None:
    pairs = pairs_of(["contradiction", "neutral", "entailment", "entailment"])
    found = fitted_threshold(pairs, saved([0.1, 0.2, 0.6, 0.7]))
    assert found.threshold == pytest.approx(0.4)
    assert found.balanced_accuracy == 1
    assert (found.entailed, found.others) == (2, 2)


def test_of_equally_good_cuts_the_middle_one_is_taken() -> None:
    # Entailed from .1, from .5 or from .8 on: each is right on half; the cuts between on a third.
    gold = ["entailment", "neutral"] * 3
    scores = [0.1, 0.3, 0.5, 0.7, 0.8, 0.9]
    cuts = [0.1, 0.5, 0.8]  # all entailed; neutral .3 | entailed .5; neutral .7 | entailed .8
    quality = {
        cut: balanced_accuracy_score([label == "entailment" for label in gold], np.array(scores) >= cut)
        for cut in cuts
    }
    assert set(quality.values()) == {0.5}
    assert fitted_threshold(pairs_of(gold), saved(scores)).threshold == pytest.approx(0.4)


def test_neighbouring_scores_without_a_number_between_are_still_parted() -> None:
    low, high = 0.3, float(np.nextafter(0.3, 1))
    found = fitted_threshold(pairs_of(["neutral", "entailment"]), saved([low, high]))
    assert low < found.threshold <= high


def test_pairs_without_a_prediction_do_not_count() -> None:
    pairs = pairs_of(["neutral", "entailment", "entailment", "neutral"])
    assert fitted_threshold(pairs, saved([0.1, 0.9])).others == 1


def test_the_order_of_the_pairs_does_not_matter() -> None:
    rng = np.random.default_rng(1)
    scores = rng.random(50)
    pairs = pairs_of(["entailment" if x else "neutral" for x in rng.random(50) < scores])
    turned = PairTable(pairs.frame.reverse(), pairs.provenance, pairs.account)
    assert fitted_threshold(pairs, saved(scores.tolist())) == fitted_threshold(turned, saved(scores.tolist()))
