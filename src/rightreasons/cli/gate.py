"""The command `rightreasons gate RUN [RUN ...] --require ...`."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from rightreasons.cli import options
from rightreasons.errors import GateFailedError

Runs = Annotated[list[str], typer.Argument(help="Run folders of audit, probe or compare.")]
Require = Annotated[
    list[str] | None,
    typer.Option(
        help="'NAME >= NUMBER' (>, <=, <), 'point(NAME) >= NUMBER' or 'NAME no-worse'; may be given again, "
        "and adds to those of --config."
    ),
]
Baseline = Annotated[str | None, typer.Option(help="The run of probe that 'no-worse' speaks of.")]
Junit = Annotated[Path | None, typer.Option(help="Write JUnit XML to this file.")]
Sarif = Annotated[Path | None, typer.Option(help="Write SARIF to this file.")]
Summary = Annotated[
    Path | None,
    typer.Option(envvar="GITHUB_STEP_SUMMARY", help="Add a Markdown table to the end of this file."),
]


def gate(
    context: typer.Context,
    runs: Runs,
    require: Require = None,
    baseline: Baseline = None,
    junit: Junit = None,
    sarif: Sarif = None,
    summary: Summary = None,
    policy: options.Policy = None,
    allow: options.Allow = None,
    as_json: options.AsJson = False,
    out: options.Out = None,
    config: options.Config = None,  # noqa: ARG001 - its callback has already made it the defaults
) -> None:
    """Fail where a run has a blocker or misses what is required: for CI."""
    from rightreasons.jobs.gate import GateFiles
    from rightreasons.jobs.gate import gate as job

    # An option on the command line goes before that of a file, but no requirement is lost that way.
    in_file = [str(text) for text in (context.default_map or {}).get("require", ())]
    wanted = GateFiles(junit, sarif, summary)
    wanted.check()
    asked = [*in_file, *(require or ())]
    done = job(*runs, require=asked, baseline=baseline, out=out, policy=policy, allow=allow or ())
    wanted.write(done)
    if as_json:
        payload = {"schema_version": 1, "gate": done.to_json()}
        sys.stdout.write(json.dumps(payload, ensure_ascii=True, allow_nan=False, indent=1) + "\n")
    else:
        from rightreasons.reports.gate_terminal import print_gate

        print_gate(done, done.checks)
    if not done.passed:
        headline = done.finding("gate").headline.rstrip(".")
        raise GateFailedError(
            headline, "every requirement to hold, and no blocker", "see the rows that do not hold"
        )
