"""Options as fields of frozen dataclasses: name, type, default, bounds and help stand in one place.

A field ``seeds: Annotated[int, Option("How many models.", least=1)] = 1`` is the option ``--seeds`` of the
command line, the key ``seeds`` of ``--config`` and of the manifest, and the keyword ``seeds`` in Python.
"""

import inspect
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, is_dataclass
from enum import Enum
from functools import wraps
from numbers import Integral, Real
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Self, TypeVar, Union, cast, get_args, get_origin

from rightreasons.errors import OptionError
from rightreasons.errors.nearest import nearest
from rightreasons.errors.parameters import as_parameters
from rightreasons.printable import printable, quoted

Set = TypeVar("Set", bound="OptionSet")
Job = TypeVar("Job", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Option:
    """What is known of an option beyond its type and default.

    Parameters
    ----------
    help
        One sentence for ``--help`` and the docs.
    name
        As users type it, without dashes; empty: the field's, with dashes. A name that begins with ``no-``
        turns off a field that is True.
    short
        One letter with its dash, as ``-o``.
    least, most
        Inclusive bounds of a number.
    listed
        Whether several values stand in one text, ``a,b,c``; otherwise the option is given again.
    parse
        What makes a value of a text, where the type alone does not say it.
    again
        Whether the option may be given again; of a tuple that is not `listed` it may in any case.
    panel
        Heading that the option stands under.
    env
        Environment variable that holds a default.
    data
        Whether the value names data to be read.
    metavar
        What stands for the value in ``--help``.
    shared
        Whether several commands may use the path at once, since it is only read or has locks of its own. Any
        other option of type `Path` names a place that one command at a time writes to.
    loads
        Whether the value names a model, whose libraries or code run in a process of their own.
    """

    help: str
    name: str = ""
    short: str = ""
    least: float | None = None
    most: float | None = None
    listed: bool = False
    parse: Callable[[Any], Any] | None = None
    again: bool = False
    panel: str = ""
    env: str | None = None
    data: bool = False
    metavar: str | None = None
    shared: bool = False
    loads: bool = False


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option with its type and default.

    Parameters
    ----------
    attribute
        Name of the field.
    option
        What stands beside its type.
    kind
        Its type without None.
    default
        `dataclasses.MISSING` where it has to be given.
    optional
        Whether None is a value.
    """

    attribute: str
    option: Option
    kind: Any
    default: Any
    optional: bool

    @classmethod
    def of(cls, attribute: str, annotation: Any, default: Any) -> "OptionField | None":
        """Return the option that an annotation speaks of, None if it speaks of none."""
        if get_origin(annotation) is not Annotated:
            return None
        kind, *more = get_args(annotation)
        option = next((each for each in more if isinstance(each, Option)), None)
        if option is None:
            return None
        parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
        kinds = [part for part in parts if part is not NoneType]
        return cls(attribute, option, kinds[0] if len(kinds) == 1 else Any, default, NoneType in parts)

    @property
    def name(self) -> str:
        """The name as users type it, without dashes."""
        return self.option.name or self.attribute.replace("_", "-")

    @property
    def flag(self) -> bool:
        """Whether the option stands alone, without a value."""
        return self.kind is bool

    @property
    def written(self) -> bool:
        """Whether the value names a place that one command at a time writes to."""
        return self.kind is Path and not self.option.shared

    @property
    def negated(self) -> bool:
        """Whether giving the option means False."""
        return self.flag and self.default is True

    @property
    def several(self) -> bool:
        """Whether the option may be given again."""
        return self.option.again or (get_origin(self.kind) in (tuple, list) and not self.option.listed)

    @property
    def choices(self) -> tuple[str, ...]:
        """The only values there are; empty: any of its type."""
        return get_args(self.kind) if get_origin(self.kind) is Literal else ()

    def checked(self, value: Any) -> Any:
        """Return the value, lists as tuples.

        Raises
        ------
        OptionError
            If it is not of the type, not among the choices, or out of bounds.
        """
        if value is None and self.optional:
            return None
        if get_origin(self.kind) is tuple:
            texts = isinstance(value, list | tuple) and all(isinstance(each, str | Path) for each in value)
            return tuple(value) if texts else self._refuse(value, "a list of texts")
        if self.choices and (not isinstance(value, str) or value not in self.choices):
            self._refuse(value, f"one of {', '.join(self.choices)}")
        expected = _EXPECTED.get(self.kind)
        if expected is not None and not _is_a(value, expected[0]):
            self._refuse(value, expected[1])
        if self.kind in (int, float):
            self._check_bounds(value)
        return value

    def parsed(self, text: Any) -> Any:
        """Return the value that a text of the command line or of ``--config`` stands for.

        Raises
        ------
        OptionError
            If it stands for none.
        """
        if self.flag:
            return bool(text) is not self.negated
        if self.option.parse is not None:
            return self.option.parse(text)
        if self.several:
            return tuple(text)
        if self.option.listed:
            return tuple(part.strip() for part in str(text).split(",") if part.strip())
        if self.kind in (int, float):
            try:
                return self.kind(text)
            except ValueError:
                self._refuse(text, _EXPECTED[self.kind][1])
        return Path(text) if self.kind is Path else text

    def recorded(self, value: Any) -> Any:
        """Return the value as plain JSON."""
        return (not value) if self.negated else plain(value)

    def _check_bounds(self, value: Any) -> None:
        least, most = self.option.least, self.option.most
        if (least is not None and not value >= least) or (most is not None and not value <= most):
            low = "" if least is None else f"at least {least:g}"
            high = "" if most is None else f"at most {most:g}"
            self._refuse(value, " and ".join(filter(None, (low, high))))

    def _refuse(self, value: Any, expected: str) -> Any:
        raise OptionError(f"'{printable(str(value))}' for --{self.name}", expected, f"correct --{self.name}")


_EXPECTED: Mapping[Any, tuple[tuple[type, ...], str]] = {
    bool: ((bool,), "true or false"),
    int: ((Integral,), "a whole number"),
    float: ((Real,), "a number"),
    str: ((str, os.PathLike), "a text"),
    Path: ((str, os.PathLike), "a path"),
}


def _is_a(value: Any, kinds: tuple[type, ...]) -> bool:
    if isinstance(value, bool):
        return bool in kinds
    return isinstance(value, kinds) and not (Real in kinds and value != value)  # noqa: PLR0124 - NaN


class OptionSet:
    """The base of every frozen dataclass whose fields are options: all are checked when it is made."""

    __slots__ = ()

    def __post_init__(self) -> None:
        for field in option_fields(type(self)):
            object.__setattr__(self, field.attribute, field.checked(getattr(self, field.attribute)))

    def keywords(self) -> dict[str, Any]:
        """Return the options as keyword arguments."""
        return {field.attribute: getattr(self, field.attribute) for field in option_fields(type(self))}

    def recorded(self) -> dict[str, Any]:
        """Return the options as plain JSON under the names that users type, for a manifest."""
        return {
            field.name: field.recorded(getattr(self, field.attribute)) for field in option_fields(type(self))
        }

    def stating(self, texts: Mapping[str, Any]) -> Self:
        """Return these options with those that texts state, by field; None states nothing."""
        stated = {
            field.attribute: field.parsed(texts[field.attribute])
            for field in option_fields(type(self))
            if texts.get(field.attribute) not in (None, (), False)
        }
        return type(self)(**(self.keywords() | stated))


def option_fields(kind: type[Any]) -> tuple[OptionField, ...]:
    """Return the options of a dataclass, in order; fields without `Option` are none."""
    found = []
    for name, field in kind.__dataclass_fields__.items():
        default = field.default
        if default is MISSING and field.default_factory is not MISSING:
            default = field.default_factory()
        option = OptionField.of(name, field.type, default)
        found += [option] if option else []
    return tuple(found)


def divided(keywords: Mapping[str, Any], *kinds: type[Any]) -> list[Any]:
    """Return keyword arguments as one object of each kind; what several have goes to each.

    Raises
    ------
    OptionError
        For a name that none has.
    """
    names = [set(kind.__dataclass_fields__) for kind in kinds]
    refuse_unknown(keywords, set[str]().union(*names))
    return [
        kind(**{name: keywords[name] for name in keywords if name in own})
        for kind, own in zip(kinds, names, strict=True)
    ]


def refuse_unknown(given: Iterable[str], known: Iterable[str]) -> None:
    """Refuse names of parameters that a function does not have.

    Raises
    ------
    OptionError
        With the names there are, and the one that may have been meant.
    """
    names = sorted(known)
    unknown = sorted(set(given).difference(names))
    if unknown:
        near = nearest(unknown[0], names)
        remedy = f"did you mean {near}=?" if near else "correct the name"
        raise OptionError(f"no parameter {quoted(tuple(unknown))}", f"one of {', '.join(names)}", remedy)


class _Plain(str):
    """Text that a signature shows as it is."""

    __slots__ = ()
    __repr__ = str.__str__


def options_shown(*kinds: type[Any]) -> Callable[[Job], Job]:
    """Let a function that takes the fields of `kinds` as keywords show them in its signature and its help.

    A name that is no parameter is refused before anything is done, with the one that may have been meant.
    """
    helps = {each.attribute: each.option.help for kind in kinds for each in option_fields(kind)}

    def shown(job: Job) -> Job:
        signature = inspect.signature(job)
        given = {
            name: each for name, each in signature.parameters.items() if each.kind is not each.VAR_KEYWORD
        }
        own = {each.name: each for kind in kinds for each in _parameters(kind) if each.name not in given}
        every = given | own
        named = [name for name, each in every.items() if each.kind is not each.VAR_POSITIONAL]

        @wraps(job)
        def called(*values: Any, **keywords: Any) -> Any:
            refuse_unknown(keywords, named)
            return job(*values, **keywords)

        vars(called)["__signature__"] = inspect.Signature(
            [_in_plain_text(each) for each in every.values()],
            return_annotation=_Plain(_type_text(signature.return_annotation)),
        )
        lines = [f"    {name}\n        {as_parameters(text)}" for name, text in helps.items()]
        about = (inspect.cleandoc(job.__doc__ or ""), *(("", "Options", "-------", *lines) if lines else ()))
        called.__doc__ = "\n".join(about)
        return cast(Job, called)

    return shown


def _parameters(kind: type[Any]) -> list[inspect.Parameter]:
    """Return the fields of a dataclass as keyword parameters."""
    return [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=each.type,
            default=each.default_factory() if each.default is MISSING else each.default,
        )
        for name, each in kind.__dataclass_fields__.items()
    ]


def _in_plain_text(parameter: inspect.Parameter) -> inspect.Parameter:
    """Return a parameter whose type and default show without modules and addresses."""
    default = parameter.default
    if callable(default) and default is not parameter.empty:
        default = _Plain(default.__name__)
    elif is_dataclass(default):
        default = _Plain(f"{type(default).__name__}()")
    elif isinstance(default, Enum):
        default = _Plain(f"{type(default).__name__}.{default.name}")
    return parameter.replace(default=default, annotation=_Plain(_type_text(parameter.annotation)))


def _type_text(annotation: Any) -> str:
    """Return a type as people write it: ``str | Path | None``."""
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    return re.sub(r"(?:[A-Za-z_]\w*\.)+(?=[A-Za-z_])", "", inspect.formatannotation(annotation))


def stated_words(recorded: Mapping[str, Any], kind: type) -> Iterator[str]:
    """Yield the words of a command line for recorded options that are not what they are by default."""
    for field in option_fields(kind):
        value = recorded.get(field.name)
        if value is None or field.default is MISSING or value == field.recorded(field.default):
            continue
        if field.flag:
            yield f"--{field.name}"
        elif field.several:
            for each in value:
                yield from (f"--{field.name}", str(each))
        else:
            yield from (f"--{field.name}", ",".join(value) if isinstance(value, list) else str(value))


def misfit(name: str, fault: Any, place: str, remedy: str) -> OptionError:
    """Return the error for an option whose value pydantic refuses; `fault` is the first of its faults."""
    return OptionError(
        f"{printable(name)}={printable(str(fault['input']))} {place}",
        printable(str(fault["msg"])).removeprefix("Input should be "),
        remedy,
    )


def plain(value: Any) -> Any:
    """Return mappings, tuples, enumerations and paths as plain JSON values."""
    if isinstance(value, Mapping):
        return {str(plain(key)): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, Enum):
        return value.value
    return str(value) if isinstance(value, Path) else value
