"""The command `rightreasons compare RUN RUN ...`."""

import json
import sys
from typing import Annotated

import typer

from rightreasons.cli import options
from rightreasons.cli.progress import shown_progress

Runs = Annotated[list[str], typer.Argument(help="Runs of probe, or of train; the first is the reference.")]
Level = Annotated[float, typer.Option(help="Nominal coverage of intervals.")]
Marks = Annotated[
    list[str] | None,
    typer.Option(
        help="Of runs of train: a folder of `make easy-hard`, or a CSV with pairID, idx and hardness (1 "
        "hard, 0 easy); again: another."
    ),
]
On = Annotated[
    list[str] | None,
    typer.Option(
        "--on",
        help="Of runs of train: probe every seed on this too: hans, controls, a file; again: another. With "
        "-o the probes are kept in OUT-probes.",
    ),
]


def compare(
    runs: Runs,
    level: Level = 0.95,
    marks: Marks = None,
    on: On = None,
    policy: options.Policy = None,
    allow: options.Allow = None,
    as_json: options.AsJson = False,
    out: options.Out = None,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Tell where models that were probed on the same items differ, or trainings over several seeds."""
    from rightreasons.jobs.compare import compare as job

    with shown_progress() as progress:
        done = job(
            *runs,
            out=out,
            level=level,
            marks=marks or (),
            on=on or (),
            policy=policy,
            allow=allow or (),
            progress=progress,
        )
    if as_json:
        payload = {"schema_version": 1, "comparisons": [done.to_json()]}
        sys.stdout.write(json.dumps(payload, ensure_ascii=True, allow_nan=False, indent=1) + "\n")
        return
    from rightreasons.reports.terminal import EVERYTHING, print_results

    print_results(done, EVERYTHING)
