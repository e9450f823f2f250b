"""The command `rightreasons`: its commands, and what an error looks like on the terminal."""

import os
import sys

import click

from rightreasons.cli import audit, judge, make, people, probe, reproduce, show, train
from rightreasons.cli.generated import generated
from rightreasons.errors import RightReasonsError


def _show_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
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
SHEET = click.Group(
    "sheet",
    [
        generated(people.swaps, "swaps"),
        generated(people.cells, "cells"),
        generated(people.changes, "changes"),
        generated(people.read, "read"),
    ],
    help="Ask people: sheets as CSV and offline pages, and their answers.",
)
MAKE = click.Group(
    "make",
    [
        generated(make.hans, "hans"),
        generated(people.human_study, "human-study"),
        generated(make.items, "items"),
        generated(make.predictions, "predictions"),
        generated(make.onnx, "onnx"),
        generated(make.swaps, "swaps"),
        generated(make.changes, "changes"),
        SHEET,
        generated(make.easy_hard, "easy-hard"),
        generated(make.downsampled, "downsampled"),
        generated(make.patterns, "patterns"),
    ],
    help="Make data: HANS, its human study, swap sets, subsets, down-sampled sets, patterns.",
)
app = click.Group(
    "rightreasons",
    [
        generated(audit.audit, "audit"),
        generated(probe.probe, "probe"),
        generated(train.train, "train"),
        generated(judge.compare, "compare"),
        generated(judge.gate, "gate"),
        generated(reproduce.reproduce, "reproduce"),
        generated(show.card, "card"),
        generated(show.report, "report"),
        generated(show.view, "view"),
        generated(show.ls, "ls"),
        MAKE,
    ],
    params=[_VERSION],
    help="Finds out whether an NLI dataset can be solved, or an NLI model is right, for the wrong reasons.",
)


def main() -> None:
    """Run the command; every error a user can meet ends in its code and its exit code, not in a traceback."""
    try:
        with app.make_context("rightreasons", sys.argv[1:]) as context:
            app.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        raise SystemExit(done.exit_code) from None
    except click.ClickException as error:
        error.show()
        raise SystemExit(error.exit_code) from None
    except RightReasonsError as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(error.exit_code) from None
    except KeyboardInterrupt:
        sys.stderr.write("interrupted; what was finished is kept where -o was given\n")
        raise SystemExit(130) from None
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
    raise SystemExit(0)
