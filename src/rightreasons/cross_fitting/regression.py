"""Multinomial logistic regression over the n-grams of texts, fitted to the label counts of each text."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.cross_fitting.features import LEAST_COUNT, Features
from rightreasons.cross_fitting.minimise import Vector, minimise
from rightreasons.cross_fitting.regression_sums import (
    add_by_part,
    cross_entropy,
    sums_by_ngram,
    sums_by_text,
    sums_by_word,
)

INVERSE_REGULARISATION = 1.0
TOLERANCE = 5e-4
MOST_ITERATIONS = 100
Matrix = npt.NDArray[np.float32]
Positions = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Weighting:
    """What one training set says of features and texts: made from its rows only.

    Parameters
    ----------
    counts
        How often each feature occurs in the training rows, shape (features,): words, word pairs, character
        n-grams.
    values
        Value of one occurrence of each feature, shape (features,): 1 + ln(rows / count), at least 1; 0 for a
        feature that occurs less than twice.
    scale
        What makes the squared values of a text's occurrences add up to 1, shape (texts,).
    """

    counts: npt.NDArray[np.int64]
    values: Vector
    scale: Vector


@dataclass(frozen=True)
class Regression:
    """A fitted model.

    Parameters
    ----------
    coefficients
        Shape (features, labels), for values scaled as `weighting` says.
    bias
        Shape (labels,).
    weighting
        The training set's feature values.
    loss
        Objective at the end: mean cross-entropy in nats plus the penalty.
    iterations
        Steps of the minimisation.
    """

    coefficients: Matrix
    bias: Vector
    weighting: Weighting
    loss: float
    iterations: int


def weighting(features: Features, rows_of_text: Vector) -> Weighting:
    """Return feature values from the training rows, of which each text has `rows_of_text`."""
    counts = _counts(features, rows_of_text)
    rows = max(float(rows_of_text.sum()), 1.0)
    values = 1 + np.log(np.maximum(rows / np.maximum(counts, 1), 1))
    values = np.where(counts >= LEAST_COUNT, values, 0).astype(np.float32)
    return Weighting(counts, values, text_scale(features, values))


def text_scale(features: Features, values: Vector) -> Vector:
    """Return `Weighting.scale` for the values of the features, shape (texts,)."""
    squares = _sums(features, np.arange(features.n_texts), np.square(values)[:, None]).ravel()
    return np.where(squares > 0, 1 / np.sqrt(np.maximum(squares, 1)), 0).astype(np.float32)


def fit(
    features: Features, counts: Matrix, inverse_regularisation: float = INVERSE_REGULARISATION
) -> Regression:
    """Fit the regression to `counts`, the training rows of each text by label, shape (texts, labels).

    Minimises the mean cross-entropy plus ``|coefficients|^2 / (2 C rows)``, C being `inverse_regularisation`,
    the bias not penalised; with C = 0 every text gets the shares of the labels. The minimisation runs on
    coefficients divided by the root of a bound on their curvature, which takes a third of the steps and does
    not move the minimum.
    """
    rows_of_text = counts.sum(axis=1)
    made = weighting(features, rows_of_text)
    rows = float(rows_of_text.sum())
    if not inverse_regularisation:
        return _shares_only(made, counts)
    penalty = 1 / (inverse_regularisation * rows)
    typical = float(rows_of_text @ np.square(made.scale)) / rows
    curvature = made.counts * made.values.astype(np.float64) ** 2 * typical / (4 * rows)
    stretch = (1 / np.sqrt(curvature + penalty)).astype(np.float32)[:, None]
    objective = _Objective(features, made, counts, stretch, penalty)
    found = minimise(objective, objective.start(), TOLERANCE, MOST_ITERATIONS)
    scaled, bias = objective.unpacked(found.at)
    return Regression(scaled * stretch, bias, made, found.value, found.iterations)


def probabilities(features: Features, model: Regression, texts: Positions) -> Matrix:
    """Return the probability of each label for each of `texts`, shape (texts, labels)."""
    scores = _sums(features, texts, model.coefficients * model.weighting.values[:, None])
    scores = scores * model.weighting.scale[texts, None] + model.bias
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Matrix = powers / powers.sum(axis=1, keepdims=True)
    return shares


def _shares_only(made: Weighting, counts: Matrix) -> Regression:
    bias = _log_shares(counts)
    shares = counts.sum(axis=0, dtype=np.float64)
    loss = -float(shares @ bias) / max(float(shares.sum()), 1.0)
    return Regression(np.zeros((len(made.values), len(bias)), dtype=np.float32), bias, made, loss, 0)


def _log_shares(counts: Matrix) -> Vector:
    totals = counts.sum(axis=0, dtype=np.float64)
    logs: Vector = np.log(np.maximum(totals, 0.5) / max(totals.sum(), 1.0)).astype(np.float32)
    return logs


class _Objective:
    """Mean cross-entropy plus penalty, and gradient, by the stretched coefficients and the bias."""

    def __init__(
        self, features: Features, made: Weighting, counts: Matrix, stretch: Matrix, penalty: float
    ) -> None:
        self.features = features
        self.texts = np.flatnonzero(counts.any(axis=1))
        self.counts = counts[self.texts]
        self.scale = made.scale[self.texts]
        self.values = made.values[:, None] * stretch
        self.penalties = np.float32(penalty) * np.square(stretch)
        self.rows = np.float32(self.counts.sum())

    def start(self) -> Vector:
        """Return where the search begins: coefficients 0, the logarithms of the labels' shares as bias."""
        bias = _log_shares(self.counts)
        return np.concatenate([np.zeros(self.values.size * len(bias), dtype=np.float32), bias])

    def unpacked(self, point: Vector) -> tuple[Matrix, Vector]:
        """Return coefficients, shape (features, labels), and bias, shape (labels,), of one flat point."""
        labels = self.counts.shape[1]
        return point[:-labels].reshape(-1, labels), point[-labels:]

    def __call__(self, point: Vector) -> tuple[float, Vector]:
        scaled, bias = self.unpacked(point)
        sums = _sums(self.features, self.texts, scaled * self.values)
        loss, by_bias = cross_entropy(sums, self.counts, self.scale, bias)
        gradient = _gradient(self.features, self.texts, sums)
        gradient *= self.values / self.rows
        pull = self.penalties * scaled
        gradient += pull
        value = loss / float(self.rows) + float(np.dot(pull.ravel(), scaled.ravel())) / 2
        return value, np.concatenate([gradient.ravel(), by_bias / self.rows])


