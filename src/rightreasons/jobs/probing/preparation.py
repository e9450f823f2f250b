"""Before anything is scored: the order of a model's labels is proved, and the threshold of a score fitted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.challenges.guard import entailment_probability
from rightreasons.challenges.label_order import NAME, best_order, label_order, plain_pairs
from rightreasons.challenges.label_orders import unread
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import IncompleteError, MeasureInputError, UnnamedOutputsError
from rightreasons.figures import Figure, where
from rightreasons.findings import Finding
from rightreasons.jobs.probing.models import ProbedModel, Reader, model_named
from rightreasons.jobs.probing.saved import DEMAND
from rightreasons.labels import THREE_WAY, TWO_WAY, Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.predictor import Predictor
from rightreasons.predictors.response import Responses
from rightreasons.predictors.store import Store
from rightreasons.printable import printable
from rightreasons.sources.prediction_keys import OnFaulty
from rightreasons.statistics.paired_scores import best_threshold
from rightreasons.statistics.results import Estimate


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
            f"{entailed:,} entailed and {others:,} other pairs with predictions in '{printable(pairs.name)}'",
            "pairs of both kinds to fit a threshold on",
            "give other labelled pairs, or a threshold",
        )
    found = best_threshold(rows["probability"].to_numpy(), is_entailed)
    return FittedThreshold(found.value, found.balanced_accuracy, entailed, others)


# The threshold of a score, fitted on labelled data before anything is scored.


MEASURE = "threshold"
_DEFINITION = (
    "Threshold: the probability of entailment from which on a pair counts as entailed, with the greatest "
    "balanced accuracy on labelled pairs that are not scored here."
)


def fitted(model: ProbedModel, pairs: PairTable, progress: Progress) -> tuple[float, Finding]:
    """Return the threshold that fits labelled pairs best, and what to say of it.

    Raises
    ------
    MeasureInputError
        If the pairs are not of both kinds.
    PredictionError
        If the model gives no probability of entailment.
    """
    responses = model.responses(from_pairs(pairs.name, pairs, ()), progress)
    found = fitted_threshold(pairs, responses.predictions)
    return found.threshold, _finding(model.name, pairs, found)


def _finding(model: str, pairs: PairTable, found: FittedThreshold) -> Finding:
    n = found.entailed + found.others
    exact = "fitted on these very pairs: no interval"
    return Finding(
        measure=MEASURE,
        subject=f"{model}, fitted on {pairs.name}",
        definition=_DEFINITION,
        headline=(
            f"{model} counts as entailed from {found.threshold:.4g} on: balanced accuracy "
            f"{found.balanced_accuracy:.1%} on the {n:,} pairs that it was fitted on."
        ),
        figures=[
            Figure("threshold", Estimate(found.threshold, "probability", n, reason=exact)),
            Figure("balanced_accuracy", Estimate(found.balanced_accuracy, "proportion", n, reason=exact)),
        ],
        settings={"data": pairs.name},
    )


# Is the order of a model's labels right? Proved on ordinary pairs before anything else is asked.


FALLBACK = 200
"""Pairs of the data to be scored that are asked where ordinary pairs leave the order undecided."""
ENOUGH = 50
"""Pairs below which data that are scored prove nothing of the order of the labels."""


def model_in_order(
    model: str | Path | Predictor,
    options: ModelOptions,
    on_faulty: OnFaulty,
    calibration: PairTable | None,
    progress: Progress = silent,
) -> ProbedModel:
    """Return the model that is named; outputs without names get the labels that fit the calibration data.

    Raises
    ------
    UnnamedOutputsError
        If outputs have no names and there are no calibration data.
    LabelOrderError
        If no order of the labels is clear.
    """
    try:
        return model_named(model, options, on_faulty)
    except UnnamedOutputsError as error:
        if calibration is None:
            raise
        return _calibrated(model, options, error.outputs, calibration, progress)


def order_findings(
    reader: Reader, pairs: PairTable, challenges: Sequence[Challenge], seed: int, progress: Progress
) -> list[Finding]:
    """Return how right a model is on labelled pairs under every order of its own labels.

    Where ordinary pairs leave the order undecided, plain ones are a second finding; where what was asked so
    far does, `FALLBACK` pairs drawn from the first challenge with three gold labels are another.

    Parameters
    ----------
    reader
        The model.
    pairs
        Ordinary pairs, or those of ``--calibrate``.
    challenges
        What the model is going to be asked.
    seed
        For the draw.
    progress
        Where it says how far it is.

    Raises
    ------
    LabelOrderError
        If another order of the model's labels fits far better.
    IncompleteError
        If the model does not answer.
    """
    findings = [_order(reader, pairs, progress)]
    for fallback in _fallbacks(pairs, challenges, seed):
        if findings[-1].settings["decision"] != "undecided":
            break
        findings.append(_order(reader, fallback, progress))
    return findings


def _fallbacks(pairs: PairTable, challenges: Sequence[Challenge], seed: int) -> Iterator[PairTable]:
    if pairs.name == NAME:
        yield plain_pairs()
    drawn = drawn_fallback(challenges, seed)
    if drawn is not None and drawn.name != pairs.name:
        yield drawn


def order_on(challenge: Challenge, predictions: Predictions) -> Finding | None:
    """Return how right saved predictions are on the scored set under every order of their labels.

    None where this proves nothing: gold and predictions need three labels, and `ENOUGH` pairs both.
    """
    predicted = challenge.items.join(predictions.frame.select("id"), on="id", how="semi")
    if predicted["label"].n_unique() < 3 or predicted.height < ENOUGH:
        return None
    if not {*challenge.labels, *predictions.labels} <= {*THREE_WAY}:
        return None
    order = label_order(challenge, predictions, DEMAND, labels=THREE_WAY)
    return order.finding(where(set=challenge.name))


def _order(reader: Reader, pairs: PairTable, progress: Progress) -> Finding:
    responses = _responses(reader, pairs, progress)
    if not len(responses.predictions):
        return unread(reader.name, pairs.name, len(responses.unanswered))
    names = reader.identities[0].label_map
    order = label_order(pairs, responses.predictions, DEMAND, names=names, labels=reader.labels)
    order.check()
    return order.finding()


def drawn_fallback(challenges: Sequence[Challenge], seed: int) -> PairTable | None:
    """Return pairs drawn from the first challenge with sentences and three gold labels, in its order.

    Of a challenge that is a sample they are drawn from the whole. None if there is no such challenge.
    """
    for challenge in challenges:
        pairs = challenge.drawn_from or challenge.pairs
        if pairs is not None and challenge.labels == THREE_WAY and len(pairs) >= ENOUGH:
            drawn = np.sort(np.random.default_rng(seed).permutation(len(pairs))[:FALLBACK])
            return replace(pairs, frame=pairs.frame[drawn]).named(challenge.name)
    return None


def _calibrated(
    model: str | Path | Predictor,
    options: ModelOptions,
    outputs: Sequence[str],
    pairs: PairTable,
    progress: Progress,
) -> ProbedModel:
    labels: Sequence[Label] = THREE_WAY if len(outputs) == 3 else TWO_WAY
    supposed = dict(zip(outputs, labels, strict=True))
    loaded = model_named(model, replace(options, label_map=supposed))
    if not isinstance(loaded, Reader):
        raise TypeError("only a model that reads has outputs without names")
    with Store.open() as store:
        responses = _responses(loaded.stored_in(store, "calibration"), pairs, progress)
    names = {name: label.value for name, label in supposed.items()}
    found = best_order(pairs, responses.predictions, DEMAND, names=names)
    return model_named(model, replace(options, label_map=found.label_map()))


def _responses(reader: Reader, pairs: PairTable, progress: Progress) -> Responses:
    challenge = from_pairs(pairs.name, pairs, ())
    responses = replace(reader, threshold=None).responses(challenge, progress)
    if not responses.is_complete:
        why = responses.stopped or "; ".join(sorted(set(responses.failed.values()))[:3])
        raise IncompleteError(
            f"'{printable(reader.name)}' does not answer the pairs that prove its labels: {why}",
            f"an answer to each of the {len(pairs):,} pairs of '{printable(pairs.name)}'",
            "mend the model, or go on without this check by --no-label-check",
        )
    return responses
