"""The command `rightreasons report RUN -o PATH`."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from rightreasons.cli import options
from rightreasons.errors import OptionError
from rightreasons.printable import printable

RunFolder = Annotated[str, typer.Argument(metavar="RUN", help="A sealed run folder, without its data.")]
Out = Annotated[Path, typer.Option("-o", "--out", help="File to write; a folder for csv and for charts.")]
Format = Annotated[
    str | None, typer.Option("--format", help="html (the page), md, json or csv (all tables).")
]
Charts = Annotated[str | None, typer.Option(help="Write every chart as svg or png instead.")]


def report(
    run: RunFolder,
    out: Out,
    format: Format = None,  # noqa: A002 - the option is called --format
    charts: Charts = None,
    policy: options.Policy = None,
    allow: options.Allow = None,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Write the page of a run again, its figures and tables, or its charts."""
    from rightreasons.jobs import report as jobs

    if charts is not None and format is not None:
        raise OptionError("both --format and --charts", "one of them", "call it twice")
    written = (
        jobs.report(run, out, format=format or "html", policy=policy, allow=allow or ())
        if charts is None
        else jobs.charts(run, out, format=charts, policy=policy, allow=allow or ())
    )
    sys.stderr.write(f"Written to {printable(str(written), 300)}\n")
