"""The command `rightreasons report RUN -o PATH`."""

import sys
from pathlib import Path
from typing import Annotated

from rightreasons.cli.generated import Argument
from rightreasons.errors import OptionError
from rightreasons.jobs.options import VerdictOptions
from rightreasons.options import Option
from rightreasons.printable import printable
from rightreasons.reports.formats import REPORT_FORMATS

ReportRun = Annotated[str, Argument("RUN", "A sealed run folder, without its data.")]
Out = Annotated[Path, Option("File to write; a folder for csv and for charts.", name="out", short="-o")]
Format = Annotated[
    str | None, Option(f"How: {', '.join(REPORT_FORMATS.ours())} or a plug-in's (`ls report-formats`).")
]
Charts = Annotated[str | None, Option("Write every chart as svg, pdf or png instead, with captions.")]
Style = Annotated[
    str | None, Option("Charts for paper (9 points, 3.3in) or slides (16 points, 8in), legible in grey.")
]
Width = Annotated[str | None, Option("Width of every chart: 3.3in, 84mm or 240pt.")]


def report(
    run: ReportRun,
    out: Out,
    judging: VerdictOptions,
    format: Format = None,  # noqa: A002 - the option is called --format
    charts: Charts = None,
    style: Style = None,
    width: Width = None,
) -> None:
    """Write a run as a page, tables, figures or charts."""
    from rightreasons.jobs import report as jobs

    if charts is not None and format is not None:
        raise OptionError("both --format and --charts", "one of them", "call it twice")
    if charts is None and (style is not None or width is not None):
        raise OptionError("--style or --width without --charts", "charts", "add --charts pdf")
    policy, allow = judging.policy, judging.allow
    written = (
        jobs.report(run, out, format=format or "html", policy=policy, allow=allow)
        if charts is None
        else jobs.charts(run, out, format=charts, style=style, width=width, policy=policy, allow=allow)
    )
    sys.stderr.write(f"Written to {printable(str(written), 300)}\n")
