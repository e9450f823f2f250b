"""The command `rightreasons`: its commands, and what an error looks like on the terminal."""

import os
import signal
import sys
import threading
import traceback
from contextlib import suppress
from typing import Any

import typer
from typer.main import get_command

from rightreasons.cli import audit, compare, make, probe, reproduce, show, train

app = typer.Typer(
    name="rightreasons",
    help="Finds out whether an NLI dataset can be solved, or an NLI model is right, for the wrong reasons.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command("audit")(audit.audit)
app.command("probe")(probe.probe)
app.command("train")(train.train)
app.command("compare")(compare.compare)
app.command("gate")(compare.gate)
app.command("reproduce")(reproduce.reproduce)
app.command("card")(show.card)
app.command("report")(show.report)
app.command("view")(show.view)
app.command("ls")(show.ls)
app.add_typer(make.app, name="make")


def _show_version(wanted: bool) -> None:
    if wanted:
        from rightreasons import __version__

        sys.stdout.write(f"rightreasons {__version__}\n")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version and stop."
    ),
) -> None:
    """Take the options that stand before the command."""


_REAPED = 141  # whoever read standard output went away: as a shell says of a process that SIGPIPE ended


def main() -> None:
    """Run the command; every error ends in its code and its exit code, and 1 is the exit code of a gate."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _run()
    except KeyboardInterrupt:
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


def _command() -> Any:
    """Return the command, with ``--wait`` for whatever writes."""
    whole = get_command(app)
    groups: list[Any] = [whole]
    for group in groups:
        for each in group.commands.values():
            if hasattr(each, "commands"):
                groups.append(each)
            elif any(parameter.name == "out" for parameter in each.params):
                each.params.append(_waiting())
    return whole


def _wait(patient: bool) -> None:
    if patient:
        from rightreasons.runs.claims import wait_for_others

        wait_for_others()


def _waiting() -> Any:
    about = "Wait while another process writes to the same place."
    alone = typer.Typer(add_completion=False)

    @alone.command()
    def _alone(
        wait: bool = typer.Option(False, "--wait", callback=_wait, expose_value=False, help=about),
    ) -> None: ...

    return get_command(alone).params[0]


def _run() -> None:
    try:
        _command()()
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):
            raise stop.__context__ from None
        if stop.code == 130:
            raise KeyboardInterrupt from None
        sys.stdout.flush()
        raise SystemExit(2 if stop.code == 1 else stop.code) from None  # 1: click's, of what it cannot ask


def _shown(error: BaseException) -> int:
    """Write an error to standard error and return its exit code."""
    from rightreasons.engine.faults import coded

    if os.environ.get("RIGHTREASONS_TRACEBACK"):
        traceback.print_exception(error)
    known = coded(error)
    with suppress(OSError, ValueError):
        sys.stderr.write(f"{known}\n")
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    return known.exit_code
