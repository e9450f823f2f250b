"""What a predictor is, and how one is found by the name of MODEL."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol, runtime_checkable

from rightreasons.errors import UnknownNameError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors import PREDICTORS
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.response import Response
from rightreasons.predictors.trained_folders import is_trained
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


@runtime_checkable
class Identified(Protocol):
    """A predictor that says what makes it the same model."""

    @property
    def identity(self) -> Identity:
        """Everything on which its predictions depend."""
        ...


@runtime_checkable
class Streaming(Protocol):
    """A predictor that hands out its responses while it goes on, in whatever order suits it.

    An interrupt waits up to 5 s for the batch under way. One with an attribute ``ends_itself`` that is true
    sees to that within `batches`.
    """

    def batches(self, pairs: PairTable) -> Iterator[Mapping[str, Response]]:
        """Yield responses by id as they come, every pair once.

        Raises
        ------
        IncompleteError
            If the model is out of reach for good; what was yielded before stands.
        """
        ...


def predictor_named(model: str, options: ModelOptions | None = None) -> Predictor:
    """Return the predictor that MODEL names: ``KIND:REST``, a model's folder, or an ONNX file.

    Raises
    ------
    UnknownNameError
        If it is none of these; other errors are those of the kind.
    """
    kind, colon, rest = model.partition(":")
    if not (colon and kind in PREDICTORS):
        kind, rest = _kind_of_path(Path(model)), model
    found: Predictor = PREDICTORS.load(kind)(rest, options or ModelOptions())
    return found


def _kind_of_path(path: Path) -> str:
    if (path / "config.json").is_file():
        return "hf"
    if is_trained(path):
        return "trained"
    if path.is_file() and path.suffix == ".onnx":
        return "onnx"
    raise UnknownNameError(
        f"model '{printable(str(path))}'",
        f"KIND:NAME with a kind of {', '.join(PREDICTORS)}, a model folder, or a file of predictions",
        "correct the name, or the path",
    )
