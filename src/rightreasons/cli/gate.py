"""The command `rightreasons gate RUN ...`."""

from typing import Annotated

import click

from rightreasons.cli.generated import Argument
from rightreasons.cli.output import Output, write_json
from rightreasons.errors import GateFailedError
from rightreasons.jobs.options import GateOptions, VerdictOptions

GateRuns = Annotated[tuple[str, ...], Argument("RUN...", "Run folders of audit, probe or compare.")]


def gate(runs: GateRuns, options: GateOptions, judging: VerdictOptions, output: Output) -> None:
    """Check runs against requirements; for CI."""
    from rightreasons.jobs.gate import check_files, write_files
    from rightreasons.jobs.gate import gate as job

    # An option on the command line goes before that of a file, but no requirement is lost that way.
    in_file = (click.get_current_context().default_map or {}).get("require", ())
    check_files(options)
    required = list(dict.fromkeys([*map(str, in_file), *options.require]))
    done = job(*runs, require=required, baseline=options.baseline, out=output.out, **judging.keywords())
    write_files(done, options)
    if output.as_json:
        write_json({"schema_version": 1, "gate": done.to_json()})
    else:
        from rightreasons.reports.gate_terminal import print_gate

        print_gate(done, done.checks)
    if not done.passed:
        headline = done.finding("gate").headline.rstrip(".")
        raise GateFailedError(
            headline, "every requirement to hold, and no blocker", "see the rows that do not hold"
        )
