"""Is the order of a model's labels right? Proved on ordinary pairs before anything else is asked."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rightreasons.challenges.challenge import from_pairs
from rightreasons.challenges.label_order import LabelOrder, best_order, label_order
from rightreasons.challenges.label_orders import Demand
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import IncompleteError, UnnamedOutputsError
from rightreasons.jobs.probing.models import ProbedModel, Reader, model_named
from rightreasons.jobs.probing.said import Said
from rightreasons.labels import THREE_WAY, TWO_WAY, Label
from rightreasons.pairs import PairTable
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.predictor import Predictor
from rightreasons.predictors.store import Store
from rightreasons.printable import printable
from rightreasons.sources.predictions import OnFaulty

DEMAND = Demand(level=0.001, floor=0.60, two_way_floor=0.75)
"""What another order of the labels must reach to stop a probe."""


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


def order_of(reader: Reader, pairs: PairTable, progress: Progress) -> LabelOrder:
    """Return how right a model is on labelled pairs under every order of its own labels.

    Raises
    ------
    IncompleteError
        If the model does not answer.
    """
    said = _said(reader, pairs, progress)
    names = reader.identities[0].label_map
    return label_order(pairs, said.predictions, DEMAND, names=names, labels=reader.labels)


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
        said = _said(loaded.keeping(store, "calibration"), pairs, progress)
    known = {name: label.value for name, label in supposed.items()}
    found = best_order(pairs, said.predictions, DEMAND, names=known)
    return model_named(model, replace(options, label_map=found.label_map()))


def _said(reader: Reader, pairs: PairTable, progress: Progress) -> Said:
    said = replace(reader, threshold=None).says(from_pairs(pairs.name, pairs, ()), progress)
    if not said.is_complete or not len(said.predictions):
        why = said.stopped or "; ".join(sorted(set(said.failed.values()))[:3]) or "it gives no label"
        raise IncompleteError(
            f"'{printable(reader.name)}' does not answer the pairs that prove its labels: {why}",
            f"an answer to each of the {len(pairs):,} pairs of '{printable(pairs.name)}'",
            "mend the model, or go on without this check by --no-label-check",
        )
    return said
