"""Figures of a guard are scikit-learn's, what it lets through is counted, what is missing says so."""

import numpy as np
import polars as pl
import pytest
from sklearn.metrics import balanced_accuracy_score, brier_score_loss, f1_score, roc_auc_score

from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.challenges.entailment_scores import thresholded
from rightreasons.challenges.ordinary_pairs import ordinary_pairs
from rightreasons.errors import OptionError, PredictionError
from rightreasons.labels import THREE_WAY, TWO_WAY, Label
from rightreasons.measures.model.guard import guard
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions

PAIRS = ordinary_pairs()
CHALLENGE = from_pairs("ordinary", PAIRS, ("kind",))
GOLD = PAIRS.gold.cast(pl.String).to_numpy()
ENTAILED = GOLD == "entailment"


def scored(seed: int = 0, labels: tuple[Label, ...] = THREE_WAY) -> Predictions:
    """Probabilities that lean to gold, with the most probable label."""
    rng = np.random.default_rng(seed)
    names = [str(label) for label in labels]
    gold = GOLD if labels == THREE_WAY else np.where(ENTAILED, "entailment", "non-entailment")
    shares = np.array([rng.dirichlet([2.5 if name == each else 1 for name in names]) for each in gold])
    predicted = pl.Series("label", [names[place] for place in shares.argmax(axis=1)], dtype=LABEL_TYPE)
    frame = PAIRS.frame.select("id").with_columns(predicted).hstack(pl.DataFrame(shares, schema=names))
    return Predictions(frame, labels, Provenance("model"))


@pytest.mark.parametrize("labels", [THREE_WAY, TWO_WAY])
@pytest.mark.parametrize("threshold", [None, 0.3])
def test_figures_are_those_of_scikit_learn(labels: tuple[Label, ...], threshold: float | None) -> None:
    predictions = scored(labels=labels)
    probability = predictions.frame["entailment"].to_numpy()
    passed = (predictions.frame["label"] == "entailment").to_numpy()
    if threshold is not None:
        passed = probability >= threshold
    figures = guard(CHALLENGE, predictions, threshold).figures
    assert figures["balanced_accuracy"].value == pytest.approx(balanced_accuracy_score(ENTAILED, passed))
    assert figures["f1"].value == pytest.approx(f1_score(ENTAILED, passed))
    assert figures["auroc"].value == pytest.approx(roc_auc_score(ENTAILED, probability))
    assert figures["brier"].value == pytest.approx(brier_score_loss(ENTAILED, probability))
    for name in ("contradiction", "neutral"):
        figure = figures[f"{name}_let_through"]
        assert (figure.value, figure.n) == (passed[name == GOLD].mean(), 40)
        assert figure.interval is not None
        assert figure.interval.method == "wilson"
    assert all(figure.interval is not None for figure in figures.values())


def test_the_calibration_error_and_its_bins_add_up() -> None:
    finding = guard(CHALLENGE, scored())
    table = pl.DataFrame(finding.views["bins"].lines, schema=finding.views["bins"].columns, orient="row")
    assert table.height == 10
    assert table["n"].sum() == 120
    error = table.select(
        (pl.col("n") * (pl.col("probability") - pl.col("entailed")).abs()).sum() / 120
    ).item()
    assert finding.figures["calibration_error"].value == pytest.approx(error)
    assert guard(CHALLENGE, scored(), bins=4).views["bins"].lines[-1][:2] == (0.75, 1.0)


def test_items_answered_entailment_are_tabled_by_gold() -> None:
    predictions = thresholded(scored(), 0.5)
    rows = guard(CHALLENGE, predictions).views["answers"].lines
    passed = (predictions.frame["label"] == "entailment").to_numpy()
    assert [row[:3] for row in rows] == [(str(x), 40, passed[str(x) == GOLD].sum()) for x in THREE_WAY]


def test_two_way_gold_cannot_tell_what_was_let_through() -> None:
    names = pl.Series("label", np.where(ENTAILED, "entailment", "non-entailment"), dtype=LABEL_TYPE)
    challenge = Challenge("two-way", PAIRS.frame.select("id").with_columns(names))
    finding = guard(challenge, scored())
    assert finding.figures["neutral_let_through"].reason == "no item has the gold label neutral"
    assert finding.figures["auroc"].value == guard(CHALLENGE, scored()).figures["auroc"].value
    assert finding.headline.startswith("At the threshold used, ")
    assert " of ungrounded items" in finding.headline


def test_hans_is_spoken_of_in_its_own_words() -> None:
    names = pl.Series("label", np.where(ENTAILED, "entailment", "non-entailment"), dtype=LABEL_TYPE)
    challenge = Challenge("hans-2019", PAIRS.frame.select("id").with_columns(names))
    finding = guard(challenge, scored())
    assert "% of entailed items, " in finding.headline
    assert finding.headline.endswith("% of non-entailed items.")
    assert "grounded" not in finding.headline + finding.views["answers"].title


def test_only_contradictions_leave_what_needs_entailed_items_null() -> None:
    only = PAIRS.where(pl.col("label") == "contradiction", "other labels")
    predictions = scored()
    finding = guard(from_pairs("only", only, ()), predictions, allow_partial=True)
    figures = finding.figures
    assert {name for name, figure in figures.items() if figure.value is None} == {
        "balanced_accuracy",
        "auroc",
        "neutral_let_through",
    }
    assert all(figure.reason for figure in figures.values() if figure.value is None)
    assert finding.headline.endswith("% of contradicted items.")


def test_labels_without_probabilities_give_what_labels_can() -> None:
    bare = Predictions(scored().frame.select("id", "label"), THREE_WAY, Provenance("model"))
    finding = guard(CHALLENGE, bare)
    assert finding.figures["f1"].value is not None
    assert finding.figures["auroc"].reason == "there are no probabilities"
    assert "bins" not in finding.views
    with pytest.raises(PredictionError, match="there are no probabilities"):
        guard(CHALLENGE, bare, threshold=0.5)


def test_missing_predictions_are_refused_unless_allowed() -> None:
    predictions = scored()
    some = Predictions(predictions.frame.head(60), THREE_WAY, Provenance("model"))
    with pytest.raises(PredictionError, match="60 items unpredicted"):
        guard(CHALLENGE, some)
    assert guard(CHALLENGE, some, allow_partial=True).figures["auroc"].n == 60


def test_a_threshold_sums_what_is_not_entailed() -> None:
    predictions = scored()
    found = thresholded(predictions, 0.4)
    assert found.labels == TWO_WAY
    rest = predictions.frame["neutral"] + predictions.frame["contradiction"]
    assert found.frame["non-entailment"].to_numpy() == pytest.approx(rest.to_numpy())
    assert ((found.frame["label"] == "entailment") == (predictions.frame["entailment"] >= 0.4)).all()
    with pytest.raises(OptionError, match="probability from 0 to 1"):
        thresholded(predictions, 1.5)


def test_a_finding_is_plain_json_and_states_its_settings() -> None:
    finding = guard(CHALLENGE, scored(), 0.4)
    assert finding.measure == "guard"
    assert finding.settings["threshold"] == 0.4
    (figure,) = (each for each in finding.to_json()["figures"] if each["name"] == "auroc")
    assert figure["estimate"]["interval"]["method"] == "DeLong, logit"
