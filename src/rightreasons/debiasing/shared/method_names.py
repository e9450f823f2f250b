"""A method as it is named on the command line: ``METHOD:key=value,...``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from pydantic import TypeAdapter, ValidationError

from rightreasons.debiasing import METHODS
from rightreasons.debiasing.method import DebiasingMethod
from rightreasons.errors import OptionError
from rightreasons.options import misfit
from rightreasons.printable import printable, quoted

_WRITTEN = {"threshold": "lambda", "factor": "lambda"}
"""What options are called where they are written, if not by the name of the field."""


def parse_method(text: str) -> DebiasingMethod:
    """Return the method that a text names, e.g. ``"downsampling:mode=debias,lambda=0.7"``.

    Raises
    ------
    UnknownNameError
        If there is no such method.
    OptionError
        If an option is not written so, is unknown or given twice, or its value does not fit.
    """
    name, colon, written = text.partition(":")
    kind = METHODS.load(name)
    names = {_written(each.name): each.name for each in fields(kind)}
    values: dict[str, str] = {}
    for entry in written.split(",") if colon else ():
        key, value = _option(entry, name, names)
        if key in values:
            raise OptionError(f"'{_written(key)}' twice for {name}", "each option once", "correct --debias")
        values[key] = value
    try:
        method: DebiasingMethod = TypeAdapter(kind).validate_python(values)
    except ValidationError as error:
        fault = error.errors()[0]
        key = ", ".join(_written(str(part)) for part in fault["loc"][:1])
        raise misfit(key, fault, f"for {name}", "correct --debias") from error
    return method


def _option(entry: str, name: str, names: Mapping[str, str]) -> tuple[str, str]:
    key, equals, value = (part.strip() for part in entry.partition("="))
    if not (key and equals and value):
        raise OptionError(
            f"'{printable(entry)}' for {name}", "KEY=VALUE,...", f"write --debias {name}:KEY=VALUE"
        )
    if key not in names:
        raise OptionError(
            f"{quoted((key,))} for {name}", f"some of {', '.join(names) or 'no option'}", "correct --debias"
        )
    return names[key], value


def _written(field: str) -> str:
    return _WRITTEN.get(field, field.replace("_", "-"))
