"""What wrong gold labels do to accuracies: the share of them that alone would make a gap between items."""

import numpy as np
import numpy.typing as npt

Shares = npt.NDArray[np.float64]


def share_of_wrong_gold(gap: float, accuracy: float, baseline_accuracy: float, labels: int) -> float | None:
    """Return the least share of wrong gold labels that makes such a gap for a model without any shortcut.

    A baseline predicts the gold label of some items. Where gold is wrong, it is one of the other labels,
    each as likely; the model is right of the true label as often with as without the baseline's help. Items
    whose gold is wrong are then mostly among those that the baseline does not predict, and the model, which
    says the true label, is wrong there.

    Parameters
    ----------
    gap
        Accuracy where the baseline predicts the gold label minus accuracy elsewhere.
    accuracy, baseline_accuracy
        Of the model and of the baseline, by the gold labels that stand there.
    labels
        How many labels there are.

    Returns
    -------
    float or None
        From 0 to 1 - 1 / labels, in steps of .001; None if no share makes so large a gap, or there is none.
    """
    if gap <= 0 or labels < 2 or not 0 < baseline_accuracy < 1:
        return None
    wrong = np.arange(0.0, 1 - 1 / labels, 0.001)
    gaps = _gaps(wrong, accuracy, baseline_accuracy, labels)
    enough = np.flatnonzero(gaps >= gap)
    return float(wrong[enough[0]]) if len(enough) else None


def _gaps(wrong: Shares, accuracy: float, baseline_accuracy: float, labels: int) -> Shares:
    """Return the gap at every share of wrong gold; accuracies by the gold that stands there are given."""
    others = labels - 1

    def by_true(right: float) -> Shares:
        """Return the accuracy by the true labels of a model with this one by those that stand there."""
        clean: Shares = (right - wrong / others) / (1 - wrong - wrong / others)
        return np.clip(clean, 0.0, 1.0)

    model, baseline = by_true(accuracy), by_true(baseline_accuracy)
    predicted_wrong = wrong * (1 - baseline) / others
    wrong_where_predicted = predicted_wrong / baseline_accuracy
    wrong_elsewhere = (wrong - predicted_wrong) / (1 - baseline_accuracy)
    of_wrong = (1 - model) / others
    gaps: Shares = (model - of_wrong) * (wrong_elsewhere - wrong_where_predicted)
    return gaps
