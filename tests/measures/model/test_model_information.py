"""What a model knows of the labels in bits, against closed forms; and where it cannot be measured."""

import numpy as np
import polars as pl
import pytest

from rightreasons import read_pairs
from rightreasons.challenges.challenge import from_pairs
from rightreasons.errors import NotApplicableError
from rightreasons.findings import Finding
from rightreasons.labels import THREE_WAY, Label
from rightreasons.measures.model.model_information import model_information
from rightreasons.pairs import LABEL_TYPE, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.statistics.temperature import calibrated

ROWS = 1_200


def pairs_of(gold: np.ndarray, labels: tuple[str, ...], seed: int = 0) -> PairTable:
    rng = np.random.default_rng(seed)
    words = np.array([f"w{number}" for number in range(100, 300)])
    texts = [[" ".join(rng.choice(words, 8)) for _ in gold] for _ in range(2)]
    return read_pairs(
        pl.DataFrame({"premise": texts[0], "hypothesis": texts[1], "label": [labels[each] for each in gold]})
    ).named("set")


def predictions_of(pairs: PairTable, probabilities: np.ndarray, labels: tuple[Label, ...]) -> Predictions:
    names = [str(label) for label in labels]
    frame = pl.DataFrame(
        {
            "id": pairs.frame["id"],
            "label": pl.Series([names[each] for each in probabilities.argmax(axis=1)], dtype=LABEL_TYPE),
        }
    ).with_columns(pl.Series(name, probabilities[:, place]) for place, name in enumerate(names))
    return Predictions(frame, labels, Provenance("model"))


def measured(pairs: PairTable, predictions: Predictions) -> Finding:
    return model_information(from_pairs("set", pairs, ()), pairs, predictions)


def balanced() -> np.ndarray:
    return np.random.default_rng(1).permutation(np.arange(ROWS) % 3)


def given_to_gold(gold: np.ndarray, share: float) -> np.ndarray:
    found = np.full((len(gold), 3), (1 - share) / 2)
    found[np.arange(len(gold)), gold] = share
    return found


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_a_constant_probability_of_gold_is_so_many_bits(share: float) -> None:
    gold = balanced()
    pairs = pairs_of(gold, tuple(map(str, THREE_WAY)))
    figures = measured(pairs, predictions_of(pairs, given_to_gold(gold, share), THREE_WAY)).figures
    of_others = (ROWS / 3 - 1) / (ROWS - 1)
    assert figures["information"].value == pytest.approx(np.log2(share) - np.log2(of_others))
    assert figures["label_entropy"].value == pytest.approx(-np.log2(of_others))


def test_a_model_that_is_mostly_right_and_too_sure_is_not_said_to_know_nothing() -> None:
    gold = balanced()
    said = np.where(np.random.default_rng(2).random(ROWS) < 0.85, gold, (gold + 1) % 3)
    pairs = pairs_of(gold, tuple(map(str, THREE_WAY)))
    finding = measured(pairs, predictions_of(pairs, given_to_gold(said, 1 - 1e-6), THREE_WAY))
    assert (finding.figures["information"].value or 0) < 0
    # Right in 85 %, the rest shared by two labels: log2 3 - H(.85, .075, .075).
    told = np.log2(3) + 0.85 * np.log2(0.85) + 0.15 * np.log2(0.075)
    assert finding.figures["calibrated"].value == pytest.approx(told, abs=0.06)
    assert "overconfident where it is wrong" in finding.headline


def test_a_model_that_answers_at_random_is_said_to_know_nothing() -> None:
    gold = balanced()
    pairs = pairs_of(gold, tuple(map(str, THREE_WAY)))
    random = np.random.default_rng(2).dirichlet(np.ones(3) * 50, ROWS)
    finding = measured(pairs, predictions_of(pairs, random, THREE_WAY))
    assert "not shown to give more information" in str(finding.headline)


