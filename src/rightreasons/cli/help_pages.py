"""What help pages say beside lines of options: commands in groups, an example, usual options first."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import click

_LONGEST = 1_000


@cache
def _pages() -> Mapping[str, Mapping[str, Any]]:
    """Return what ``help.json`` has of each command by its words; JSON, since help loads nothing heavy."""
    text = files("rightreasons.cli").joinpath("help.json").read_text(encoding="utf-8")
    pages: Mapping[str, Mapping[str, Any]] = json.loads(text)
    return pages


def _page_of(context: click.Context) -> Mapping[str, Any]:
    """Return the page of the command of a context: its ``example``, and the options that come ``first``."""
    return _pages().get(" ".join(context.command_path.split()[1:]), {})


def usual_first(context: click.Context, parameters: Sequence[click.Parameter]) -> list[click.Parameter]:
    """Return the parameters of a command, those that are used most before the others."""
    places = {name: place for place, name in enumerate(_page_of(context).get("first", []))}
    return sorted(parameters, key=lambda each: places.get(str(each.name), len(places)))


class CommandWithExample(click.Command):
    """A command whose help ends with an example, on one line so that it can be pasted."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example."""
        example = _page_of(ctx).get("example")
        if example:
            formatter.write(f"\nExample:\n  {example}\n")


class CommandGroup(CommandWithExample, click.Group):
    """A group whose help lists commands under headings, each with its whole line.

    Parameters
    ----------
    headings
        Names of commands by heading; without any, all stand under ``Commands``.
    """

    def __init__(
        self, *given: Any, headings: Mapping[str, Sequence[str]] | None = None, **named: Any
    ) -> None:
        super().__init__(*given, **named)
        self.headings = headings

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands."""
        for heading, names in (self.headings or {"Commands": self.list_commands(ctx)}).items():
            commands = ((name, self.get_command(ctx, name)) for name in names)
            lines = [(name, each.get_short_help_str(_LONGEST)) for name, each in commands if each is not None]
            with formatter.section(heading):
                formatter.write_dl(lines)
