"""Commands made from functions: their parameters are arguments, options, and whole sets of options.

A parameter annotated with an `OptionSet` stands for all its fields; one annotated with `DataReader` for the
options of reading, each of which may address one DATA by its name; one called `stated` gets the names of the
options that were given. The default of a parameter is where the options of a set begin.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import MISSING, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import click
from click.core import ParameterSource

from rightreasons.cli.help_pages import CommandWithExample, usual_first
from rightreasons.cli.others_code import check_written, runs_others_code
from rightreasons.errors import OptionError, RightReasonsError, UnknownNameError
from rightreasons.guarded_yaml import guarded_yaml
from rightreasons.options import Option, OptionField, OptionSet, option_fields
from rightreasons.printable import printable
from rightreasons.sources.addresses import addressed, names_of
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.readings import DataReader
from rightreasons.streams.files import file_bytes

STATED = "stated"
_OPTIONS = "Options"
_READING = "How every DATA is read; NAME:VALUE speaks of one of them, by its role or file"
_METAVARS = {int: "NUMBER", float: "NUMBER", Path: "PATH"}
_GIVEN = (ParameterSource.COMMANDLINE, ParameterSource.DEFAULT_MAP)


@dataclass(frozen=True)
class Argument:
    """What stands on the command line without a name.

    Parameters
    ----------
    metavar, help
        What it is called in the usage, and what it is.
    data
        Whether it is DATA, which reading options speak of.
    check
        Called before anything else of the command is looked at.
    loads
        Whether it names a model, as of `Option`.
    """

    metavar: str
    help: str
    data: bool = False
    loads: bool = False
    check: Callable[[str], None] | None = None


class _Argument(click.Argument):
    """An argument that knows what it is."""

    explained = ""
    multiple = False


class _Option(click.Option):
    """An option that knows its panel."""

    panel = _OPTIONS


class GeneratedCommand(CommandWithExample):
    """A command that refuses a repeated option of one value, and lists options by panel."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments.

        Raises
        ------
        OptionError
            If an option of one value was given twice.
        """
        _, _, order = self.make_parser(ctx).parse_args(list(args))
        for option in order:
            if isinstance(option, _Option) and not (option.multiple or option.is_flag):
                _check_once(option.opts[-1], order.count(option))
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write arguments and options, each panel under its heading."""
        panels: dict[str, list[tuple[str, str]]] = {"Arguments": [], _OPTIONS: []}
        for each in usual_first(ctx, self.get_params(ctx)):
            if isinstance(each, _Argument):
                panels["Arguments"].append((each.metavar or "", each.explained))
            elif (record := each.get_help_record(ctx)) is not None:
                panels.setdefault(getattr(each, "panel", _OPTIONS), []).append(record)
        for panel, records in panels.items():
            if records:
                with formatter.section(panel):
                    formatter.write_dl(records)


def _check_once(option: str, times: int) -> None:
    if times > 1:
        raise OptionError(f"{option} given twice", "one value", f"leave one {option} out")


def _checked(
    check: Callable[[str], None] | None, _context: click.Context, _parameter: click.Parameter, value: Any
) -> Any:
    """Return the value of an argument, looked at first."""
    if check is not None and value is not None:
        check(value)
    return value


