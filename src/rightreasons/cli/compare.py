"""The command `rightreasons compare RUN RUN ...`."""

import shlex
from typing import Annotated

from rightreasons.cli.generated import Argument
from rightreasons.cli.output import Output, check_blockers, shown_progress, write_json
from rightreasons.jobs.options import CompareOptions, VerdictOptions
from rightreasons.options import Option
from rightreasons.sources.readings import DataReader

Runs = Annotated[
    tuple[str, ...],
    Argument("RUN...", "Runs of probe or of train, or files of predictions; the first is the reference."),
]
CompareOn = Annotated[
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
    judging: VerdictOptions,
    output: Output,
    on: CompareOn = (),
) -> None:
    """Compare probed models on the same items, or trainings."""
    from rightreasons.jobs.compare import compare as job
    from rightreasons.jobs.probing.challenges import read_among

    chosen = options.keywords() | judging.keywords()
    if reader.common.label_map:
        chosen["label_map"] = reader.common.stated_labels
    if not on and reader.common.columns and options.prediction_columns is None:
        chosen["prediction_columns"] = reader.common.prediction_columns
    with shown_progress() as progress:
        done = job(*runs, out=output.out, on=read_among(on, reader), progress=progress, **chosen)
    if output.as_json:
        write_json({"schema_version": 1, "comparisons": [done.to_json()]})
    else:
        from rightreasons.reports.terminal import EVERYTHING, print_results

        named = zip((each.name for each in done.manifest.runs), map(shlex.quote, runs), strict=False)
        print_results(done, EVERYTHING, typed=dict(named))
    check_blockers(done.verdict)
