"""Commands made from functions: their parameters are arguments, options, and whole sets of options.

A parameter annotated with an `OptionSet` stands for all its fields; one annotated with `DataReader` for the
options of reading, each of which may address one DATA by its name; one called `stated` gets the names of the
options that were given. The default of a parameter is where the options of a set begin.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import click
from click.core import ParameterSource

from rightreasons.errors import OptionError
from rightreasons.options import OptionField, OptionSet, option_fields
from rightreasons.printable import printable
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.readings import DataReader, addressed, stem_of

STATED = "stated"
_OPTIONS = "Options"


@dataclass(frozen=True)
class Argument:
    """What stands on the command line without a name."""

    metavar: str
    help: str
    data: bool = False


class _Option(click.Option):
    """An option that knows its panel."""

    panel = ""


class GeneratedCommand(click.Command):
    """A command that refuses a repeated option of one value, and lists options by panel."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments.

        Raises
        ------
        OptionError
            If an option of one value was given twice.
        """
        _, _, order = self.make_parser(ctx).parse_args(list(args))
        single = [each for each in order if isinstance(each, _Option) and not each.multiple]
        for option in single:
            if not option.is_flag and single.count(option) > 1:
                raise _given_twice(option.opts[-1])
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write arguments and options, each panel under its heading."""
        arguments = [(each.metavar, each.explained) for each in self.params if isinstance(each, _Argument)]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl([(metavar or "", text) for metavar, text in arguments])
        panels: dict[str, list[tuple[str, str]]] = {_OPTIONS: []}
        for each in self.get_params(ctx):
            record = each.get_help_record(ctx)
            if record is not None and not isinstance(each, _Argument):
                panels.setdefault(getattr(each, "panel", "") or _OPTIONS, []).append(record)
        for panel, records in panels.items():
            with formatter.section(panel):
                formatter.write_dl(records)


class _Argument(click.Argument):
    """An argument that knows what it is."""

    explained = ""
    multiple = False


def generated(body: Callable[..., None], name: str) -> click.Command:
    """Return a command that calls `body` with what its parameters ask for."""
    parameters = inspect.signature(body, eval_str=True).parameters
    made: dict[str, _Argument | _Option] = {}
    for each in parameters.values():
        for option in _parameters_of(each):
            there = made.setdefault(str(option.name), option)
            there.multiple |= option.multiple  # an option of two sets, one of which reads DATA
    if any(_fields_of(each) for each in parameters.values()):
        made["config"] = _config_option()

    @click.pass_context
    def run(context: click.Context, /, **values: Any) -> None:
        values = {key: value or None if isinstance(value, tuple) else value for key, value in values.items()}
        body(**{each.name: _argument(each, parameters, values, context) for each in parameters.values()})

    help_text = inspect.getdoc(body) or ""
    return GeneratedCommand(name, callback=run, params=list(made.values()), help=help_text)


def _set_of(parameter: inspect.Parameter) -> type[OptionSet] | None:
    kind = parameter.annotation
    return kind if isinstance(kind, type) and issubclass(kind, OptionSet) else None


def _fields_of(parameter: inspect.Parameter) -> tuple[OptionField, ...]:
    """Return the options that a parameter stands for; none of an argument or an option of its own."""
    kind = ReadOptions if parameter.annotation is DataReader else _set_of(parameter)
    return () if kind is None else option_fields(kind)


def _default_of(parameter: inspect.Parameter) -> dict[str, Any]:
    default = parameter.default
    if default is parameter.empty:
        return {}
    options: OptionSet = default.common if isinstance(default, DataReader) else default
    return options.keywords()


def _own_field(parameter: inspect.Parameter) -> OptionField | None:
    default = MISSING if parameter.default is parameter.empty else parameter.default
    return OptionField.of(parameter.name, parameter.annotation, default)


