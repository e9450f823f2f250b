"""The command `rightreasons discover DATA`."""

from pathlib import Path
from typing import Annotated

from rightreasons.cli.generated import Argument
from rightreasons.cli.output import Output, check_blockers, shown_progress, write_json
from rightreasons.discovery.options import DiscoverOptions
from rightreasons.jobs.options import EngineOptions, VerdictOptions
from rightreasons.options import Option
from rightreasons.sources.readings import DataReader

Data = Annotated[
    str | None, Argument("DATA", "A file, a folder or a hub name; none with --probe.", data=True)
]
Test = Annotated[str | None, Option("Test the rules on this set; none: on a third of DATA.", data=True)]
ProbeRun = Annotated[
    Path | None,
    Option("A run of probe, or a file of predictions: which rules does this model follow?", metavar="RUN"),
]
Train = Annotated[str | None, Option("With --probe: whether this training set rewards the rules.", data=True)]


def discover(
    options: DiscoverOptions,
    engine: EngineOptions,
    reader: DataReader,
    judging: VerdictOptions,
    output: Output,
    data: Data = None,
    test: Test = None,
    probe: ProbeRun = None,
    train: Train = None,
) -> None:
    """Find rules over the pair that predict the label, or that a model follows."""
    from rightreasons.jobs.discover import run_discovery

    with shown_progress() as progress:
        given = (data, test, probe, train)
        by = judging.settings()
        done = run_discovery(given, reader, options, output.out, progress, engine=engine, by=by)
    if output.as_json:
        write_json({"schema_version": 1, "discoveries": [done.to_json()]})
    else:
        from rightreasons.reports.terminal import EVERYTHING, print_results

        print_results(done, EVERYTHING, typed=_typed(data, output.out, reader))
    check_blockers(done.verdict)


def _typed(data: str | None, out: Path | None, reader: DataReader) -> dict[str, str]:
    """Return what was typed by its name in the run: the data, and where the rules were written."""
    from rightreasons.reports.typed import of_folder
    from rightreasons.sources.proposals.commands import typed_data

    of_data = {} if data is None else {Path(data).name: typed_data(data, reader.options_for(data, "data"))}
    return of_data if out is None else of_data | of_folder(out)
