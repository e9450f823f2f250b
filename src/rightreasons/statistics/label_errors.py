"""Which other label the probabilities of a model point to, of items that may be labelled wrongly."""

import numpy as np
import numpy.typing as npt

Shares = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]


def confident_labels(probabilities: Shares, codes: Codes) -> Codes:
    """Return the label that a model is confident of for each item, -1 where there is none, shape (items,).

    It is confident of a label whose probability is at least the mean one of that label over the items that
    have it; of several such labels, of the most probable.

    Parameters
    ----------
    probabilities
        From models that were not fitted to the item, shape (items, labels).
    codes
        Label of every item, from 0, shape (items,).

    References
    ----------
    Northcutt, Jiang and Chuang (2021), "Confident learning: estimating uncertainty in dataset
    labels", Journal of Artificial Intelligence Research 70, section 3.1, equations 1 and 2.
    """
    labels = probabilities.shape[1]
    thresholds = np.array(
        [
            probabilities[codes == code, code].mean() if (codes == code).any() else np.inf
            for code in range(labels)
        ]
    )
    confident = np.where(probabilities >= thresholds, probabilities, -np.inf)
    return np.where(np.isfinite(confident).any(axis=1), confident.argmax(axis=1), -1).astype(np.int64)
