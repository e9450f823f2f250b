"""What a model in training says of pairs, and how often it is right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
import torch
from torch import nn

from rightreasons.labels import Label, gold_set
from rightreasons.models.data import PairData, all_logits
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions


def predicted(
    model: nn.Module, data: PairData, ids: pl.Series, labels: Sequence[Label], device: torch.device
) -> Predictions:
    """Return the most probable label of every pair, with the probability of each label.

    Parameters
    ----------
    model
        In full precision, on `device`; it is left in evaluation mode.
    data, ids
        The pairs, n of them.
    labels
        Label of each output, in the order of `Label`.
    device
        Where it computes.
    """
    logits = all_logits(model, data, labels, device).astype(np.float64)
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares = np.clip(powers / powers.sum(axis=1, keepdims=True), 0, 1)
    names = pl.Series([label.value for label in labels], dtype=LABEL_TYPE)
    chosen = names.gather(pl.Series(logits.argmax(axis=1), dtype=pl.UInt32))
    columns = {label.value: shares[:, place] for place, label in enumerate(labels)}
    return Predictions(
        pl.DataFrame({"id": ids, "label": chosen, **columns}), tuple(labels), Provenance("model in training")
    )


def is_right(gold: pl.Series, said: pl.Series) -> pl.Series:
    """Return whether each label is right; one may have two labels where the other has three.

    Parameters
    ----------
    gold, said
        Labels of the same pairs, as `LABEL_TYPE`, none of them null.
    """
    right = [
        [said_label in gold_set(gold_label) or gold_label in gold_set(said_label) for said_label in Label]
        for gold_label in Label
    ]
    table = np.array(right)
    return pl.Series("right", table[gold.to_physical().to_numpy(), said.to_physical().to_numpy()])
