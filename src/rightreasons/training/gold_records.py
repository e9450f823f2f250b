"""What a model in training gives the gold label of every row in every epoch, kept as it passes by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import torch
from torch import Tensor

from rightreasons.pairs import PairTable
from rightreasons.statistics.training_dynamics import training_dynamics
from rightreasons.writing import replacing

_PROBABILITY, _CORRECT = "probability", "correct"
UNSEEN = -1.0


@dataclass
class GoldRecords:
    """The probability of gold, and whether it was the label predicted, of every row in every epoch.

    They are those of the steps of training themselves (dropout included), before the weights of the step
    change, as in Swayamdipta et al. (2020): nothing is computed for them but a softmax of what is there.

    Parameters
    ----------
    probability, correct
        Of the epochs that are over, shape (epochs, rows): float16 and bool, on the CPU.
    now_probability, now_correct
        Of the epoch that is trained, shape (rows,), on the device; `UNSEEN` where a row was not seen yet.
    """

    probability: Tensor
    correct: Tensor
    now_probability: Tensor
    now_correct: Tensor

    @classmethod
    def of(cls, rows: int, device: torch.device) -> GoldRecords:
        """Return the records of no epoch."""
        return cls(
            torch.empty((0, rows), dtype=torch.float16),
            torch.empty((0, rows), dtype=torch.bool),
            torch.full((rows,), UNSEEN, dtype=torch.float16, device=device),
            torch.zeros(rows, dtype=torch.bool, device=device),
        )

    def see(self, rows: Tensor, probability: Tensor, correct: Tensor) -> None:
        """Keep what a model gives the gold labels of some rows; all have shape (B,)."""
        self.now_probability[rows] = probability.half()
        self.now_correct[rows] = correct

    def end_epoch(self) -> None:
        """Put the epoch to those that are over."""
        self.probability = torch.cat([self.probability, self.now_probability.cpu()[None]])
        self.correct = torch.cat([self.correct, self.now_correct.cpu()[None]])
        self.now_probability.fill_(UNSEEN)
        self.now_correct.zero_()

    @property
    def whole(self) -> bool:
        """Whether every row was seen in every epoch: some objectives do not ask the model as a whole."""
        return len(self.probability) > 0 and bool((self.probability >= 0).all())

    def tensors(self) -> dict[str, Tensor]:
        """Return what is kept of them with the state of training."""
        return {
            _PROBABILITY: self.probability,
            _CORRECT: self.correct,
            f"now_{_PROBABILITY}": self.now_probability,
            f"now_{_CORRECT}": self.now_correct,
        }

    def restore(self, tensors: Mapping[str, Tensor]) -> None:
        """Take over what was kept."""
        device = self.now_probability.device
        self.probability, self.correct = tensors[_PROBABILITY], tensors[_CORRECT]
        self.now_probability = tensors[f"now_{_PROBABILITY}"].to(device)
        self.now_correct = tensors[f"now_{_CORRECT}"].to(device)


def dynamics_table(records: GoldRecords, pairs: PairTable) -> pl.DataFrame | None:
    """Return what became of every row; None where the records are not whole.

    Parameters
    ----------
    records
        Of a training that is over.
    pairs
        Its training data, in their order.

    Returns
    -------
    pl.DataFrame
        Columns ``id``, ``label``; ``confidence``, ``variability``, ``correctness`` (float32), ``forgotten``
        (how often) and ``learned`` of `training_dynamics`; ``probability_1``, ... (float16) and
        ``correct_1``, ..., one an epoch.
    """
    if not records.whole:
        return None
    probability, correct = records.probability.numpy().T, records.correct.numpy().T
    found = training_dynamics(probability, correct)
    derived = {
        "confidence": pl.Series(found.confidence, dtype=pl.Float32),
        "variability": pl.Series(found.variability, dtype=pl.Float32),
        "correctness": pl.Series(found.correctness, dtype=pl.Float32),
        "forgotten": pl.Series(found.forgotten, dtype=pl.Int32),
        "learned": pl.Series(found.learned),
    }
    by_epoch = {
        f"{name}_{epoch}": pl.Series(values[:, epoch - 1])
        for name, values in ((_PROBABILITY, probability), (_CORRECT, correct))
        for epoch in range(1, probability.shape[1] + 1)
    }
    label = pairs.gold.cast(pl.String)
    return pl.DataFrame({"id": pairs.frame["id"], "label": label, **derived, **by_epoch})


def write_dynamics(table: pl.DataFrame, path: Path) -> None:
    """Write it as Parquet; a reader sees the whole file or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary:
        table.write_parquet(temporary)
