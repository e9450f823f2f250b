"""The command `rightreasons`: its commands, and what an error looks like on the terminal."""

import os
import sys

import typer

from rightreasons.cli import audit, compare, make, probe, reproduce, show, train
from rightreasons.errors import RightReasonsError

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


def main() -> None:
    """Run the command; every error a user can meet ends in its code and its exit code, not in a traceback."""
    try:
        app()
    except RightReasonsError as error:
        sys.stderr.write(f"{error}\n")
        raise SystemExit(error.exit_code) from None
    except KeyboardInterrupt:
        sys.stderr.write("interrupted; what was finished is kept where -o was given\n")
        raise SystemExit(130) from None
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
