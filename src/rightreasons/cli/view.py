"""The command `rightreasons view DIR`."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Where the runs are, here or further down.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Where to listen; 0 takes a free port.")]
Open = Annotated[bool, typer.Option("--open", help="Open the list in the browser.")]


def view(folder: Folder = Path(), port: Port = 0, open_browser: Open = False) -> None:
    """Show the runs of a folder in the browser: on this machine alone, reading only."""
    from rightreasons.jobs.view import view as job

    with job(folder, port=port) as server:
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        sys.stderr.write("Ctrl-C ends it\n")
        if open_browser:
            import webbrowser

            webbrowser.open(server.url)
        with suppress(KeyboardInterrupt):  # the way to end it, and no failure
            server.serve_forever()
