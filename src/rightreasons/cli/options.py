"""Options that several commands share, and how their texts become values."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from rightreasons.engine.progress import NOW, Progress, silent
from rightreasons.errors import OptionError
from rightreasons.printable import printable

# Progress bars on standard error, where somebody sees them.


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """Give a `Progress` that draws a bar a task on standard error; silent where it is no terminal."""
    if not sys.stderr.isatty():
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def show(what: str, done: int, total: int) -> None:
            task, _, now = what.partition(NOW)
            if task not in tasks:
                tasks[task] = bars.add_task(task, total=total)
            bars.update(tasks[task], description=f"{task} {now}".rstrip(), completed=done, total=total)

        yield show


Columns = Annotated[
    str | None,
    typer.Option(help="Which column is what: premise=...,hypothesis=...,label=... (or positions from 0)."),
]
LabelMap = Annotated[
    str | None, typer.Option(help="What labels mean: 0=entailment,1=neutral,... ('-' for none).")
]
Format = Annotated[
    str | None, typer.Option("--format", help="Read DATA as this format instead of telling it.")
]
OnMissingGold = Annotated[str, typer.Option(help="Rows without a gold label: drop, error or keep.")]
OnMalformed = Annotated[str, typer.Option(help="Rows that cannot be read: error or drop.")]
OnDuplicate = Annotated[str, typer.Option(help="The same pair with the same label again: keep or drop.")]
Gold = Annotated[
    str | None,
    typer.Option(help="Which one of several gold labels: majority, unanimous, best, worst, or a column."),
]
PremiseJoin = Annotated[
    str | None, typer.Option(help="Join a list of premises to one with this text between them.")
]
Encoding = Annotated[str | None, typer.Option(help="Encoding of text that is not UTF-8, e.g. cp1252.")]
Quoting = Annotated[str, typer.Option(help="Quotation marks enclose cells: auto (CSV yes, TSV no), on, off.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Read only the first rows of DATA.")]
Language = Annotated[str, typer.Option(help="Language of the data, e.g. en or de; auto goes by their words.")]
Seed = Annotated[int, typer.Option(help="For whatever is random.")]
AsJson = Annotated[bool, typer.Option("--json", help="Pure JSON on standard output.")]
Out = Annotated[Path | None, typer.Option("-o", "--out", help="Write the run to this folder.")]


def parsed_columns(text: str | None) -> dict[str, str] | None:
    """Read ``premise=a,hypothesis=b``.

    Raises
    ------
    OptionError
        If an entry is not ``ROLE=COLUMN``.
    """
    if text is None:
        return None
    columns = {}
    for entry in text.split(","):
        role, separator, column = entry.partition("=")
        if not separator or not column:
            raise OptionError(
                f"'{printable(entry)}' in --columns",
                "ROLE=COLUMN",
                "write --columns premise=...,hypothesis=...",
            )
        columns[role.strip()] = column
    return columns


def reading(
    columns: str | None,
    label_map: str | None,
    format_name: str | None,
    on_missing_gold: str,
    on_malformed: str,
    on_duplicate: str,
    limit: int | None,
    gold: str | None = None,
    premise_join: str | None = None,
    encoding: str | None = None,
    quoting: str = "auto",
) -> dict[str, Any]:
    """Return what the options say of the first DATA, as keyword arguments of `read_pairs`.

    Raises
    ------
    OptionError
        If columns or label map are not written as they should be.
    """
    from rightreasons.labels import parse_label_map

    return {
        "columns": parsed_columns(columns) or {},
        "label_map": parse_label_map(label_map) if label_map else None,
        "format": format_name,
        "on_missing_gold": on_missing_gold,
        "on_malformed": on_malformed,
        "on_duplicate": on_duplicate,
        "limit": limit,
        "gold": gold,
        "premise_join": premise_join,
        "encoding": encoding,
        "quoting": quoting,
    }


def names(text: str | None) -> tuple[str, ...]:
    """Split ``a,b,c``."""
    return tuple(name.strip() for name in text.split(",") if name.strip()) if text else ()


def load_config(context: typer.Context, path: Path | None) -> Path | None:
    """Take the options of a YAML file as defaults; what stands on the command line goes before them.

    Raises
    ------
    OptionError
        If the file cannot be read, or names an option that the command does not have.
    """
    if path is None:
        return None
    known = {_spelling(parameter): parameter for parameter in context.command.params}
    values = {str(key): value for key, value in _config(path).items()}
    wrong = sorted(set(values) - set(known))
    if wrong:
        valid = ", ".join(sorted(set(known) - {"config"}))
        raise OptionError(
            f"'{printable(wrong[0])}' in '{printable(path.name)}'", f"one of {valid}", "correct the file"
        )
    defaults = {
        known[key].name: _text(value, several=_takes_several(known[key])) for key, value in values.items()
    }
    context.default_map = {**(context.default_map or {}), **defaults}
    return path


def _config(path: Path) -> Mapping[Any, Any]:
    import yaml

    try:
        values = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise OptionError(
            f"config file '{printable(str(path))}' cannot be read", "a YAML file", "check the path"
        ) from error
    if not isinstance(values, dict):
        raise OptionError(
            f"no options in '{printable(path.name)}'", "option: value lines", "correct the file"
        )
    return values


def _spelling(parameter: Any) -> str:
    """Return an option as it is spelled on the command line, an argument by its name."""
    long = [text for text in parameter.opts if text.startswith("--")]
    return long[0].removeprefix("--") if long else str(parameter.name)


def _takes_several(parameter: Any) -> bool:
    return bool(getattr(parameter, "multiple", False)) or parameter.nargs == -1


def _text(value: Any, *, several: bool) -> Any:
    """YAML mappings and lists may stand where the command line takes ``a=b,c=d`` and ``a,b``."""
    if several:
        return value if isinstance(value, list) else [value]
    if isinstance(value, dict):
        return ",".join(f"{key}={each}" for key, each in value.items())
    if isinstance(value, list):
        return ",".join(map(str, value))
    return value


Policy = Annotated[
    Path | None, typer.Option(help="Sizes that matter, instead of ours (verdicts/policy.yaml).")
]
Allow = Annotated[
    list[str] | None, typer.Option(help="Waive this issue, by its code, as V101; may be given again.")
]
Config = Annotated[
    Path | None,
    typer.Option("--config", is_eager=True, callback=load_config, help="A YAML file with these options."),
]
