"""What a baseline predicted for a set, beside gold and beside the majority, in one label scheme."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.hypothesis_only.regression import Matrix
from rightreasons.labels import Label, collapse, in_order
from rightreasons.pairs import PairTable

Codes = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Scored:
    """A set with predictions; rows without gold are left out.

    Parameters
    ----------
    frame
        The rows scored, as they stand in the table.
    labels
        Labels that gold and predictions are positions in: those of training, then others of the set.
    gold, predicted
        Shape (rows,).
    probability
        Probability that the model gives to gold, shape (rows,); 0 where training never saw the label.
    guess
        What guessing the most frequent label of training gives, shape (rows,): where a row was cross-fitted,
        of the rows that its model was fitted to.
    unseen
        Those of `labels` that training does not have.
    collapsed
        Whether three labels were collapsed to two so that training and set speak of the same.
    """

    frame: pl.DataFrame
    labels: tuple[Label, ...]
    gold: Codes
    predicted: Codes
    probability: npt.NDArray[np.float32]
    guess: Codes
    unseen: tuple[Label, ...]
    collapsed: bool

    @property
    def right(self) -> Flags:
        """Whether each prediction is gold."""
        return np.equal(self.predicted, self.gold)

    @property
    def guessed(self) -> Flags:
        """Whether guessing the most frequent label of training is gold."""
        return np.equal(self.guess, self.gold)

    @property
    def guessed_own(self) -> Flags:
        """Whether guessing the most frequent label of the set itself is gold."""
        return np.equal(self.gold, int(self.counts.argmax()))

    def where(self, rows: Flags) -> "Scored":
        """Return some of the rows."""
        return replace(
            self,
            frame=self.frame.filter(pl.Series(rows)),
            gold=self.gold[rows],
            predicted=self.predicted[rows],
            probability=self.probability[rows],
            guess=self.guess[rows],
        )

    @property
    def counts(self) -> Codes:
        """Number of rows by gold label, shape (labels,)."""
        return np.bincount(self.gold, minlength=len(self.labels))


def scored(table: PairTable, train: PairTable, probabilities: Matrix, guess: Codes | None = None) -> Scored:
    """Set predictions beside gold.

    Where one side has non-entailment and the other neutral or contradiction instead, both are collapsed to
    two labels: the predicted label (the most probable one) by `labels.collapse`, the probability of
    non-entailment as a sum.

    Parameters
    ----------
    table
        The set scored, n rows.
    train
        The set that the labels of `probabilities` come from, in the order of ``train.labels``.
    probabilities
        Shape (n, training labels).
    guess
        Position among the training labels that guessing gives each row, shape (n,); None: the most frequent
        label of `train`.
    """
    two_way = needs_collapse(train.labels, table.labels)
    present = table.gold.is_not_null().to_numpy()
    target = {label: collapse(label) if two_way else label for label in Label}
    known = in_order(target[label] for label in train.labels)
    labels = (
        *known,
        *(label for label in in_order(target[each] for each in table.labels) if label not in known),
    )
    gold = _codes(table.gold.drop_nulls(), target, labels)
    of_column = np.array([labels.index(target[label]) for label in train.labels])
    summed = np.zeros((int(present.sum()), len(labels)), dtype=np.float32)
    for column, position in enumerate(of_column):
        summed[:, position] += probabilities[present, column]
    most = int(np.bincount(_codes(train.gold, target, labels)).argmax())
    return Scored(
        table.frame.filter(pl.Series(present)),
        labels,
        gold,
        of_column[probabilities[present].argmax(axis=1)],
        summed[np.arange(len(gold)), gold],
        of_column[guess[present]] if guess is not None else np.full(len(gold), most),
        labels[len(known) :],
        two_way,
    )


def needs_collapse(some: Sequence[Label], others: Sequence[Label]) -> bool:
    """Say whether one side is two-way with non-entailment and the other is not."""
    finer = {Label.NEUTRAL, Label.CONTRADICTION}
    return any(
        Label.NON_ENTAILMENT in left and Label.NON_ENTAILMENT not in right and finer & set(right)
        for left, right in ((some, others), (others, some))
    )


def _codes(gold: pl.Series, target: dict[Label, Label], labels: Sequence[Label]) -> Codes:
    position = {label.value: labels.index(target[label]) for label in Label if target[label] in labels}
    return gold.cast(pl.String).replace_strict(position, return_dtype=pl.Int64).to_numpy()
