"""How often a model in training is right, and where the figures of every epoch are written."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from torch import nn

from rightreasons.errors import MissingExtraError, OptionError
from rightreasons.labels import Label, gold_set
from rightreasons.models.data import PairData, all_logits
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions
from rightreasons.printable import printable
from rightreasons.training.hardware import Hardware
from rightreasons.training.state import Row

# What a model in training says of pairs, and how often it is right.


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


# Where the figures of every epoch go: JSON lines, and TensorBoard where it is asked for.


Report = Callable[[Sequence[Row]], None]
"""Called after every epoch, and when training is taken up again, with the rows of all epochs so far."""
TARGETS = ("tensorboard",)


def to_lines(path: Path) -> Report:
    """Return what writes one JSON object an epoch."""

    def write(history: Sequence[Row]) -> None:
        """Write all rows anew: the file is whole at any time."""
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f"{path.name}.tmp")
        temporary.write_text("".join(f"{json.dumps(row)}\n" for row in history), encoding="utf-8")
        temporary.replace(path)

    return write


def check_target(name: str) -> None:
    """Make sure that figures can be reported to `name`.

    Raises
    ------
    OptionError
        If nobody knows it.
    MissingExtraError
        If it is not installed.
    """
    if name not in TARGETS:
        raise OptionError(
            f"'{printable(name)}' for --report-to", f"one of {', '.join(TARGETS)}", "correct it"
        )
    _summary_writer()


def to_tensorboard(folder: Path) -> Report:
    """Return what writes the last epoch to TensorBoard; see `check_target`."""
    writer = _summary_writer()(str(folder))

    def write(history: Sequence[Row]) -> None:
        """Add the figures of the last epoch."""
        for name, value in history[-1].items() if history else ():
            writer.add_scalar(name, value, int(history[-1]["epoch"]))
        writer.flush()

    return write


def _summary_writer() -> Any:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError as error:
        raise MissingExtraError(
            "the package tensorboard is not installed",
            "it, for --report-to tensorboard",
            "pip install tensorboard",
        ) from error
    return SummaryWriter
