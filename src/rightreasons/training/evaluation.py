"""How often a model in training is right, and where the figures of every epoch are written."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import polars as pl
from torch import nn

from rightreasons.labels import Label, gold_set
from rightreasons.models.data import PairData, all_logits
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions
from rightreasons.training.hardware import Hardware


def evaluated(
    model: nn.Module, data: PairData, labels: Sequence[Label], hardware: Hardware
) -> npt.NDArray[np.float32]:
    """Return the logits of all pairs, shape (n, labels), in the precision of training.

    Parameters
    ----------
    model
        On the device of `hardware`; it is left in evaluation mode.
    data
        The pairs, n of them.
    labels
        Label of each output.
    hardware
        Where it computes, and whether in bfloat16, as it does in training.
    """
    with hardware.autocast():
        return all_logits(model, data, labels, hardware.device)


def predicted(
    model: nn.Module, data: PairData, ids: pl.Series, labels: Sequence[Label], hardware: Hardware
) -> Predictions:
    """Return the most probable label of every pair, with the probability of each label.

    Parameters
    ----------
    model, hardware
        See `evaluated`.
    data, ids
        The pairs, n of them.
    labels
        Label of each output, in the order of `Label`.
    """
    return predictions_of(evaluated(model, data, labels, hardware).astype(np.float64), ids, labels)


def predictions_of(logits: npt.NDArray[np.float64], ids: pl.Series, labels: Sequence[Label]) -> Predictions:
    """Return the most probable label of every pair, with the probability of each label.

    Parameters
    ----------
    logits
        Shape (n, labels).
    ids
        Of the pairs.
    labels
        Label of each output, in the order of `Label`.
    """
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares = np.clip(powers / powers.sum(axis=1, keepdims=True), 0, 1)
    names = pl.Series([label.value for label in labels], dtype=LABEL_TYPE)
    chosen = names.gather(pl.Series(logits.argmax(axis=1), dtype=pl.UInt32))
    columns = {label.value: shares[:, place] for place, label in enumerate(labels)}
    return Predictions(
        pl.DataFrame({"id": ids, "label": chosen, **columns}), tuple(labels), Provenance("model in training")
    )


def is_right(gold: pl.Series, predicted: pl.Series) -> pl.Series:
    """Return whether each label is right; one may have two labels where the other has three.

    Parameters
    ----------
    gold, predicted
        Labels of the same pairs, as `LABEL_TYPE`, none of them null.
    """
    right = [
        [other in gold_set(gold_label) or gold_label in gold_set(other) for other in Label]
        for gold_label in Label
    ]
    table = np.array(right)
    return pl.Series("right", table[gold.to_physical().to_numpy(), predicted.to_physical().to_numpy()])
