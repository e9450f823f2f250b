"""The commands that judge runs: `rightreasons compare RUN RUN ...` and `gate RUN ... --require ...`."""

from typing import Annotated

import click

from rightreasons.cli.generated import Argument
from rightreasons.cli.output import Output, shown_progress, write_json
from rightreasons.errors import GateFailedError
from rightreasons.jobs.options import CompareOptions, GateOptions, JudgingOptions
from rightreasons.options import Option
from rightreasons.sources.readings import DataReader

Runs = Annotated[
    tuple[str, ...],
    Argument("RUN...", "Runs of probe or of train, or files of predictions; the first is the reference."),
]
On = Annotated[
    tuple[str, ...],
    Option(
        "Of runs of train: probe every seed on this too: hans, controls, a file; again: another. Of files of "
        "predictions: what was predicted. With -o the probes are kept in OUT-probes.",
        data=True,
    ),
]


def compare(
    runs: Runs,
    options: CompareOptions,
    reader: DataReader,
    judging: JudgingOptions,
    output: Output,
    on: On = (),
) -> None:
    """Show where models that were probed on the same items differ, or trainings over several seeds."""
    from rightreasons.jobs.compare import compare as job
    from rightreasons.jobs.probing.challenges import read_among

    chosen = options.keywords() | judging.keywords()
    with shown_progress() as progress:
        done = job(*runs, out=output.out, on=read_among(on, reader), progress=progress, **chosen)
    if output.as_json:
        write_json({"schema_version": 1, "comparisons": [done.to_json()]})
        return
    from rightreasons.reports.terminal import EVERYTHING, print_results

    print_results(done, EVERYTHING)


GateRuns = Annotated[tuple[str, ...], Argument("RUN...", "Run folders of audit, probe or compare.")]


def gate(runs: GateRuns, options: GateOptions, judging: JudgingOptions, output: Output) -> None:
    """Fail where a run has a blocker or misses what is required: for CI."""
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
        from rightreasons.reports.terminal import print_gate

        print_gate(done, done.checks)
    if not done.passed:
        headline = done.finding("gate").headline.rstrip(".")
        raise GateFailedError(
            headline, "every requirement to hold, and no blocker", "see the rows that do not hold"
        )
