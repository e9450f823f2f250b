"""The regression is the one that scikit-learn fits to the same features."""

import numpy as np
import numpy.typing as npt
import polars as pl
import pytest
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from rightreasons.cross_fitting import regression
from rightreasons.cross_fitting.features import Features, ngram_features
from rightreasons.cross_fitting.minimise import minimise
from rightreasons.cross_fitting.regression import Matrix, fit, probabilities, weighting
from rightreasons.text.tokens import from_lists

Labels = npt.NDArray[np.int64]
SETTINGS = [2, 3, 4]


def sentences(rows: int, n_labels: int, seed: int) -> tuple[Features, Labels]:
    """Draw texts in which a few words go with a label."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, n_labels, rows)
    vocabulary = [f"w{position}" for position in range(80)]
    weights = 1 / np.arange(1, 81)
    texts = []
    for label in labels:
        words = rng.choice(vocabulary, rng.integers(1, 9), p=weights / weights.sum()).tolist()
        texts.append([*words, f"tell{label}"] if rng.random() < 0.4 else words)
    return ngram_features([from_lists(pl.Series(texts), "test")]), labels


def counted(features: Features, rows: npt.NDArray[np.int64], labels: Labels) -> Matrix:
    counts = np.zeros((features.n_texts, int(labels.max()) + 1), dtype=np.float32)
    np.add.at(counts, (features.text_of_row[rows], labels[rows]), 1)
    return counts


def design_matrix(features: Features, counts: Matrix) -> csr_matrix:
    """Return the features of every row as a sparse matrix, by plain loops."""
    n_words, n_pairs, n_ngrams = features.sizes
    made = weighting(features, counts.sum(axis=1))
    rows, columns, values = [], [], []
    for row, text in enumerate(features.text_of_row.tolist()):
        for place in range(features.offsets[text], features.offsets[text + 1]):
            word, pair = int(features.words[place]), int(features.pairs[place])
            first, last = features.ngram_offsets[word : word + 2]
            own = [word] + [n_words + n_pairs + ngram for ngram in features.ngrams[first:last].tolist()]
            for column in own + ([n_words + pair] if pair >= 0 else []):
                rows.append(row)
                columns.append(column)
                values.append(float(made.values[column]))
    squares = np.bincount(rows, np.square(values), len(features.text_of_row))
    values = [value / np.sqrt(squares[row]) for row, value in zip(rows, values, strict=True)]
    shape = (len(features.text_of_row), n_words + n_pairs + n_ngrams)
    return csr_matrix((values, (rows, columns)), shape=shape)


@pytest.mark.parametrize("n_labels", SETTINGS)
def test_the_minimum_is_that_of_scikit_learn_on_the_same_matrix(
    n_labels: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    features, labels = sentences(400, n_labels, seed=n_labels)
    rows = np.arange(400)
    counts = counted(features, rows, labels)
    matrix = design_matrix(features, counts)
    # Two labels: scikit-learn fits one vector where the softmax has two, which halves its penalty.
    theirs = LogisticRegression(C=1.0 if n_labels > 2 else 2.0, tol=1e-8, max_iter=5000).fit(matrix, labels)
    expected = theirs.predict_proba(matrix)
    early = probabilities(features, fit(features, counts), features.text_of_row.astype(np.int64))
    monkeypatch.setattr(regression, "TOLERANCE", 1e-7)
    late = probabilities(features, fit(features, counts), features.text_of_row.astype(np.int64))
    np.testing.assert_allclose(late, expected, atol=5e-3)
    own_loss, their_loss = (
        -np.log(found[rows, labels]).mean() for found in (early.astype(np.float64), expected)
    )
    assert own_loss == pytest.approx(their_loss, rel=0.02)
    assert (early.argmax(1) == labels).mean() == pytest.approx(theirs.score(matrix, labels), abs=0.02)


def test_the_objective_reported_is_cross_entropy_plus_penalty() -> None:
    features, labels = sentences(200, 3, seed=7)
    counts = counted(features, np.arange(200), labels)
    model = fit(features, counts)
    shares = probabilities(features, model, features.text_of_row.astype(np.int64)).astype(np.float64)
    penalty = np.square(model.coefficients, dtype=np.float64).sum() / (2 * 200)
    expected = -np.log(shares[np.arange(200), labels]).mean() + penalty
    assert model.loss == pytest.approx(expected, rel=1e-5)
    np.testing.assert_allclose(shares.sum(axis=1), 1, rtol=1e-6)


def test_the_gradient_is_that_of_finite_differences() -> None:
    features, labels = sentences(60, 3, seed=3)
    counts = counted(features, np.arange(60), labels)
    made = weighting(features, counts.sum(axis=1))
    stretch = np.full((sum(features.sizes), 1), 2, dtype=np.float32)
    objective = regression._Objective(features, made, counts, stretch, 0.05)
    rng = np.random.default_rng(1)
    point = rng.normal(0, 0.1, len(objective.start())).astype(np.float32)
    _, gradient = objective(point)
    for direction in rng.normal(size=(10, len(point))).astype(np.float32):
        step = np.float32(1e-2) * direction / np.linalg.norm(direction)
        rise = objective(point + step)[0] - objective(point - step)[0]
        assert rise == pytest.approx(2 * float(gradient @ step), rel=2e-2, abs=2e-6)


def test_rows_left_out_do_not_touch_the_model() -> None:
    features, labels = sentences(300, 3, seed=5)
    seen = np.arange(200)
    other = labels.copy()
    other[200:] = (other[200:] + 1) % 3
    model, again = (fit(features, counted(features, seen, each)) for each in (labels, other))
    assert model.coefficients.tobytes() == again.coefficients.tobytes()
    unseen = model.weighting.counts < 2
    assert unseen.any()
    assert not model.coefficients[unseen].any()


def test_the_minimiser_finds_the_minimum_of_a_narrow_valley() -> None:
    curvature = np.geomspace(1, 1e3, 20).astype(np.float32)
    target = np.linspace(-1, 1, 20, dtype=np.float32)

    def valley(point: npt.NDArray[np.float32]) -> tuple[float, npt.NDArray[np.float32]]:
        gap = point - target
        return 1 + float(curvature @ gap**2) / 2, curvature * gap

    found = minimise(valley, np.zeros(20, dtype=np.float32), 1e-7, 500)
    np.testing.assert_allclose(found.at, target, atol=1e-2)
    assert found.value == pytest.approx(1, abs=1e-4)
    assert minimise(valley, target, 1e-7, 500).iterations == 0
