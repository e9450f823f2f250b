"""What a predictor is, and how one is found by the name of MODEL."""

from pathlib import Path
from typing import Protocol

from rightreasons.errors import UnknownNameError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors import PREDICTORS
from rightreasons.printable import printable


class Predictor(Protocol):
    """Whatever labels a pair."""

    @property
    def name(self) -> str:
        """What to call it."""
        ...

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that it can give, in the order of `Label`."""
        ...

    def predict(self, pairs: PairTable) -> Predictions:
        """Return a label for every pair, under its id, in the order of the pairs."""
        ...


def predictor_named(model: str) -> Predictor:
    """Return the predictor that MODEL names: ``KIND:REST``, or a file of saved predictions.

    Raises
    ------
    UnknownNameError
        If it is neither a kind nor a file; other errors are those of the kind.
    """
    kind, colon, rest = model.partition(":")
    if colon and kind in PREDICTORS:
        found: Predictor = PREDICTORS.load(kind)(rest)
        return found
    if Path(model).exists():
        saved: Predictor = PREDICTORS.load("saved")(model)
        return saved
    raise UnknownNameError(
        f"model '{printable(model)}'",
        f"KIND:NAME with a kind of {', '.join(PREDICTORS)}, or a file of predictions",
        "correct the name, or the path of the file",
    )
