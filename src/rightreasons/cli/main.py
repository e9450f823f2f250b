"""The command `rightreasons`: its commands, and what an error looks like on the terminal."""

import os
import sys
import traceback
from collections import UserDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module

import click

from rightreasons.cli.generated import generated
from rightreasons.cli.help_pages import CommandGroup
from rightreasons.cli.terminal import INTERRUPTED, errors, fitted
from rightreasons.errors import InputError, InternalError, PlugInError, UsageError
from rightreasons.printable import printable


def _show_version(context: click.Context, _: click.Parameter, requested: bool) -> None:
    if requested:
        from rightreasons import __version__

        sys.stdout.write(f"rightreasons {__version__}\n")
        context.exit()


_VERSION = click.Option(
    ["--version"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and stop.",
)


class Commands(UserDict[str, click.Command]):
    """Commands by name, each made when it is asked for: what one needs, no other loads.

    Parameters
    ----------
    homes
        By name a group, or the ``module:function`` of this room that a command is generated from.
    """

    def __init__(self, homes: Mapping[str, str | click.Group]) -> None:
        super().__init__(dict.fromkeys(homes, click.Command("made when it is asked for")))
        self.homes = homes

    def __getitem__(self, name: str) -> click.Command:
        """Return a command."""
        home = self.homes[name]
        if isinstance(home, click.Group):
            return home
        module, _, function = home.partition(":")
        return generated(getattr(import_module(f"rightreasons.cli.{module}"), function), name)


SHEET = CommandGroup(
    "sheet",
    Commands(
        {
            "swaps": "sheet:swaps",
            "cells": "sheet:cells",
            "changes": "sheet:changes",
            "read": "sheet:read",
        }
    ),
    help="Make annotation sheets, and read their answers.",
)
MAKE = CommandGroup(
    "make",
    Commands(
        {
            "example": "make.sets:example",
            "hans": "make.hans:hans",
            "human-study": "human_study:human_study",
            "items": "make.items:items",
            "predictions": "make.items:predictions",
            "suspects": "make.items:suspects",
            "challenge": "make.items:challenge",
            "lm-eval-task": "make.items:lm_eval_task",
            "onnx": "make.items:onnx",
            "swaps": "make.sets:swaps",
            "changes": "make.sets:changes",
            "sheet": SHEET,
            "easy-hard": "make.from_data:easy_hard",
            "downsampled": "make.from_data:downsampled",
            "split": "make.from_data:split",
            "subset": "make.from_data:subset",
            "patterns": "make.from_data:patterns",
        }
    ),
    help="Make example data, HANS, swap sets, splits, subsets, sheets and patterns.",
)
app = CommandGroup(
    "rightreasons",
    Commands(
        {
            "describe": "describe:describe",
            "audit": "audit:audit",
            "discover": "discover:discover",
            "probe": "probe:probe",
            "train": "train:train",
            "compare": "compare:compare",
            "gate": "gate:gate",
            "reproduce": "reproduce:reproduce",
            "card": "card:card",
            "report": "report:report",
            "view": "view:view",
            "ls": "ls:ls",
            "make": MAKE,
        }
    ),
    headings={
        "Look at data": ("describe", "audit", "discover"),
        "Look at a model": ("probe", "compare"),
        "Mend": ("make", "train"),
        "Share and check": ("report", "card", "view", "gate"),
        "Research": ("reproduce", "ls"),
    },
    params=[_VERSION],
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Tests whether an NLI dataset can be solved, or an NLI model is correct, for the wrong reasons.",
)


_REAPED = 141  # whoever read standard output went away: as a shell says of a process that SIGPIPE ended


def main(watched: Callable[[], int] | None = None) -> None:
    """Run the command; every error ends in its code and its exit code, and 1 is the exit code of a gate.

    Parameters
    ----------
    watched
        Runs this very command in a process of its own, and returns its exit code: for those that run what
        others have written. None: all run in this one.
    """
    try:
        with app.make_context("rightreasons", sys.argv[1:], obj=watched) as context:
            app.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        raise SystemExit(done.exit_code) from None
    except click.ClickException as error:
        raise SystemExit(_shown(_wrong_use(error))) from None
    except (KeyboardInterrupt, click.Abort) as interrupt:
        errors().write(f"{'; '.join(filter(None, [INTERRUPTED, printable(str(interrupt), 200)]))}\n")
        raise SystemExit(130) from None
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(_REAPED) from None
    except BaseException as error:  # what Rust raises is no Exception, and no library ends the command
        raise SystemExit(_shown(error)) from None
    raise SystemExit(0)


def _wrong_use(error: click.ClickException) -> UsageError:
    """Return what click refuses as an error of ours."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "rightreasons"
    found, asks, name = error.format_message().partition(" Did you mean ")
    usage = context.get_usage().removeprefix("Usage: ") if context else command
    shown = f"{found[:1].lower()}{found[1:]}".removesuffix(".")
    remedy = f"did you mean {name}" if asks else f"see `{command} --help`"
    return UsageError(printable(shown, 300), " ".join(usage.split()), printable(remedy, 200))


def _shown(error: BaseException) -> int:
    """Write an error to standard error and return its exit code."""
    from rightreasons.engine.faults import coded
    from rightreasons.registry import plug_in_at

    if os.environ.get("RIGHTREASONS_TRACEBACK"):
        traceback.print_exception(error)
    fault = coded(error)
    if isinstance(fault, InternalError) and (plug_in := plug_in_at(error)):
        fault = PlugInError(
            f"{plug_in} failed: {fault.found}",
            "a plug-in as CONTRIBUTING.md describes it",
            "report it to its authors with what RIGHTREASONS_TRACEBACK=1 shows, or uninstall it",
        )
    if isinstance(fault, InputError) and fault.ways:
        from rightreasons.sources.proposals.pasting import on_the_command

        with suppress(ValueError):  # a line that cannot be made hides no error
            fault = on_the_command(fault, sys.argv[1:])
    with suppress(OSError, ValueError):
        errors().write(f"{fitted(fault.lines)}\n")
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    return fault.exit_code
