"""Help pages: every command with an example that it understands, commands in groups, usual options first."""

import re
import shlex
from collections.abc import Iterator
from typing import Any

import click
import pytest

from rightreasons.cli.main import app


def commands(group: click.Group = app, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the words of every command and group."""
    yield words
    for name, each in group.commands.items():
        if isinstance(each := group.commands[name], click.Group):
            yield from commands(each, (*words, name))
        else:
            yield (*words, name)


def context_of(words: tuple[str, ...]) -> click.Context:
    """Return the context of a command, as its help page has it."""
    context, command = click.Context(app, info_name="rightreasons", **app.context_settings), app
    for word in words:
        command = command.commands[word]  # type: ignore[assignment]  # the last one is no group
        context = click.Context(command, info_name=word, parent=context)
    return context


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_help_ends_with_an_example_of_the_command_that_names_only_options_that_there_are(
    words: tuple[str, ...],
) -> None:
    page = context_of(words).get_help()
    *_, heading, example = page.rstrip().splitlines()
    assert heading == "Example:"
    program, *typed = shlex.split(example)
    assert (program, tuple(typed[: len(words)])) == ("rightreasons", words)
    named = tuple(typed[: 2 if typed[0] == "make" else 1])
    named = tuple(typed[:3]) if typed[:2] == ["make", "sheet"] else named
    known = {name for each in context_of(named).command.params for name in each.opts}
    assert {word for word in typed if word.startswith("-")} <= known


def test_every_command_stands_in_one_group_with_its_whole_line(command: Any) -> None:
    page = command("-h").out
    assert page == command("--help").out
    names = [name for name in app.commands if re.search(rf"^  {name} ", page, re.MULTILINE)]
    assert names == list(app.commands)
    assert "..." not in page.partition("COMMAND [ARGS]...")[2]


def test_the_options_that_are_used_most_come_first(command: Any) -> None:
    page = command("audit", "--help").out.partition("Options:")[2]
    assert page.index("--test") < page.index("--out") < page.index("--measures")
