"""The command `rightreasons view DIR`."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from rightreasons.cli.generated import Argument
from rightreasons.options import Option

Folder = Annotated[Path, Argument("DIR", "Where the runs are, here or further down.")]
Port = Annotated[int, Option("Where to listen; 0 takes a free port.", least=0, most=65535)]
Open = Annotated[bool, Option("Open the list in the browser.", name="open")]


def view(folder: Folder = Path(), port: Port = 0, open_browser: Open = False) -> None:
    """Show the runs of a folder in a local browser page, read-only."""
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