def _parameters_of(parameter: inspect.Parameter) -> Iterator["_Argument | _Option"]:
    fields, own = _fields_of(parameter), _own_field(parameter)
    if fields:
        given = _default_of(parameter)
        again = parameter.annotation is DataReader
        yield from (_option(each, given.get(each.attribute, each.default), again=again) for each in fields)
    elif own is not None:
        yield _option(own, own.default)
    elif get_origin(parameter.annotation) is Annotated:
        yield _positional(parameter)


def _positional(parameter: inspect.Parameter) -> _Argument:
    kind, about = get_args(parameter.annotation)
    required = parameter.default is parameter.empty
    several = get_origin(kind) is tuple
    made = _Argument(
        [parameter.name], required=required, nargs=-1 if several else 1, metavar=about.metavar, type=str
    )
    made.explained = about.help
    return made


def _option(field: OptionField, default: Any, *, again: bool = False) -> _Option:
    about = field.option
    shown = field.recorded(default) if default not in (MISSING, None, ()) and not field.flag else None
    text = ",".join(shown) if isinstance(shown, list) else shown
    notes = [f"one of {', '.join(field.choices)}"] if field.choices else []
    notes += [f"default: {text}"] if text not in (None, "", {}) else []
    made = _Option(
        [*([about.short] if about.short else []), f"--{field.name}", field.attribute],
        help=f"{about.help} [{'; '.join(notes)}]" if notes else about.help,
        is_flag=field.flag,
        multiple=field.several or again,
        required=default is MISSING,
        envvar=about.env,
        type=bool if field.flag else str,
        metavar=None if field.flag else about.metavar or _METAVARS.get(field.kind, "TEXT"),
    )
    made.panel = _READING if again else about.panel
    return made


_READING = "How every DATA is read; NAME:VALUE speaks of one of them, by its role or file"
_METAVARS = {int: "NUMBER", float: "NUMBER", Path: "PATH"}


Parameters = Mapping[str, inspect.Parameter]


def _argument(
    parameter: inspect.Parameter, parameters: Parameters, values: Mapping[str, Any], context: click.Context
) -> Any:
    if parameter.name == STATED:
        return _stated(context)
    if parameter.annotation is DataReader:
        return _reader(parameter, parameters, values)
    kind = _set_of(parameter)
    if kind is not None:
        start = kind() if parameter.default is parameter.empty else parameter.default
        return start.stating(_for_all(parameters, values) if _reads(parameters) else values)
    value, own = values[parameter.name], _own_field(parameter)
    kind = get_args(parameter.annotation)[0]
    if value is None or (own is not None and own.flag and not value):
        return () if parameter.default is parameter.empty else parameter.default
    if own is not None:
        return own.checked(own.parsed(value))
    return Path(value) if kind is Path else value


def _reader(parameter: inspect.Parameter, parameters: Parameters, values: Mapping[str, Any]) -> DataReader:
    """Return what reads every DATA; an option that another set has too is for that one, unless addressed."""
    data, names = _data(parameters, values), _names(parameters, values)
    sets = (each for each in parameters.values() if each.annotation is not DataReader)
    others = {field.attribute for each in sets for field in _fields_of(each)}
    texts = {
        field.attribute: [
            text
            for text in values[field.attribute] or ()
            if field.attribute not in others or addressed(text, names)[0]
        ]
        for field in option_fields(ReadOptions)
    }
    return DataReader.of(texts, data, ReadOptions(**_default_of(parameter)))


