"""Settings of a model, checked: names, types and ranges come from its frozen dataclass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from rightreasons.errors import OptionError
from rightreasons.options import misfit
from rightreasons.printable import quoted

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
    names = [field.name for field in fields(kind)]
    unknown = sorted(set(settings) - set(names))
    if unknown:
        raise OptionError(
            f"settings {quoted(unknown)} of the model",
            f"some of {', '.join(names)}",
            "correct the recipe, or --set",
        )
    try:
        return TypeAdapter(kind).validate_python(dict(settings))
    except ValidationError as error:
        fault = error.errors()[0]
        name = ".".join(str(part) for part in fault["loc"][:1])
        raise misfit(name, fault, "for the model", "correct the recipe, or --set") from error
