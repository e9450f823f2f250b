"""What measures may ask for: it is passed by the names of their parameters, and checked by name and type."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

from rightreasons.errors import MeasureSignatureError, NotApplicableError
from rightreasons.measures.lacks import Lack
from rightreasons.printable import printable

Measure = Callable[..., Any]


class Inputs:
    """What the measures of one job may ask for.

    A subclass is a frozen dataclass. Its fields, and its properties, which are made when they are asked for,
    are what it offers, each with a type; what begins with ``_`` is its own. One that is None is one that this
    run lacks: a measure that cannot do without does not apply.
    """

    LACKS: ClassVar[Mapping[str, Lack]] = {}
    """What to say where it is None, by the name of the input."""

    @classmethod
    def offered(cls) -> Mapping[str, Any]:
        """Return the type of each input by its name."""
        return _offered(cls)

    @classmethod
    def check(cls, name: str, measure: Measure) -> None:
        """Do nothing, unless a measure could not be called.

        Raises
        ------
        MeasureSignatureError
            If it has a parameter without a default that is not offered, or one of another type.
        """
        _asked(cls, name, measure)

    def call(self, name: str, measure: Measure) -> Any:
        """Return what a measure finds, called with what its parameters name.

        Parameters
        ----------
        name
            What the measure is called.
        measure
            Each of its parameters is an input by name and type, or has a default.

        Raises
        ------
        MeasureSignatureError
            If it asks for anything else.
        NotApplicableError
            If this run lacks what it cannot do without.
        """
        arguments = {}
        for asked in _asked(type(self), name, measure):
            value = getattr(self, asked.name)
            if value is not None or asked.takes_none:
                arguments[asked.name] = value
            elif not asked.has_default:
                lack = self.LACKS[asked.name]
                raise NotApplicableError(lack.reason, lack.expected, lack.remedy)
        return measure(**arguments)


@dataclass(frozen=True)
class _Asked:
    """One parameter of a measure that is an input."""

    name: str
    takes_none: bool
    has_default: bool


def _offered(inputs: type[Inputs]) -> Mapping[str, Any]:
    made = {
        name: get_type_hints(each.func if isinstance(each, cached_property) else each.fget)["return"]
        for name, each in ((name, getattr(inputs, name, None)) for name in dir(inputs))
        if isinstance(each, cached_property | property)
    }
    given = {name: kind for name, kind in get_type_hints(inputs).items() if get_origin(kind) is not ClassVar}
    return {name: kind for name, kind in (given | made).items() if not name.startswith("_")}


def _asked(inputs: type[Inputs], name: str, measure: Measure) -> tuple[_Asked, ...]:
    """Return the parameters of a measure that are inputs."""
    offered, types = inputs.offered(), _types(name, measure)
    asked = []
    for parameter in signature(measure).parameters.values():
        if parameter.name not in offered:
            if parameter.default is Parameter.empty:
                raise _unlike(name, f"'{printable(parameter.name)}'", inputs)
            continue
        accepted = types.get(parameter.name, Parameter.empty)
        if parameter.kind is Parameter.POSITIONAL_ONLY or not fits(offered[parameter.name], accepted):
            shown = "no type" if accepted is Parameter.empty else f"the type {shown_type(accepted)}"
            raise _unlike(name, f"'{parameter.name}' with {shown}", inputs)
        has_default = parameter.default is not Parameter.empty
        asked.append(_Asked(parameter.name, fits(NoneType, accepted), has_default))
    return tuple(asked)


def _types(name: str, measure: Measure) -> Mapping[str, Any]:
    try:
        return get_type_hints(measure)
    except NameError as error:
        raise MeasureSignatureError(
            f"types of the measure '{printable(name)}' that cannot be read: {printable(str(error))}",
            "types that its file imports",
            "import them at its top, not for type checkers alone",
        ) from error


def _unlike(name: str, asked: str, inputs: type[Inputs]) -> MeasureSignatureError:
    there = "; ".join(f"{each}: {shown_type(kind)}" for each, kind in inputs.offered().items())
    return MeasureSignatureError(
        f"the measure '{printable(name)}' asks for {asked}",
        f"inputs by name and type, or parameters with a default; there is {there}",
        "rename the parameter, state its type, or give it a default",
    )


def fits(given: Any, accepted: Any) -> bool:
    """Return whether whatever has one type may be passed where another is accepted; None by the way.

    An input that may be None fits a parameter that may not: such a measure does not apply where it is.
    """
    if given is accepted or accepted in (Any, object) or given == accepted:
        return True
    if get_origin(given) in (Union, UnionType):
        return all(fits(each, accepted) for each in get_args(given) if each is not NoneType)
    if get_origin(accepted) in (Union, UnionType):
        return any(fits(given, each) for each in get_args(accepted))
    if get_origin(given) is Literal:
        return all(fits(type(each), accepted) for each in get_args(given))
    own, other = ([each for each in get_args(kind) if each is not ...] for kind in (given, accepted))
    return _is_kind_of(get_origin(given) or given, get_origin(accepted) or accepted) and (
        not other or own == other
    )


def _is_kind_of(given: Any, accepted: Any) -> bool:
    try:
        return issubclass(given, accepted)
    except TypeError:  # not classes, or a protocol that cannot be looked for
        return False


def shown_type(kind: Any) -> str:
    """Return a type as it is written, without the modules of its names."""
    text = kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
    return printable(re.sub(r"\b(?:[a-z_]\w*\.)+(?=\w)", "", text), 200)
