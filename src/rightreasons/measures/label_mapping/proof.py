"""The measures `label_order` and `label_order_of_predictions`: labels are proved, not assumed."""

from collections.abc import Mapping
from dataclasses import dataclass

from rightreasons.challenges.challenge import Challenge
from rightreasons.figures import where
from rightreasons.findings import Finding
from rightreasons.labels import THREE_WAY, Label
from rightreasons.measures.label_mapping.every_order import label_order
from rightreasons.measures.label_mapping.finding import check_order, finding_of, unread
from rightreasons.measures.label_mapping.orders import Demand
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors.response import Responses

ADDS = {
    "model_measure": {
        "label_order": "order_of_labels",
        "label_order_of_predictions": "order_of_saved_labels",
    }
}

DEMAND = Demand(level=0.001, floor=0.60, two_way_floor=0.75)
"""What another order of the labels must reach to stop a probe."""
ENOUGH = 50
"""Pairs below which data that are scored prove nothing of the order of the labels."""


@dataclass(frozen=True, eq=False)
class DeclaredLabels:
    """What a model says of its labels.

    Parameters
    ----------
    labels
        Those that it can give.
    names
        Label by the name that the model itself has for it; None where it stands for none.
    are_known
        Whether there is no order to be mixed up, as with rules, which name theirs.
    """

    labels: tuple[Label, ...]
    names: Mapping[str, str | None]
    are_known: bool = False


def order_of_labels(
    calibration: PairTable, responses: Responses, declared: DeclaredLabels, model: str
) -> Finding:
    """Verify the label mapping of a model: it must be more accurate than every permutation.

    Parameters
    ----------
    calibration
        Labelled pairs that the model can do.
    responses
        What it answered to them.
    declared
        What it says of its labels.
    model
        What to call it.

    Raises
    ------
    LabelOrderError
        If another order of the labels fits far better.
    """
    if not len(responses.predictions):
        return unread(model, calibration.name, len(responses.unanswered))
    order = label_order(
        calibration, responses.predictions, DEMAND, names=declared.names, labels=declared.labels
    )
    check_order(order)
    return finding_of(order)


def is_provable(challenge: Challenge, predictions: Predictions) -> bool:
    """Return whether a scored set can prove the order of labels: `ENOUGH` pairs, three labels of gold."""
    predicted = challenge.items.join(predictions.frame.select("id"), on="id", how="semi")
    if predicted["label"].n_unique() < 3 or predicted.height < ENOUGH:
        return False
    return {*challenge.labels, *predictions.labels} <= {*THREE_WAY}


def order_of_saved_labels(challenge: Challenge, provable_predictions: Predictions) -> Finding:
    """Verify the label mapping of saved predictions by the gold labels of the scored items.

    Parameters
    ----------
    challenge, provable_predictions
        The set, and predictions whose labels it can prove (`is_provable`).
    """
    order = label_order(challenge, provable_predictions, DEMAND, labels=THREE_WAY)
    return finding_of(order, where(set=challenge.name))
