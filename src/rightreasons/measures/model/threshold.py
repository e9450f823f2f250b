"""The measure `threshold`: from which probability of entailment on a pair counts as entailed, fitted."""

from dataclasses import dataclass

from rightreasons.challenges.entailment_scores import entailment_probability
from rightreasons.errors import MeasureInputError
from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.labels import Label
from rightreasons.numbers import count
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors.response import Responses
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.paired_scores import best_threshold
from rightreasons.statistics.results import Estimate

ADDS = {"model_measure": ["threshold"]}

MEASURE = "threshold"


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
    scored = predictions.frame.select("id").with_columns(probability.alias("probability"))
    rows = pairs.with_gold().frame.select("id", "label").join(scored, on="id", maintain_order="left")
    is_entailed = (rows["label"] == Label.ENTAILMENT).to_numpy()
    entailed, others = int(is_entailed.sum()), int((~is_entailed).sum())
    if not entailed or not others:
        raise MeasureInputError(
            f"{count(entailed)} entailed and {count(others)} other pairs with predictions "
            f"in '{printable(pairs.name)}'",
            "pairs of both kinds to fit a threshold on",
            "give other labelled pairs, or a threshold",
        )
    found = best_threshold(rows["probability"].to_numpy(), is_entailed)
    return FittedThreshold(found.value, found.balanced_accuracy, entailed, others)


def threshold(fitting: PairTable, responses: Responses, model: str) -> Finding:
    """Fit the probability from which a pair counts as entailed, on labelled pairs.

    Parameters
    ----------
    fitting
        With gold labels; those but entailment count as one.
    responses
        What the model answered to them.
    model
        What to call it.

    Returns
    -------
    Finding
        Figures ``threshold`` and ``balanced_accuracy``, both of the very pairs that it was fitted on.

    Raises
    ------
    MeasureInputError
        If the pairs are not of both kinds.
    PredictionError
        If the model gives no probability of entailment.
    """
    return _finding(model, fitting, fitted_threshold(fitting, responses.predictions))


def _finding(model: str, pairs: PairTable, found: FittedThreshold) -> Finding:
    n = found.entailed + found.others
    exact = "fitted on these very pairs: no interval"
    return Finding(
        measure=MEASURE,
        subject=f"{model}, fitted on {pairs.name}",
        definition=fill("threshold.definition"),
        headline=fill(
            "threshold.headline",
            model=model,
            threshold=found.threshold,
            accuracy=found.balanced_accuracy,
            pairs=n,
        ),
        figures=[
            Figure("threshold", Estimate(found.threshold, "probability", n, reason=exact)),
            Figure("balanced_accuracy", Estimate(found.balanced_accuracy, "proportion", n, reason=exact)),
        ],
        settings={"data": pairs.name},
    )
