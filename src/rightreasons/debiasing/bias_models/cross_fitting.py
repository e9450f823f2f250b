"""What a bias model says of training pairs, never of a pair one of whose texts it was trained on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.cross_fitting.folds import FOLDS, fold_plan
from rightreasons.debiasing.shared.known_pairs import aligned
from rightreasons.errors import MeasureInputError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.printable import printable, quoted

LEAST = 1e-6
"""The smallest probability of a label: a bias model is never so sure that its logarithm is not finite."""
Shares = npt.NDArray[np.floating]
BiasModel = Callable[[PairTable, PairTable, Sequence[Label]], Shares]
"""``(seen, held_out, labels) -> probabilities`` of the held-out pairs, shape (m, labels), by a model that is
fitted to the pairs seen, all of which have one of these gold labels."""


@dataclass(frozen=True)
class BiasLogProbabilities:
    """What a bias model says of training pairs.

    Parameters
    ----------
    frame
        Columns ``id``, ``fold`` (of the pair; null where the model was trained elsewhere), and one a label,
        called by its name: natural logarithms of probabilities of at least about `LEAST`.
    labels
        The labels, in the order of the columns.
    kind
        What to call the bias model.
    """

    frame: pl.DataFrame = field(repr=False)
    labels: tuple[Label, ...]
    kind: str

    @property
    def tells_apart(self) -> bool:
        """Whether it says different things of some pairs of one fold; else it has found no bias."""
        names = [label.value for label in self.labels]
        different = self.frame.group_by("fold").agg(pl.col(names).n_unique()).select(pl.max_horizontal(names))
        return bool((different.to_series() > 1).any())

    def of(self, ids: pl.Series) -> npt.NDArray[np.float32]:
        """Return the log-probabilities of some pairs, shape (n, labels), in the order of `ids`.

        Raises
        ------
        PredictionError
            If nothing is known of an id.
        """
        found = aligned(self.frame, ids, f"bias probability of {self.kind}")
        return found.select(label.value for label in self.labels).to_numpy().astype(np.float32)


def cross_fitted(
    train: PairTable,
    model: BiasModel,
    labels: Sequence[Label],
    folds: int = FOLDS,
    seed: int = 2018,
    kind: str = "bias model",
) -> BiasLogProbabilities:
    """Fit a bias model once a fold, and predict the pairs of that fold only.

    Pairs that share a text, directly or through others, are in one fold (`fold_plan`; where too many do,
    premises and hypotheses are assigned apart, and a fold is one of both). Pairs whose gold label is none of
    `labels` (non-entailment where the model has three labels) are predicted, and not fitted.

    Parameters
    ----------
    train
        Every row has a gold label.
    model
        Fits and predicts.
    labels
        Of the model that will be trained, in the order of its outputs.
    folds
        How many, at least 2; of premises and of hypotheses where they are assigned separately.
    seed
        For the folds.
    kind
        What to call the bias model.

    Raises
    ------
    MeasureInputError
        If the texts cannot be assigned to so many folds, or without a fold fewer than two labels are left.
    """
    plan = fold_plan(train, train.gold.to_physical().to_numpy().astype(np.int64), seed, folds)
    shares = np.zeros((len(train), len(labels)))
    fitted = train.gold.is_in([label.value for label in labels]).to_numpy()
    for block in plan.blocks:
        held_out = plan.held_out(block)
        seen = train.where(pl.Series(fitted & plan.fitted_to(block)), "not fitted")
        _check(seen, train.name)
        shares[held_out] = model(seen, train.where(pl.Series(held_out), "in another fold"), labels)
    return log_probabilities(train.frame["id"], shares, labels, kind, pl.Series(plan.block))


def log_probabilities(
    ids: pl.Series, shares: Shares, labels: Sequence[Label], kind: str, fold: pl.Series | None = None
) -> BiasLogProbabilities:
    """Return probabilities as logarithms by id, none below `LEAST` before they are made to sum to 1.

    Parameters
    ----------
    ids
        Of the pairs, shape (n,).
    shares, labels
        Probabilities, shape (n, labels), and what their columns are of.
    kind
        Name of the bias model.
    fold
        The fold that each pair was held out in, shape (n,); None: they were not made by cross-fitting.
    """
    bounded = np.maximum(shares, LEAST)
    logs = np.log(bounded / bounded.sum(axis=1, keepdims=True))
    columns = {label.value: logs[:, place] for place, label in enumerate(labels)}
    folds = pl.repeat(None, len(ids), dtype=pl.Int16, eager=True) if fold is None else fold.cast(pl.Int16)
    return BiasLogProbabilities(pl.DataFrame({"id": ids, "fold": folds, **columns}), tuple(labels), kind)


def _check(seen: PairTable, name: str) -> None:
    if len(seen.labels) < 2:
        raise MeasureInputError(
            f"only the label {quoted(seen.labels) or '-'} in '{printable(name)}' without one of its folds",
            "at least two labels to tell apart",
            "give more rows, or fewer folds",
        )
