"""What a predictor is, and how one is found by the name of MODEL."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from rightreasons.errors import UnknownNameError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors import PREDICTORS
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.trained_folders import is_trained
from rightreasons.printable import printable

Detail = str | int | float | bool


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


@dataclass(frozen=True)
class Batch:
    """What a predictor said of some of the pairs that it was asked for.

    Parameters
    ----------
    predictions
        Of the pairs that got a label.
    unanswered
        Reason by id of pairs that were answered without a label (``"refused"``, ``"not parsed"``): an answer
        all the same, which is not asked for again.
    details
        What else is known of a pair, by id and name: numbers are summed, texts counted, and both are told
        beside the result (``{"truncated": "premise cut"}``, ``{"input_tokens": 81}``).
    """

    predictions: Predictions
    unanswered: Mapping[str, str] = field(default_factory=dict)
    details: Mapping[str, Mapping[str, Detail]] = field(default_factory=dict)


@runtime_checkable
class Streaming(Protocol):
    """A predictor that hands out what it said while it goes on, in whatever order suits it."""

    def batches(self, pairs: PairTable) -> Iterator[Batch]:
        """Yield what is said of the pairs, every pair once.

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