@dataclass(frozen=True)
class _Parameter:
    """A parameter of the function behind a command."""

    name: str
    annotation: Any
    default: Any

    @property
    def reads(self) -> bool:
        """Whether it gets what reads every DATA."""
        return self.annotation is DataReader

    @property
    def fields(self) -> tuple[OptionField, ...]:
        """The options of a set."""
        kind = ReadOptions if self.reads else self.annotation
        return option_fields(kind) if isinstance(kind, type) and issubclass(kind, OptionSet) else ()

    @property
    def options(self) -> tuple[OptionField, ...]:
        """The options of a set, or the one that it is itself."""
        return self.fields or (() if self.own is None else (self.own,))

    def places(self, value: Any) -> list[Path]:
        """Return the places of a value that are written to."""
        written = (each for each in self.options if each.written)
        named = (getattr(value, each.attribute) if self.fields else value for each in written)
        return [Path(place) for place in named if place not in (None, ())]

    def models(self, value: Any) -> list[str]:
        """Return the models of a value whose libraries or code run."""
        about = get_args(self.annotation)[1:] if get_origin(self.annotation) is Annotated else ()
        if any(getattr(each, "loads", False) for each in about):
            return _listed(value)
        loading = (each.attribute for each in self.fields if each.option.loads)
        return [model for name in loading for model in _listed(getattr(value, name))]

    @property
    def own(self) -> OptionField | None:
        """The one option that it is itself."""
        return OptionField.of(self.name, self.annotation, self.default)

    @property
    def begin(self) -> OptionSet:
        """The options of a set where nothing is given."""
        kind = ReadOptions if self.reads else self.annotation
        start = kind() if self.default is MISSING else self.default
        return start.common if isinstance(start, DataReader) else start

    @property
    def is_data(self) -> bool:
        """Whether its value names DATA."""
        about = get_args(self.annotation)[1:] if get_origin(self.annotation) is Annotated else ()
        return any(getattr(each, "data", False) for each in about)

    def made(self) -> Iterator["_Argument | _Option"]:
        """Yield what stands for it on the command line."""
        if self.fields:
            given = self.begin.keywords()
            for each in self.fields:
                yield _option(each, given[each.attribute], again=self.reads)
        elif self.own is not None:
            yield _option(self.own, self.default)
        elif get_origin(self.annotation) is Annotated:
            kind, about = get_args(self.annotation)
            count = -1 if get_origin(kind) is tuple else 1
            required = self.default is MISSING
            made = _Argument(
                [self.name],
                required=required,
                nargs=count,
                metavar=about.metavar,
                type=str,
                is_eager=about.check is not None,
                callback=partial(_checked, about.check),
            )
            made.explained = about.help
            yield made

    def value(self, given: Any) -> Any:
        """Return the value of an argument or of an option of its own."""
        if given is None or (given is False and self.own is not None):
            return () if self.default is MISSING else self.default
        if self.own is not None:
            return self.own.checked(self.own.parsed(given))
        return Path(given) if get_args(self.annotation)[0] is Path else given


def generated(body: Callable[..., None], name: str) -> click.Command:
    """Return a command that calls `body` with what its parameters ask for."""
    parameters = tuple(
        _Parameter(each.name, each.annotation, MISSING if each.default is each.empty else each.default)
        for each in inspect.signature(body, eval_str=True).parameters.values()
    )
    made: dict[str, _Argument | _Option] = {}
    for each in parameters:
        for option in each.made():
            there = made.setdefault(str(option.name), option)
            there.multiple |= option.multiple  # an option of two sets, one of which reads DATA
    if any(each.fields for each in parameters):
        made["config"] = _config_option()
    if any(field.written for each in parameters for field in each.options):
        made["wait"] = _wait_option()
    run = click.pass_context(partial(_run, body, parameters))
    return GeneratedCommand(name, callback=run, params=list(made.values()), help=inspect.getdoc(body))


def _run(
    body: Callable[..., None], parameters: tuple[_Parameter, ...], context: click.Context, **values: Any
) -> None:
    values = {key: value or None if isinstance(value, tuple) else value for key, value in values.items()}
    roles = {each.name.replace("_", "-"): _listed(values[each.name]) for each in parameters if each.is_data}
    others = {field.attribute for each in parameters if not each.reads for field in each.fields}
    read = {field.attribute for each in parameters if each.reads for field in each.fields}
    names = names_of(roles) if read else set()
    texts = {name: tuple(values[name] or ()) for name in read}
    for name in others & read:  # without a name, the other set's; it may be given once
        plain = [text for text in texts[name] if not addressed(text, names)[0]]
        _check_once(f"--{name.replace('_', '-')}", len(plain))
        texts[name] = tuple(text for text in texts[name] if addressed(text, names)[0])
        values[name] = plain[0] if plain else None
    chosen: dict[str, Any] = {}
    for each in parameters:
        if each.name == STATED:
            chosen[each.name] = _stated(context)
        elif each.reads:
            chosen[each.name] = DataReader.of(texts, roles, each.begin)  # type: ignore[arg-type]  # of reading
        else:
            chosen[each.name] = each.begin.stating(values) if each.fields else each.value(values[each.name])
    if context.obj is not None and any(
        runs_others_code(model) for each in parameters for model in each.models(chosen[each.name])
    ):
        code = context.obj()
        with suppress(RightReasonsError), _claimed(parameters, chosen, patient=False):
            pass  # a child that was ended leaves its locks behind
        if code == 0:
            check_written(_places(parameters, chosen))
        raise click.exceptions.Exit(code)
    with _claimed(parameters, chosen, patient=values.get("wait", False)):
        body(**chosen)


