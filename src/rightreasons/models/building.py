"""An untrained model from its name, its settings (checked against its frozen dataclass) and word vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import Field, TypeAdapter, ValidationError
from torch import Tensor

from rightreasons.errors import OptionError
from rightreasons.models import MODELS
from rightreasons.models.batch import PairModel
from rightreasons.models.layers import WordEmbedding
from rightreasons.printable import printable, quoted

# Settings of a model, checked: names, types and ranges come from its frozen dataclass.


if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Kind = TypeVar("Kind", bound=DataclassInstance)
else:
    Kind = TypeVar("Kind")

Size = Annotated[int, Field(ge=1)]
Rate = Annotated[float, Field(ge=0, lt=1, allow_inf_nan=False)]


def read_settings(kind: type[Kind], settings: Mapping[str, object]) -> Kind:
    """Return the settings as their dataclass; what is not given keeps its default.

    Parameters
    ----------
    kind
        A frozen dataclass; its annotations say what is allowed.
    settings
        Value by name; numbers may be written as strings, as on the command line.

    Raises
    ------
    OptionError
        If a name is unknown or a value does not fit.
    """
    known = [field.name for field in fields(kind)]
    unknown = sorted(set(settings) - set(known))
    if unknown:
        raise OptionError(
            f"settings {quoted(unknown)} of the model",
            f"some of {', '.join(known)}",
            "correct the recipe, or --set",
        )
    try:
        return TypeAdapter(kind).validate_python(dict(settings))
    except ValidationError as error:
        raise _misfit(error.errors()[0]) from error


def _misfit(fault: Any) -> OptionError:
    name = ".".join(str(part) for part in fault["loc"][:1])
    return OptionError(
        f"{printable(name)}={printable(str(fault['input']))} for the model",
        printable(str(fault["msg"])).removeprefix("Input should be "),
        "correct the recipe, or --set",
    )


# An untrained model of any kind from its name, its settings and word vectors.


def build_model(
    name: str,
    settings: Mapping[str, object],
    vectors: Tensor,
    labels: int,
    *,
    learned: Tensor | None = None,
) -> PairModel:
    """Return an untrained model; its weights are drawn from torch's own generator.

    Parameters
    ----------
    name
        One of `rightreasons.models.MODELS`.
    settings
        Values by name, of the dataclass that the model has as `PairModel.settings_type`; one called
        ``projection`` is the size to which word vectors are projected.
    vectors
        Word vectors to start from, shape (V, D).
    labels
        Number of labels.
    learned
        Which of the vectors are learned, shape (V,); None: all.

    Raises
    ------
    UnknownNameError
        If there is no such model.
    OptionError
        If a setting is unknown or does not fit.
    """
    kind: type[PairModel] = MODELS.load(name)
    read = read_settings(kind.settings_type, settings)
    words = WordEmbedding(vectors, learned, getattr(read, "projection", None))
    return kind(read, words, labels)
