"""A linear model on a frozen encoder's features: what it finds, what n-grams miss, and in which folds."""

from collections.abc import Callable

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from tests.conftest import MakePairs

from rightreasons.cross_fitting.vectors import C_OF_STRENGTH, EncodedTexts, LabelledVectors
from rightreasons.errors import NotApplicableError
from rightreasons.findings import Finding
from rightreasons.measures.data.hypothesis_only.encoded import hypothesis_only_encoder
from rightreasons.measures.data.hypothesis_only.measures import hypothesis_only
from rightreasons.measures.data.inputs import AuditInputs, PreparedTexts
from rightreasons.pairs import PairTable
from rightreasons.sentences.sentence import Sentence
from rightreasons.text.tokenisations import tokens

ROWS = 600
LABELS = ["entailment", "neutral", "contradiction"]


@pytest.fixture(scope="module")
def drawn(make_pairs: MakePairs) -> PairTable:
    """Pairs of which no two share a text, their words independent of the labels."""
    rng = np.random.default_rng(3)
    words = [" ".join(f"w{number}" for number in rng.integers(0, 500, 12)) for _ in range(ROWS)]
    labels = rng.choice(LABELS, ROWS)
    return make_pairs(
        [
            (f"p{row} q{row}", text, str(label))
            for row, (text, label) in enumerate(zip(words, labels, strict=True))
        ]
    )


def telling(table: PairTable, strength: float, seed: int = 5) -> EncodedTexts:
    """Vectors of noise, of which one dimension a label is higher in its rows."""
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(len(table), 20))
    places = [LABELS.index(str(label)) for label in table.gold]
    vectors[np.arange(len(table)), places] += strength
    return EncodedTexts("made up", vectors.astype(np.float32))


def measured(table: PairTable, given: EncodedTexts) -> Finding:
    return hypothesis_only_encoder(table, given, tokens(table.hypotheses, "word-punct"))


def test_what_words_do_not_tell_is_missed_by_ngrams(drawn: PairTable) -> None:
    found = measured(drawn, telling(drawn, 3.0))
    accuracy, bag, missed = (found.figures[name] for name in ("accuracy", "ngrams", "missed_by_ngrams"))
    assert accuracy.value is not None
    assert bag.value is not None
    assert accuracy.value > 0.9  # the best rule is right in 95 % of such rows
    assert missed.value == pytest.approx(accuracy.value - bag.value)
    assert missed.interval is not None
    assert missed.interval.low > 0.3
    assert "The encoder is better by" in found.headline
    assert isinstance(found.headline, Sentence)
    assert "missed_by_ngrams" in found.headline.figures


def test_noise_is_not_shown_to_tell_anything(drawn: PairTable) -> None:
    found = measured(drawn, telling(drawn, 0.0))
    gain, missed = (found.figures[name] for name in ("gain", "missed_by_ngrams"))
    for figure in (gain, missed):
        assert figure.interval is not None
        assert figure.interval.low <= 0 <= figure.interval.high
    assert "No difference is shown" in found.headline


def test_words_that_the_features_lack_are_told_too(make_pairs: MakePairs, drawn: PairTable) -> None:
    rows = zip(drawn.premises, drawn.hypotheses, drawn.gold, strict=True)
    table = make_pairs([(premise, f"{text} told{label}", str(label)) for premise, text, label in rows])
    found = measured(table, telling(table, 0.0))
    assert "These features miss some of the words" in found.headline


def test_it_is_cross_fitted_in_the_folds_of_the_bag_of_ngrams(drawn: PairTable) -> None:
    found = measured(drawn, telling(drawn, 1.0))
    bag = hypothesis_only(drawn, tokens(drawn.hypotheses, "word-punct"))
    assert found.items is not None
    assert bag.items is not None
    both = found.items.join(bag.items, on=["set", "id"])
    assert both["hypothesis_only_encoder_fold"].to_list() == both["hypothesis_only_fold"].to_list()
    assert found.figures["majority"].value == bag.figures["majority"].value


def test_a_test_is_scored_by_a_model_of_all_training_rows(make_pairs: MakePairs, drawn: PairTable) -> None:
    test = drawn.head(200).named("test")
    given, of_test = telling(drawn, 3.0), telling(drawn.head(200), 3.0, seed=9)
    words = [tokens(table.hypotheses, "word-punct") for table in (drawn, test)]
    found = hypothesis_only_encoder(drawn, given, words[0], test, of_test, words[1])
    assert found.figures["accuracy"].n == 200
    accuracy = found.figures["accuracy"].value
    assert accuracy is not None
    assert accuracy > 0.85


def test_without_an_encoder_it_says_what_to_add(drawn: PairTable) -> None:
    inputs = AuditInputs({drawn.name: drawn}, PreparedTexts({drawn.name: drawn}))
    with pytest.raises(NotApplicableError, match="encoder="):
        inputs.find("hypothesis_only_encoder", hypothesis_only_encoder)


@pytest.mark.parametrize("n_labels", [2, 3])
def test_probabilities_are_those_of_scikit_learn(n_labels: int) -> None:
    rng = np.random.default_rng(1)
    vectors = rng.normal(size=(300, 6)).astype(np.float32)
    codes = (vectors[:, 0] + rng.normal(size=300) > 0).astype(np.int64) + (
        (vectors[:, 1] > 0.5).astype(np.int64) if n_labels == 3 else 0
    )
    data, rows = LabelledVectors(vectors, codes, n_labels), np.arange(200)
    ours = data.predicted(data.fitted(rows, 0.3), np.arange(200, 300))
    centred = (vectors - vectors[:200].mean(axis=0)) / vectors[:200].std(axis=0)
    oracle = LogisticRegression(C=0.3 * C_OF_STRENGTH).fit(centred[:200], codes[:200])
    assert ours == pytest.approx(oracle.predict_proba(centred[200:]), abs=2e-3)


@pytest.mark.parametrize(("strength", "present"), [(0.0, (0, 1, 2)), (0.3, (0, 2)), (0.3, (1,))])
def test_labels_that_no_row_has_get_nothing(strength: float, present: tuple[int, ...]) -> None:
    rng = np.random.default_rng(2)
    codes = rng.choice(present, 90)
    data = LabelledVectors(rng.normal(size=(90, 4)).astype(np.float32), codes, 3)
    shares = data.predicted(data.fitted(np.arange(90), strength), np.arange(90))
    assert shares.sum(axis=1) == pytest.approx(np.ones(90), abs=1e-5)
    for label in range(3):
        assert (shares[:, label] > 0).all() == (label in present)
    if not strength:
        assert shares[0] == pytest.approx(np.bincount(codes, minlength=3) / 90)


def test_what_a_row_gets_does_not_depend_on_the_rows_beside_it(
    random_pairs: Callable[[int, int], PairTable],
) -> None:
    table = random_pairs(4, 120)
    data = LabelledVectors(telling(table, 1.0).vectors, np.arange(120) % 3, 3)
    model = data.fitted(np.arange(100), 1.0)
    together = data.predicted(model, np.arange(100, 120))
    alone = np.vstack([data.predicted(model, np.array([row])) for row in range(100, 120)])
    assert together == pytest.approx(alone, abs=1e-6)
