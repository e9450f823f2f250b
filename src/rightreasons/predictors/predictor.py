"""What a predictor is, and how one is found by the name of MODEL."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol, runtime_checkable

from rightreasons.errors import FileMissingError, RightReasonsError, UnknownNameError
from rightreasons.errors.nearest import nearest
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors import PREDICTORS
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.response import Response
from rightreasons.predictors.trained_folders import is_trained
from rightreasons.printable import printable
from rightreasons.sources.opening.sniffing import data_endings, suffix_of
from rightreasons.streams.nearby import nearby

_HUB_NAME = re.compile(r"[A-Za-z0-9][\w.-]*(?:/[\w.-]+)?")


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
        kind, rest = _kind_of_path(model), model
    found: Predictor = PREDICTORS.load(kind)(rest, options or ModelOptions())
    return found


def _kind_of_path(model: str) -> str:
    path = Path(model)
    if (path / "config.json").is_file():
        return "hf"
    if is_trained(path):
        return "trained"
    if path.is_file() and path.suffix == ".onnx":
        return "onnx"
    raise _no_model(model, path)


def _no_model(model: str, path: Path) -> RightReasonsError:
    """Return the error of a MODEL that is no model, with what may have been meant; no network is asked."""
    kinds = f"a file of predictions, a model's folder, or KIND:NAME ({', '.join(PREDICTORS)})"
    shown = printable(model, 200)
    if path.exists():
        return UnknownNameError(f"no model in '{shown}'", kinds, "check the path")
    kind, colon, rest = model.partition(":")
    near = nearest(kind, PREDICTORS) if colon else None
    if near:
        return UnknownNameError(
            f"kind of model '{printable(kind)}'", kinds, f"did you mean '{near}:{printable(rest)}'?"
        )
    beside = nearby(path)
    if beside is not None or suffix_of(model) in data_endings():
        remedy = "check the path" if beside is None else f"did you mean '{printable(str(beside), 200)}'?"
        return FileMissingError(f"no file '{shown}'", kinds, remedy)
    is_name = _HUB_NAME.fullmatch(model) is not None
    remedy = f"rightreasons probe hf:{model}" if is_name else "correct the name, or the path"
    if "://" in model:
        remedy = "of a language model behind an API: rightreasons probe llm:MODEL@URL"
    return UnknownNameError(f"no file, folder or kind of model '{shown}'", kinds, remedy)
