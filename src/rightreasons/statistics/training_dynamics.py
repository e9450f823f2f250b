"""How the probability of each row's gold label went over the epochs of a training."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class TrainingDynamics:
    """What became of every row in training; arrays of shape (rows,).

    Parameters
    ----------
    confidence
        Mean probability of the gold label over the epochs.
    variability
        Its standard deviation over the epochs (of all of them, not estimated from a sample).
    correctness
        Share of the epochs in which the row was predicted correctly.
    forgotten
        How often it was predicted correctly in an epoch and wrongly in the next.
    learned
        Whether it was ever predicted correctly.
    """

    confidence: Numbers
    variability: Numbers
    correctness: Numbers
    forgotten: npt.NDArray[np.int64]
    learned: npt.NDArray[np.bool_]


def training_dynamics(probability: npt.ArrayLike, correct: npt.ArrayLike) -> TrainingDynamics:
    """Return confidence, variability, correctness and forgetting of every row.

    Parameters
    ----------
    probability
        Of the gold label after each epoch, shape (rows, epochs), at least one epoch.
    correct
        Whether the label predicted was gold, same shape.

    Raises
    ------
    ValueError
        For other shapes, or probabilities that are not from 0 to 1.

    References
    ----------
    Swayamdipta et al. (2020), "Dataset cartography: mapping and diagnosing datasets with training dynamics",
    section 2; forgetting: Toneva et al. (2019), "An empirical study of example forgetting during deep neural
    network learning", section 3.
    """
    given, right = np.asarray(probability, dtype=np.float64), np.asarray(correct, dtype=np.bool_)
    if given.ndim != 2 or given.shape != right.shape or not given.shape[1]:
        raise ValueError("one probability and one flag for each row and epoch")
    if not ((given >= 0) & (given <= 1)).all():  # NaN is neither
        raise ValueError("probabilities are from 0 to 1")
    return TrainingDynamics(
        given.mean(axis=1),
        given.std(axis=1),
        right.mean(axis=1),
        (right[:, :-1] & ~right[:, 1:]).sum(axis=1),
        np.asarray(right.any(axis=1)),
    )
