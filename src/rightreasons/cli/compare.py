"""The commands that judge runs: `rightreasons compare` and `gate`."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from rightreasons.cli import options
from rightreasons.cli.options import shown_progress
from rightreasons.errors import GateFailedError

# The command `rightreasons compare RUN RUN ...`.


Runs = Annotated[
    list[str],
    typer.Argument(help="Runs of probe or of train, or files of predictions; the first is the reference."),
]
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
        help="Of runs of train: probe every seed on this too: hans, controls, a file; again: another. Of "
        "files of predictions: what was predicted. With -o the probes are kept in OUT-probes.",
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


# The command `rightreasons gate RUN [RUN ...] --require ...`.


GateRuns = Annotated[list[str], typer.Argument(help="Run folders of audit, probe or compare.")]
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
    runs: GateRuns,
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
        from rightreasons.reports.terminal import print_gate

        print_gate(done, done.checks)
    if not done.passed:
        headline = done.finding("gate").headline.rstrip(".")
        raise GateFailedError(
            headline, "every requirement to hold, and no blocker", "see the rows that do not hold"
        )
