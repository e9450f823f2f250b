"""A linear model over vectors of texts: logistic regression on what a frozen encoder makes of them."""

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from rightreasons.cross_fitting.regression import Matrix
from rightreasons.cross_fitting.strength import Codes, Rows

C_OF_STRENGTH = 0.01
"""scikit-learn's C on standardised features where the inverse strength that n-grams would have is 1."""
MOST_ITERATIONS = 300
TOLERANCE = 1e-3


@dataclass(frozen=True)
class EncodedTexts:
    """What a frozen encoder makes of texts.

    Parameters
    ----------
    encoder
        What the encoder is called.
    vectors
        One vector a text, shape (texts, dimensions).
    """

    encoder: str
    vectors: npt.NDArray[np.float32] = field(repr=False)


@dataclass(frozen=True)
class VectorModel:
    """A multinomial logistic regression over standardised vectors.

    Parameters
    ----------
    centre, scale
        Mean and standard deviation of each dimension in the rows fitted to, shape (dimensions,).
    coefficients, bias
        Shape (dimensions, labels) and (labels,).
    iterations
        How many steps it took.
    """

    centre: Matrix = field(repr=False)
    scale: Matrix = field(repr=False)
    coefficients: Matrix = field(repr=False)
    bias: npt.NDArray[np.float64]
    iterations: int

    def probabilities(self, vectors: npt.NDArray[np.float32]) -> Matrix:
        """Return the probability of each label, shape (texts, labels)."""
        scores = ((vectors - self.centre) / self.scale) @ self.coefficients + self.bias
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        found: Matrix = (shares / shares.sum(axis=1, keepdims=True)).astype(np.float32)
        return found


@dataclass(frozen=True)
class LabelledVectors:
    """Vectors with the labels of rows, as `rightreasons.cross_fitting.strength.Labelled`.

    Parameters
    ----------
    vectors
        Of the labelled rows, which may be followed by rows that are only predicted.
    codes
        Label of every labelled row, from 0, shape (rows,).
    n_labels
        How many labels there are.
    """

    vectors: npt.NDArray[np.float32] = field(repr=False)
    codes: Codes = field(repr=False)
    n_labels: int

    @property
    def n_rows(self) -> int:
        """Labelled rows, and those that are only predicted."""
        return len(self.vectors)

    def with_codes(self, codes: Codes) -> "LabelledVectors":
        """Return the same rows with other labels."""
        return replace(self, codes=codes)

    def sample(self, rows: Rows) -> "LabelledVectors":
        """Return some of the labelled rows."""
        return LabelledVectors(self.vectors[rows], self.codes[rows], self.n_labels)

    def fitted(self, rows: Rows, strength: float) -> VectorModel:
        """Return the model fitted to some of the labelled rows; at strength 0 it knows their shares only."""
        vectors, codes = self.vectors[rows], self.codes[rows]
        present = np.unique(codes)
        if not strength or len(present) < 2:
            return self._shares(codes)
        centre, scale = vectors.mean(axis=0), np.maximum(vectors.std(axis=0), 1e-6)
        found = _regression((vectors - centre) / scale, codes, strength * C_OF_STRENGTH)
        coefficients = np.zeros((vectors.shape[1], self.n_labels), dtype=np.float32)
        bias = np.full(self.n_labels, -np.inf)  # of a label that no row has
        coefficients[:, present], bias[present] = found.coefficients, found.bias
        return VectorModel(centre, scale, coefficients, bias, found.iterations)

    def predicted(self, model: VectorModel, rows: Rows) -> Matrix:
        """Return the probability of each label for some rows, shape (rows, labels)."""
        return model.probabilities(self.vectors[rows])

    def _shares(self, codes: Codes) -> VectorModel:
        dimensions = self._dimensions
        with np.errstate(divide="ignore"):
            bias = np.log(np.bincount(codes, minlength=self.n_labels) / len(codes))
        nothing = np.zeros((dimensions, self.n_labels), dtype=np.float32)
        centre, scale = np.zeros(dimensions, dtype=np.float32), np.ones(dimensions, dtype=np.float32)
        return VectorModel(centre, scale, nothing, bias, 0)

    @cached_property
    def _dimensions(self) -> int:
        return int(self.vectors.shape[1])


@dataclass(frozen=True)
class _Found:
    coefficients: Matrix
    bias: npt.NDArray[np.float64]
    iterations: int


def _regression(vectors: npt.NDArray[np.float32], codes: Codes, c: float) -> _Found:
    from sklearn.linear_model import LogisticRegression
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):  # several fits are made at a time
        model = LogisticRegression(C=c, max_iter=MOST_ITERATIONS, tol=TOLERANCE).fit(vectors, codes)
    if len(model.classes_) == 2:  # one column stands for both labels
        half = model.coef_.T / 2
        return _Found(
            np.hstack([-half, half]),
            np.array([-0.5, 0.5]) * model.intercept_[0],
            int(model.n_iter_[0]),
        )
    return _Found(model.coef_.T, model.intercept_.astype(np.float64), int(model.n_iter_[0]))
