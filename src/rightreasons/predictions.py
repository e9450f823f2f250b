"""What a model said of each pair: a label by name and, where there are any, a probability a label."""

from dataclasses import dataclass

import polars as pl

from rightreasons.labels import Label
from rightreasons.pairs import LABEL_TYPE, Provenance

FILE_LABELS = "file-labels"
"""The set that a file of predictions with gold labels brings along."""
ORDINARY = "ordinary"
"""The set of pairs written by hand that proves the order of a model's labels."""


@dataclass(frozen=True)
class Predictions:
    """Predicted labels by id; frozen.

    Parameters
    ----------
    frame
        Columns ``id`` (distinct strings) and ``label`` (`LABEL_TYPE`, never null), then, if the model gave
        probabilities, one column a label, called by its name, of finite numbers from 0 to 1.
    labels
        The labels that the model can give, as far as known, in the order of `Label`: those of the probability
        columns, or those that occur.
    provenance
        Where they came from.
    """

    frame: pl.DataFrame
    labels: tuple[Label, ...]
    provenance: Provenance

    def __post_init__(self) -> None:
        if self.frame.columns not in (["id", "label"], ["id", "label", *self.labels]):
            raise ValueError(
                "Predictions have the columns id, label and either no probability or one a label"
            )
        if self.frame.schema["label"] != LABEL_TYPE:
            raise ValueError("labels are stored by name, as LABEL_TYPE")
        if any(self.frame.null_count().row(0)) or self.frame["id"].n_unique() != self.frame.height:
            raise ValueError("ids are unique, and nothing is null")
        if not set(self.frame["label"].unique().to_list()) <= set(self.labels):
            raise ValueError("every label that occurs is among the labels of the model")

    def __len__(self) -> int:
        return self.frame.height

    @property
    def name(self) -> str:
        """What to call them."""
        return self.provenance.name

    @property
    def has_probabilities(self) -> bool:
        """Whether there is a probability for every label."""
        return self.frame.width > 2

    @property
    def probabilities(self) -> pl.DataFrame:
        """Probability of each label, shape (rows, labels) in the order of `labels`, or without columns."""
        return self.frame.drop("id", "label")
