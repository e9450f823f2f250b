"""Measures of data taken one after the other, what they cannot answer, and the result of an audit."""

from collections.abc import Mapping, Sequence

from rightreasons.artifacts.means import in_words_of
from rightreasons.engine.memory import expect
from rightreasons.errors import MeasureInputError, NotApplicableError, OptionError
from rightreasons.findings import Finding
from rightreasons.jobs.auditing.items import evidence_rows
from rightreasons.jobs.datasets import AuditData
from rightreasons.jobs.options import AuditOptions
from rightreasons.jobs.outcome import Outcome, outcome_of
from rightreasons.measures import MEASURES
from rightreasons.measures.data.hypothesis_only.encoded import MEASURE as ENCODED
from rightreasons.measures.data.inputs import AuditInputs, takes_test
from rightreasons.measures.inputs import Measure
from rightreasons.pairs import PairTable
from rightreasons.printable import printable, quoted
from rightreasons.references import NotTested
from rightreasons.runs.folder import Run
from rightreasons.runs.workspace import Workspace
from rightreasons.sources.proposals.one_label import one_label_error
from rightreasons.verdicts import VerdictSettings


class Audit(Outcome):
    """The result of an audit: one finding a measure and test set."""


def _measures_of(options: AuditOptions) -> tuple[str, ...]:
    """Return the measures of an audit: all, or those asked for, and with an encoder its own."""
    measures = options.measures or tuple(MEASURES)
    own = () if options.encoder is None or ENCODED in measures else (ENCODED,)
    return (*measures, *own)


def checked_measures(options: AuditOptions) -> dict[str, Measure]:
    """Return the measures of an audit by name.

    Raises
    ------
    MeasureSignatureError
        If one asks for what there is not.
    """
    loaded = {name: MEASURES.load(name) for name in _measures_of(options)}
    for name, measure in loaded.items():
        AuditInputs.check(name, measure)
    return loaded


def taken(
    measures: Mapping[str, Measure],
    inputs: AuditInputs,
    data: AuditData,
    options: AuditOptions,
    workspace: Workspace | None,
) -> tuple[tuple[Finding, ...], tuple[NotTested, ...]]:
    """Return what the measures find, and why for those that these data cannot answer.

    Parameters
    ----------
    measures
        By name.
    inputs, data
        What they ask for, and the sets.
    options
        Whether a measure was asked for by name, which then must apply.
    workspace
        Where each finding is kept, if it is.
    """
    findings: list[Finding] = []
    not_measured: list[NotTested] = []
    expect(measures)
    for position, (name, measure) in enumerate(measures.items()):
        inputs.progress("measures", position, len(measures))
        for step, test in steps(name, measure, data.tests):
            saved = workspace.saved(step) if workspace else None
            if saved is not None:
                findings.append(saved)
                continue
            try:
                found = inputs.scored_on(test).find(name, measure)
            except MeasureInputError as error:
                if options.measures:
                    raise
                if not isinstance(error, NotApplicableError):
                    not_measured.append(NotTested(name, test, error.found, error.remedy))
                continue
            findings.append(in_words_of(data.train.provenance, found))
            if workspace:
                workspace.save(step, findings[-1])
    inputs.progress("measures", len(measures), len(measures))
    return tuple(findings), tuple(not_measured)


def audit_of(run: Run, options: AuditOptions, by: VerdictSettings) -> Audit:
    """Return the result that a finished run holds."""
    evidence = evidence_rows(run.items(), run.findings, options.evidence)
    return Audit(**outcome_of(run), by=by, evidence=evidence)


def steps(name: str, measure: Measure, tests: Mapping[str, PairTable]) -> list[tuple[str, str | None]]:
    """Return each step in which a measure is taken, with the test set that it is scored on."""
    if not takes_test(measure) or not tests:
        return [(name, None)]
    return [(name if len(tests) == 1 else f"{name}-{position}", test) for position, test in enumerate(tests)]


def check_labels(train: PairTable) -> None:
    """Refuse data of one label."""
    if len(train.labels) < 2:
        raise one_label_error(train)


def check_groups(data: AuditData, group_by: Sequence[str]) -> None:
    """Refuse columns to group by that the data do not have."""
    for name in group_by:
        for table in (data.train, *data.tests.values()):
            if name not in table.groups:
                raise OptionError(
                    f"no column '{printable(name)}' to group by in '{printable(table.name)}'",
                    f"one of {quoted(table.groups)}" if table.groups else "data with columns to group by",
                    "correct --group-by",
                )
