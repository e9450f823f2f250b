"""The command `rightreasons audit DATA`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rightreasons.cli.generated import Argument
from rightreasons.cli.output import Output, shown_progress, tell_of_missing_charts, write_json
from rightreasons.errors import RightReasonsError
from rightreasons.jobs.options import AuditOptions, EngineOptions, VerdictOptions
from rightreasons.options import Option
from rightreasons.sources.readings import DataReader

if TYPE_CHECKING:
    from rightreasons.jobs.auditing.taking import Audit
    from rightreasons.verdicts import VerdictSettings

Data = Annotated[
    tuple[str, ...], Argument("DATA", "Files, folders or hub names; none: the bundled corpus.", data=True)
]
Tests = Annotated[tuple[str, ...], Option("Score on this set; may be given again.", data=True)]


def audit(
    reader: DataReader,
    options: AuditOptions,
    engine: EngineOptions,
    judging: VerdictOptions,
    output: Output,
    data: Data = (),
    test: Tests = (),
) -> None:
    """Test a dataset for artifacts; needs no model and no network."""
    audits, error = _run((data, test), reader, (options, engine), judging.settings(), output.out)
    if output.as_json and audits:
        write_json({"schema_version": 1, "audits": [each.to_json() for each in audits]})
    elif len(audits) == 1:
        from rightreasons.reports.terminal import MEASURES, print_results

        print_results(audits[0], MEASURES, typed=_typed(audits[0], (*data, *test), reader))
        tell_of_missing_charts(audits[0].run)
    elif audits:
        from rightreasons.reports.several_audits import print_audits

        print_audits(audits)
    if error is not None:
        raise error


def _typed(audit: "Audit", data: Sequence[str], reader: DataReader) -> dict[str, str]:
    """Return by name of each set what stood on the command line for it, with the options that read it."""
    from rightreasons.sources.proposals.commands import typed_data

    roles = ("data", *("test" for _ in data[1:]))
    names = (each.name for each in audit.manifest.data)
    return {
        name: typed_data(each, reader.options_for(each, role))
        for name, each, role in zip(names, data, roles, strict=False)
    }


def _run(
    sets: tuple[tuple[str, ...], tuple[str, ...]],
    reader: DataReader,
    options: tuple[AuditOptions, EngineOptions],
    by: "VerdictSettings",
    out: Path | None,
) -> "tuple[list[Audit], RightReasonsError | None]":
    """Audit every set; what was done is shown even if a later set cannot be read."""
    from rightreasons.jobs.audit import audited

    done: list[Audit] = []
    data, test = sets
    with shown_progress() as progress:
        for position, name in enumerate(data or [None]):
            folder = out / f"{position}-{Path(str(name)).name}" if out and len(data) > 1 else out
            try:
                made = audited((name, test), reader, *options, out=folder, progress=progress, by=by)
                done.append(made)
            except RightReasonsError as error:
                return done, error
    return done, None