def _counts(features: Features, rows_of_text: Vector) -> npt.NDArray[np.int64]:
    n_words, n_pairs, n_ngrams = features.sizes
    weights = np.repeat(rows_of_text, np.diff(features.offsets))
    of_words = np.bincount(features.words, weights, n_words)
    of_pairs = np.bincount(features.pairs + 1, weights, n_pairs + 1)[1:]
    of_ngrams = sums_by_ngram(features.ngram_offsets, features.ngrams, of_words[:, None], n_ngrams)
    counts: npt.NDArray[np.int64] = np.rint(np.concatenate([of_words, of_pairs, of_ngrams.ravel()])).astype(
        np.int64
    )
    return counts


def _sums(features: Features, texts: Positions, values: Matrix) -> Matrix:
    """Return the sum of `values`, shape (features, columns), over the features of each text."""
    n_words, n_pairs, _ = features.sizes
    of_words, of_pairs, of_ngrams = np.split(values, [n_words, n_words + n_pairs])
    of_words = of_words + sums_by_word(features.ngram_offsets, features.ngrams, of_ngrams)
    return sums_by_text(texts, features.offsets, features.words, features.pairs, of_words, of_pairs)


def _gradient(features: Features, texts: Positions, slopes: Matrix) -> Matrix:
    """Return the sum of `slopes`, shape (texts, labels), over the texts of each feature."""
    n_words, n_pairs, n_ngrams = features.sizes
    gradient = np.zeros((n_words + n_pairs, slopes.shape[1]), dtype=np.float32)
    by_words, by_pairs = gradient[:n_words], gradient[n_words:]
    add_by_part(texts, features.offsets, features.words, features.pairs, slopes, by_words, by_pairs)
    by_ngrams = sums_by_ngram(features.ngram_offsets, features.ngrams, by_words, n_ngrams)
    return np.concatenate([gradient, by_ngrams])
