"""What rules are to explain: gold labels, or what a model says beyond gold."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.labels import Label

Codes = npt.NDArray[np.int64]
Shares = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Outcomes:
    """One class a pair, and how much each class counts for each label.

    Parameters
    ----------
    labels
        The labels that a rule may point to, l of them.
    classes
        Class of each pair, shape (pairs,).
    values
        What a pair of each class counts for each label, shape (l, classes): of gold 1 where it is the label,
        otherwise 0; of a model beside gold 1 where only the model says the label, -1 where only gold does.
    """

    labels: tuple[Label, ...]
    classes: Codes
    values: Shares

    @property
    def is_binary(self) -> bool:
        """Whether every pair counts 0 or 1."""
        return bool(np.isin(self.values, (0, 1)).all())

    def of(self, label: int) -> Shares:
        """Return what each pair counts for the label at a position, shape (pairs,)."""
        found: Shares = self.values[label][self.classes]
        return found


def gold_outcomes(labels: Sequence[Label], gold: Codes) -> Outcomes:
    """Return gold labels as outcomes; `gold` holds positions in `labels`."""
    return Outcomes(tuple(labels), gold, np.eye(len(labels)))


def model_outcomes(labels: Sequence[Label], gold: Codes, predicted: Codes) -> Outcomes:
    """Return what a model says beyond gold as outcomes; `gold` and `predicted` hold positions in `labels`."""
    k = len(labels)
    one_hot = np.eye(k)
    values = one_hot[:, None, :] - one_hot[:, :, None]  # label, gold, predicted
    return Outcomes(tuple(labels), gold * k + predicted, values.reshape(k, k * k))
