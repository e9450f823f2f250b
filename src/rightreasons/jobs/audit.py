"""What does a dataset give away? Every measure of data, taken once, kept with its evidence."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from rightreasons.artifacts.means import in_words_of
from rightreasons.engine.memory import remembering
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import MeasureInputError, NotApplicableError, OptionError
from rightreasons.findings import Finding
from rightreasons.jobs.auditing.items import all_items, evidence_rows
from rightreasons.jobs.datasets import AuditData, describe, gather
from rightreasons.jobs.options import AuditOptions, VerdictOptions
from rightreasons.jobs.outcome import Outcome, outcome_of
from rightreasons.keywords import AuditKeywords
from rightreasons.measures import MEASURES
from rightreasons.measures.data.hypothesis_only.encoded import MEASURE as ENCODED
from rightreasons.measures.data.inputs import AuditInputs, PreparedTexts, takes_test
from rightreasons.measures.inputs import Measure
from rightreasons.options import divided, options_shown
from rightreasons.pairs import PairTable
from rightreasons.printable import printable, quoted
from rightreasons.references import NotTested
from rightreasons.runs.claims import one_writer
from rightreasons.runs.folder import Run
from rightreasons.runs.workspace import Workspace, finished_run
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.one_label import one_label_error
from rightreasons.sources.readings import DataReader
from rightreasons.text.language import language, language_of
from rightreasons.verdicts import VerdictSettings

if TYPE_CHECKING:
    from rightreasons.jobs.auditing.encoder import AuditEncoder


class Audit(Outcome):
    """The result of an audit: one finding a measure and test set."""


@options_shown(AuditOptions, ReadOptions, VerdictOptions)
@one_writer
def audit(
    data: Any = None,
    *,
    test: Any = (),
    out: str | Path | None = None,
    progress: Progress = silent,
    **options: Unpack[AuditKeywords],
) -> Audit:
    """Test an NLI dataset for artifacts.

    Parameters
    ----------
    data
        Anything `read_pairs` reads, or a PairTable; None takes the bundled corpus. Where it has several
        splits and `test` is empty, the training split is audited and the others are the tests.
    test
        One or more sets to score on, each anything `read_pairs` reads.
    out
        Folder of the run; the same work there is taken up again, other work is an error.
    progress
        Where long work says how far it is.
    **options
        Fields of `AuditOptions` and `VerdictOptions`, and of `ReadOptions` for `data` and tests of the same
        columns (`rightreasons.sources.readings.DataReader`).

    Raises
    ------
    RightReasonsError
        A coded error; nothing is written then.

    Examples
    --------
    >>> from rightreasons import audit
    >>> result = audit(measures=["label_balance"])
    >>> result.finding("label_balance").figures["majority"].unit
    'proportion'
    """
    chosen, judging, reading = divided(options, AuditOptions, VerdictOptions, ReadOptions)
    data_read = gather(data, test, DataReader(reading))
    return run_audit(data_read, chosen, out, progress, by=judging.settings())


def _measures_of(options: AuditOptions) -> tuple[str, ...]:
    """Return the measures of an audit: all, or those asked for, and with an encoder its own."""
    measures = options.measures or tuple(MEASURES)
    own = () if options.encoder is None or ENCODED in measures else (ENCODED,)
    return (*measures, *own)


def _encoder(name: str) -> "AuditEncoder":
    from rightreasons.jobs.auditing.encoder import audit_encoder  # only an audit with one needs predictors

    return audit_encoder(name)


@one_writer
@remembering()
def run_audit(
    data: AuditData,
    options: AuditOptions,
    out: str | Path | None = None,
    progress: Progress = silent,
    *,
    by: VerdictSettings | None = None,
) -> Audit:
    """Audit data that were read. See `audit`."""
    by = by or VerdictSettings()
    loaded = {name: MEASURES.load(name) for name in _measures_of(options)}
    for name, measure in loaded.items():
        AuditInputs.check(name, measure)
    encoder = None if options.encoder is None else _encoder(options.encoder)
    _check_labels(data.train)
    _check_groups(data, options.group_by)
    code = language_of(data.train.premises, data.train.hypotheses, stated=options.language)
    if options.tokenisation == "treebank":
        language(code, "tokenisation 'treebank'")
    features = None if encoder is None else partial(encoder.features, progress=progress)
    texts = PreparedTexts(data.splits, options.tokenisation, features)
    inputs = AuditInputs(
        data.splits,
        texts,
        group_by=options.group_by,
        language=code,
        seed=options.seed,
        progress=progress,
    )
    manifest = describe(data, options, texts.tokenisation, None if encoder is None else encoder.described())
    folder = Path(out) if out is not None else None
    if folder is not None:
        done = finished_run(folder, manifest)
        if done is not None:
            return _from_run(done, options, by)
    workspace = Workspace(folder, manifest) if folder is not None else None
    findings, not_measured = _taken(loaded, inputs, data, options, workspace)
    items = all_items(data, findings)
    evidence = evidence_rows(items, findings, options.evidence)
    made = Audit(manifest, findings, not_measured, items, evidence, by=by)
    return made.sealed(workspace)


def _taken(
    measures: Mapping[str, Measure],
    inputs: AuditInputs,
    data: AuditData,
    options: AuditOptions,
    workspace: Workspace | None,
) -> tuple[tuple[Finding, ...], tuple[NotTested, ...]]:
    """Return what the measures find, and why for those that these data cannot answer."""
    findings: list[Finding] = []
    not_measured: list[NotTested] = []
    for position, (name, measure) in enumerate(measures.items()):
        inputs.progress("measures", position, len(measures))
        for step, test in _steps(name, measure, data.tests):
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


def _from_run(run: Run, options: AuditOptions, by: VerdictSettings) -> Audit:
    evidence = evidence_rows(run.items(), run.findings, options.evidence)
    return Audit(**outcome_of(run), by=by, evidence=evidence)


def _steps(name: str, measure: Measure, tests: Mapping[str, PairTable]) -> list[tuple[str, str | None]]:
    if not takes_test(measure) or not tests:
        return [(name, None)]
    return [(name if len(tests) == 1 else f"{name}-{position}", test) for position, test in enumerate(tests)]


def _check_labels(train: PairTable) -> None:
    if len(train.labels) < 2:
        raise one_label_error(train)


def _check_groups(data: AuditData, group_by: Sequence[str]) -> None:
    for name in group_by:
        for table in (data.train, *data.tests.values()):
            if name not in table.groups:
                raise OptionError(
                    f"no column '{printable(name)}' to group by in '{printable(table.name)}'",
                    f"one of {quoted(table.groups)}" if table.groups else "data with columns to group by",
                    "correct --group-by",
                )
