"""Before anything is scored: the order of a model's labels is proved, and the threshold of a score fitted."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.challenges.ordinary_pairs import plain_pairs
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import IncompleteError, UnnamedOutputsError
from rightreasons.findings import Finding
from rightreasons.jobs.probing.models import ProbedModel, Reader, model_named
from rightreasons.labels import THREE_WAY, TWO_WAY, Label
from rightreasons.measures import MODEL_MEASURES
from rightreasons.measures.label_mapping.every_order import best_order
from rightreasons.measures.label_mapping.proof import DEMAND, ENOUGH
from rightreasons.measures.model.inputs import ProbeInputs
from rightreasons.numbers import count
from rightreasons.pairs import PairTable
from rightreasons.predictions import ORDINARY
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.response import Responses
from rightreasons.predictors.store.store import Store
from rightreasons.printable import printable
from rightreasons.sources.predictions.keys import OnFaulty

LABEL_ORDER, THRESHOLD = "label_order", "threshold"
FALLBACK = 200
"""Pairs of the data to be scored that are asked where ordinary pairs leave the order undecided."""


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
    inputs = ProbeInputs(model.name, responses, fitting=pairs)
    (finding,) = inputs.find(THRESHOLD, MODEL_MEASURES.load(THRESHOLD))
    found = finding.figures[THRESHOLD].value
    if found is None:
        raise ValueError("a threshold without a value")
    return found, finding


def model_in_order(
    model: Any,
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
    if pairs.name == ORDINARY:
        yield plain_pairs()
    drawn = drawn_fallback(challenges, seed)
    if drawn is not None and drawn.name != pairs.name:
        yield drawn


def _order(reader: Reader, pairs: PairTable, progress: Progress) -> Finding:
    inputs = ProbeInputs(
        reader.name, _responses(reader, pairs, progress), calibration=pairs, declared=reader.declared
    )
    (finding,) = inputs.find(LABEL_ORDER, MODEL_MEASURES.load(LABEL_ORDER))
    return finding


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
    model: Any,
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
            f"an answer to each of the {count(len(pairs))} pairs of '{printable(pairs.name)}'",
            "mend the model, or go on without this check by --no-label-check",
        )
    return responses