def _for_all(parameters: Parameters, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values without those that address one DATA, of which other sets of options know nothing."""
    found, names = dict(values), _names(parameters, values)
    for field in option_fields(ReadOptions):
        texts = [text for text in values[field.attribute] or () if not addressed(text, names)[0]]
        if len(texts) > 1:
            raise _given_twice(f"--{field.name}")
        found[field.attribute] = texts[0] if texts else None
    return found


def _given_twice(option: str) -> OptionError:
    return OptionError(f"{option} given twice", "one value", f"leave one {option} out")


def _reads(parameters: Parameters) -> bool:
    return any(each.annotation is DataReader for each in parameters.values())


def _data(parameters: Parameters, values: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the DATA that were given, by role."""
    found: dict[str, list[str]] = {}
    for each in parameters.values():
        about = get_args(each.annotation)[1:] if get_origin(each.annotation) is Annotated else ()
        if any(getattr(one, "data", False) for one in about):
            value = values[each.name] or ()
            found[each.name.replace("_", "-")] = [value] if isinstance(value, str) else list(value)
    return found


def _names(parameters: Parameters, values: Mapping[str, Any]) -> set[str]:
    data = _data(parameters, values)
    return {*data, *(stem_of(each) for several in data.values() for each in several)}


def _stated(context: click.Context) -> frozenset[str]:
    """Return the options that were given, as they are typed."""
    return frozenset(
        parameter.opts[-1].removeprefix("--")
        for parameter in context.command.params
        if context.get_parameter_source(str(parameter.name)) in _GIVEN
        and context.params.get(str(parameter.name)) not in (None, ())
    )


_GIVEN = (ParameterSource.COMMANDLINE, ParameterSource.DEFAULT_MAP)


def _config_option() -> _Option:
    return _Option(
        ["--config"],
        is_eager=True,
        expose_value=False,
        callback=lambda context, _, path: load_config(context, path),
        help="A YAML file with these options.",
        metavar="FILE",
    )


def load_config(context: click.Context, path: str | None) -> None:
    """Take the options of a YAML file as defaults; what stands on the command line goes before them.

    Raises
    ------
    OptionError
        If the file cannot be read, or names an option that the command does not have.
    """
    if path is None:
        return
    known = {_spelling(parameter): parameter for parameter in context.command.params}
    values = {str(key): value for key, value in _config(Path(path)).items()}
    wrong = sorted(set(values) - set(known))
    if wrong:
        valid = ", ".join(sorted(set(known) - {"config"}))
        where = f"'{printable(wrong[0])}' in '{printable(Path(path).name)}'"
        raise OptionError(where, f"one of {valid}", "correct the file")
    defaults = {
        str(known[key].name): _text(value, several=_takes_several(known[key]))
        for key, value in values.items()
        if value is not None
    }
    context.default_map = {**(context.default_map or {}), **defaults}


def _config(path: Path) -> Mapping[Any, Any]:
    import yaml

    try:
        values = yaml.load(path.read_text(encoding="utf-8"), _unique_keys())  # noqa: S506 - a SafeLoader
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise OptionError(
            f"config file '{printable(str(path))}' cannot be read ({printable(str(error), 200)})",
            "a YAML file, each option once",
            "check the path and the file",
        ) from error
    if not isinstance(values, dict):
        raise OptionError(
            f"no options in '{printable(path.name)}'", "option: value lines", "correct the file"
        )
    return values


def _unique_keys() -> type[Any]:
    """Return a loader of plain YAML that refuses a repeated key."""
    import yaml

    class Loader(yaml.SafeLoader):
        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
            keys = [self.construct_object(key, deep=True) for key, _ in node.value]
            twice = next((key for key in keys if keys.count(key) > 1), None)
            if twice is not None:
                raise yaml.constructor.ConstructorError(None, None, f"'{twice}' twice", node.start_mark)
            return super().construct_mapping(node, deep)

    return Loader


def _spelling(parameter: click.Parameter) -> str:
    """Return an option as it is spelled on the command line, an argument by its name."""
    long = [text for text in parameter.opts if text.startswith("--")]
    return long[0].removeprefix("--") if long else str(parameter.name)


def _takes_several(parameter: click.Parameter) -> bool:
    return bool(getattr(parameter, "multiple", False)) or parameter.nargs == -1


def _text(value: Any, *, several: bool) -> Any:
    """YAML mappings and lists may stand where the command line takes ``a=b,c=d`` and ``a,b``."""
    if several:
        return [_text(each, several=False) for each in (value if isinstance(value, list) else [value])]
    if isinstance(value, dict):
        return ",".join(f"{key}={each}" for key, each in value.items())
    if isinstance(value, list):
        return ",".join(map(str, value))
    return value
