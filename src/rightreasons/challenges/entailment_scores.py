"""The probability of entailment as a score: where there is one, and answers by a threshold of it."""

import polars as pl

from rightreasons.errors import OptionError, PredictionError
from rightreasons.labels import TWO_WAY, Label
from rightreasons.pairs import LABEL_TYPE
from rightreasons.predictions import Predictions
from rightreasons.printable import printable


def why_no_score(predictions: Predictions) -> str | None:
    """Return why there is no probability of entailment beside that of its contrary, or None if there is."""
    if not predictions.has_probabilities:
        return "there are no probabilities"
    if Label.ENTAILMENT not in predictions.labels or len(predictions.labels) < 2:
        return "the probabilities are not those of entailment and of what is not entailed"
    return None


def entailment_probability(predictions: Predictions) -> pl.Series:
    """Return the probability of entailment of every pair, shape (n,).

    Raises
    ------
    PredictionError
        If there is none.
    """
    reason = why_no_score(predictions)
    if reason:
        raise PredictionError(
            f"predictions of '{printable(predictions.name)}': {reason}",
            "a probability of entailment and of the other labels",
            "use a model that gives probabilities, or leave out the threshold",
        )
    return predictions.frame[Label.ENTAILMENT].alias("entailment_probability")


def thresholded(predictions: Predictions, threshold: float) -> Predictions:
    """Return predictions with two labels: entailment from a probability of `threshold` on.

    Parameters
    ----------
    predictions
        With probabilities; those of all other labels are added up to that of non-entailment.
    threshold
        From 0 to 1.

    Raises
    ------
    PredictionError
        If there is no probability of entailment.
    OptionError
        For a threshold outside 0 to 1.
    """
    if not 0 <= threshold <= 1:
        raise OptionError(f"a threshold of {threshold:g}", "a probability from 0 to 1", "correct --threshold")
    entailed = entailment_probability(predictions)
    others = predictions.probabilities.drop(Label.ENTAILMENT).sum_horizontal().clip(0, 1)
    names = pl.Series([Label.NON_ENTAILMENT.value, Label.ENTAILMENT.value], dtype=LABEL_TYPE)
    frame = pl.DataFrame(
        {
            "id": predictions.frame["id"],
            "label": names.gather((entailed >= threshold).cast(pl.UInt32)),
            Label.ENTAILMENT.value: entailed,
            Label.NON_ENTAILMENT.value: others,
        }
    )
    return Predictions(frame, TWO_WAY, predictions.provenance)
