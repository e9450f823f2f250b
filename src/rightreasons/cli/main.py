"""The command `rightreasons`: its commands, and what an error looks like on the terminal."""

import os
import signal
import sys
import threading
import traceback
from contextlib import suppress

import click

from rightreasons.cli import make, measure, people, reproduce, show, train
from rightreasons.cli.generated import generated


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
        generated(measure.audit, "audit"),
        generated(measure.probe, "probe"),
        generated(train.train, "train"),
        generated(measure.compare, "compare"),
        generated(measure.gate, "gate"),
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


_REAPED = 141  # whoever read standard output went away: as a shell says of a process that SIGPIPE ended


def main() -> None:
    """Run the command; every error ends in its code and its exit code, and 1 is the exit code of a gate."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with _with_waiting(app).make_context("rightreasons", sys.argv[1:]) as context:
            app.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        raise SystemExit(done.exit_code) from None
    except click.ClickException as error:
        error.show()
        raise SystemExit(2) from None  # click has 1 for some of them
    except (KeyboardInterrupt, click.Abort):
        sys.stderr.write("interrupted; what was finished is kept where -o was given\n")
        raise SystemExit(130) from None
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(_REAPED) from None
    except Exception as error:
        raise SystemExit(_shown(error)) from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # what Rust raises is no Exception
            raise
        raise SystemExit(_shown(error)) from None
    raise SystemExit(0)


def _with_waiting(group: click.Group) -> click.Group:
    """Give ``--wait`` to whatever writes."""
    for each in group.commands.values():
        names = {parameter.name for parameter in each.params}
        if isinstance(each, click.Group):
            _with_waiting(each)
        elif "out" in names and "wait" not in names:
            about = "Wait while another process writes to the same place."
            each.params.append(
                click.Option(["--wait"], is_flag=True, expose_value=False, callback=_wait, help=about)
            )
    return group


def _wait(_context: click.Context, _parameter: click.Parameter, patient: bool) -> None:
    if patient:
        from rightreasons.runs.claims import wait_for_others

        wait_for_others()


def _shown(error: BaseException) -> int:
    """Write an error to standard error and return its exit code."""
    from rightreasons.engine.faults import coded

    if os.environ.get("RIGHTREASONS_TRACEBACK"):
        traceback.print_exception(error)
    fault = coded(error)
    with suppress(OSError, ValueError):
        sys.stderr.write(f"{fault}\n")
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    return fault.exit_code