def _places(parameters: tuple[_Parameter, ...], chosen: Mapping[str, Any]) -> list[Path]:
    """Return the places that options name to write to; none in a dry run."""
    if chosen.get("dry_run"):
        return []
    return [place for each in parameters for place in each.places(chosen[each.name])]


@contextmanager
def _claimed(
    parameters: tuple[_Parameter, ...], chosen: Mapping[str, Any], *, patient: bool
) -> Iterator[None]:
    """Hold every place that is written to, from before the command looks at anything."""
    places = _places(parameters, chosen)
    if not places:
        yield
        return
    from rightreasons.runs.claims import claimed, waiting_for_others

    with ExitStack() as held:
        if patient:
            held.enter_context(waiting_for_others())
        for place in sorted(places):  # two commands that wait for each other's places would wait for ever
            held.enter_context(claimed(place))
        yield


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def _option(field: OptionField, default: Any, *, again: bool = False) -> _Option:
    about: Option = field.option
    shown = field.recorded(default) if default not in (MISSING, None, ()) and not field.flag else None
    text = ",".join(shown) if isinstance(shown, list) else shown
    notes = [f"one of {', '.join(field.choices)}"] if field.choices else []
    notes += [f"default: {text}"] if text not in (None, "", {}) else []
    made = _Option(
        [*([about.short] if about.short else []), f"--{field.name}", field.attribute],
        help=f"{about.help} [{'; '.join(notes)}]" if notes else about.help,
        is_flag=field.flag or None,  # False would take an option without its value as not given
        multiple=field.several or again,
        required=default is MISSING,
        envvar=about.env,
        type=bool if field.flag else str,
        metavar=None if field.flag else about.metavar or _METAVARS.get(field.kind, "TEXT"),
    )
    made.panel = _READING if again else about.panel or _OPTIONS
    return made


def _stated(context: click.Context) -> frozenset[str]:
    """Return the options that were given, as they are typed."""
    return frozenset(
        _spelling(each)
        for each in context.command.params
        if context.get_parameter_source(str(each.name)) in _GIVEN
        and context.params.get(str(each.name)) not in (None, ())
    )


def _config_option() -> _Option:
    return _Option(
        ["--config"],
        is_eager=True,
        expose_value=False,
        callback=lambda context, _, path: load_config(context, path),
        help="A YAML file with these options.",
        metavar="FILE",
    )


def _wait_option() -> _Option:
    about = "Wait while another process writes to the same place."
    return _Option(["--wait"], is_flag=True, help=about)


def load_config(context: click.Context, path: str | None) -> None:
    """Take the options of a YAML file as defaults; what stands on the command line goes before them.

    Raises
    ------
    OptionError
        If the file cannot be read, or names an option that the command does not have.
    """
    if path is None:
        return
    parameters = {_spelling(parameter): parameter for parameter in context.command.params}
    values = {str(key): value for key, value in _config(Path(path)).items()}
    wrong = sorted(set(values) - set(parameters))
    if wrong:
        valid = sorted(set(parameters) - {"config"})
        remedy = UnknownNameError.among("option", wrong[0], valid, "correct the file").remedy
        where = f"'{printable(wrong[0])}' in '{printable(Path(path).name)}'"
        raise OptionError(where, f"one of {', '.join(valid)}", remedy)
    defaults = {
        str(parameters[key].name): _text(value, several=_takes_several(parameters[key]))
        for key, value in values.items()
        if value is not None
    }
    context.default_map = {**(context.default_map or {}), **defaults}


def _config(path: Path) -> Mapping[Any, Any]:
    try:
        values = guarded_yaml(file_bytes(path))
    except (OSError, ValueError) as error:
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
