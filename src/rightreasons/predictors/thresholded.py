"""The probability of entailment from which on a pair counts as entailed, set by labelled pairs."""

from dataclasses import dataclass

from rightreasons.challenges.guard import entailment_probability
from rightreasons.errors import MeasureInputError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.printable import printable
from rightreasons.statistics.paired_scores import best_threshold


@dataclass(frozen=True)
class FittedThreshold:
    """The threshold that tells entailed from other pairs best on labelled pairs.

    Parameters
    ----------
    threshold
        The probability of entailment from which on a pair counts as entailed.
    balanced_accuracy
        Mean of the shares of entailed and of other pairs that are then right, on the pairs it was fitted on.
    entailed, others
        How many pairs of either kind it was fitted on.
    """

    threshold: float
    balanced_accuracy: float
    entailed: int
    others: int


def fitted_threshold(pairs: PairTable, predictions: Predictions) -> FittedThreshold:
    """Return the threshold with the greatest balanced accuracy.

    It lies half-way between the two neighbouring probabilities that it parts. Where several cuts are equally
    good it is the middle one, of an even number the lower of the two in the middle.

    Parameters
    ----------
    pairs
        With gold labels; those but entailment count as one.
    predictions
        What the model said of them, with probabilities; pairs without a prediction are left out.

    Raises
    ------
    MeasureInputError
        If there are no entailed pairs, or no others.
    PredictionError
        If there is no probability of entailment.
    """
    probability = entailment_probability(predictions)
    said = predictions.frame.select("id").with_columns(probability.alias("said"))
    rows = pairs.with_gold().frame.select("id", "label").join(said, on="id", maintain_order="left")
    is_entailed = (rows["label"] == Label.ENTAILMENT).to_numpy()
    entailed, others = int(is_entailed.sum()), int((~is_entailed).sum())
    if not entailed or not others:
        raise MeasureInputError(
            f"{entailed:,} entailed and {others:,} other pairs with predictions in '{printable(pairs.name)}'",
            "pairs of both kinds to fit a threshold on",
            "give other labelled pairs, or a threshold",
        )
    found = best_threshold(rows["said"].to_numpy(), is_entailed)
    return FittedThreshold(found.value, found.balanced_accuracy, entailed, others)