def test_probabilities_that_are_too_sure_are_mended_by_a_temperature() -> None:
    rng = np.random.default_rng(3)
    true = rng.dirichlet(np.ones(3), ROWS)
    gold = np.array([rng.choice(3, p=each) for each in true])
    sharp = true**4 / (true**4).sum(axis=1, keepdims=True)
    pairs = pairs_of(gold, tuple(map(str, THREE_WAY)))
    as_they_are, mended = (
        measured(pairs, predictions_of(pairs, sharp, THREE_WAY)).figures[name].value
        for name in ("information", "calibrated")
    )
    best = measured(pairs, predictions_of(pairs, true, THREE_WAY)).figures["information"].value
    assert as_they_are is not None
    assert mended is not None
    assert as_they_are < mended
    assert mended == pytest.approx(best, abs=0.02)


def test_one_temperature_is_fitted_to_other_items() -> None:
    probabilities = np.tile([0.8, 0.2], (10, 1))
    allowed = np.tile([True, False], (10, 1))
    allowed[0] = [False, True]
    found = calibrated(probabilities, allowed, 0)
    assert (found[0] == found[0]).all()
    assert found[0, 0] > found[1, 0]  # the others than the first are all right: they are surer of them


def test_labels_that_gold_allows_together_are_added_up() -> None:
    gold = balanced() % 2
    pairs = pairs_of(gold, ("entailment", "non-entailment"))
    three = np.where(gold[:, None] == 0, [0.6, 0.3, 0.1], [0.4, 0.35, 0.25])
    figures = measured(pairs, predictions_of(pairs, three, THREE_WAY)).figures
    counts = np.bincount(gold)
    shares = (counts[gold] - 1) / (ROWS - 1)
    assert figures["information"].value == pytest.approx(float(np.log2(0.6) - np.log2(shares).mean()))


def test_what_the_hypothesis_gives_away_is_set_beside_it() -> None:
    rng = np.random.default_rng(4)
    gold = balanced()
    labels = tuple(map(str, THREE_WAY))
    plain = pairs_of(gold, labels)
    marked = [
        f"{text} marker" if label == 0 else f"{text} filler"
        for text, label in zip(plain.hypotheses.to_list(), gold, strict=True)
    ]
    pairs = read_pairs(plain.frame.select("premise", "label").with_columns(hypothesis=pl.Series(marked)))
    pairs = pairs.named("set")
    noisy = given_to_gold(np.where(rng.random(ROWS) < 0.9, gold, (gold + 1) % 3), 0.8)
    figures = measured(pairs, predictions_of(pairs, noisy, THREE_WAY)).figures
    alone = figures["hypothesis.information"].value
    assert alone is not None
    assert 0.6 < alone < np.log2(3) - 2 / 3 + 0.02  # who sees it knows one label of three
    beyond = figures["beyond_hypothesis"].value
    assert beyond == pytest.approx((figures["information"].value or 0) - alone)


def test_labels_alone_are_not_measured() -> None:
    gold = balanced()
    pairs = pairs_of(gold, tuple(map(str, THREE_WAY)))
    with_probabilities = predictions_of(pairs, given_to_gold(gold, 0.8), THREE_WAY)
    bare = Predictions(with_probabilities.frame.select("id", "label"), THREE_WAY, Provenance("model"))
    with pytest.raises(NotApplicableError):
        measured(pairs, bare)


def test_groups_of_the_data_have_bits_of_their_own() -> None:
    gold = balanced()
    source = np.where(np.arange(ROWS) % 2, "web", "news")
    known = np.where(source[:, None] == "web", given_to_gold(gold, 0.9), given_to_gold(gold, 0.5))
    plain = pairs_of(gold, tuple(map(str, THREE_WAY)))
    pairs = read_pairs(plain.frame.with_columns(source=pl.Series(source))).named("set")
    predictions = predictions_of(pairs, known, THREE_WAY)
    view = model_information(from_pairs("set", pairs, ("source",)), pairs, predictions).views["by_source"]
    found = {line[0]: line[3] for line in view.lines if line[1] == "model"}
    of_others = (ROWS / 3 - 1) / (ROWS - 1)
    assert found["web"] == pytest.approx(np.log2(0.9) - np.log2(of_others))
    assert found["news"] == pytest.approx(np.log2(0.5) - np.log2(of_others))
