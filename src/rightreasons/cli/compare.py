"""The command `rightreasons compare RUN RUN ...`."""

import json
import sys
from typing import Annotated

import typer

from rightreasons.cli import options

Runs = Annotated[list[str], typer.Argument(help="Run folders of probe; the first is the reference.")]
Level = Annotated[float, typer.Option(help="Nominal coverage of intervals.")]


def compare(
    runs: Runs,
    level: Level = 0.95,
    as_json: options.AsJson = False,
    out: options.Out = None,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Tell where models that were probed on the same items differ."""
    from rightreasons.jobs.compare import compare as job

    done = job(*runs, out=out, level=level)
    if as_json:
        payload = {"schema_version": 1, "comparisons": [done.to_json()]}
        sys.stdout.write(json.dumps(payload, ensure_ascii=True, allow_nan=False, indent=1) + "\n")
        return
    from rightreasons.reports.compare_terminal import print_comparison

    print_comparison(done)
