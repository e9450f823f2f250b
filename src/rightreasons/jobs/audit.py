"""What does a dataset give away? Every measure of data, taken once, kept with its evidence."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from rightreasons.engine.memory import remembering
from rightreasons.engine.progress import Progress, silent
from rightreasons.jobs.auditing.by_blocks import audit_in_blocks
from rightreasons.jobs.auditing.items import all_items, evidence_rows
from rightreasons.jobs.auditing.outgrown import refuse_outgrown
from rightreasons.jobs.auditing.taking import (
    Audit,
    audit_of,
    check_groups,
    check_labels,
    checked_measures,
    taken,
)
from rightreasons.jobs.datasets import AuditData, describe, gather
from rightreasons.jobs.options import AuditOptions, EngineOptions, VerdictOptions
from rightreasons.keywords import AuditKeywords
from rightreasons.measures.data.inputs import AuditInputs, PreparedTexts
from rightreasons.options import divided, options_shown
from rightreasons.runs.claims import one_writer
from rightreasons.runs.workspace import Workspace, finished_run
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.readings import DataReader
from rightreasons.text.language import language, language_of
from rightreasons.verdicts import VerdictSettings

if TYPE_CHECKING:
    from rightreasons.jobs.auditing.encoder import AuditEncoder


@options_shown(AuditOptions, EngineOptions, ReadOptions, VerdictOptions)
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
        Fields of `AuditOptions`, `EngineOptions` and `VerdictOptions`, and of `ReadOptions` for `data` and
        tests of the same columns (`rightreasons.sources.readings.DataReader`).

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
    chosen, engine, judging, reading = divided(
        options, AuditOptions, EngineOptions, VerdictOptions, ReadOptions
    )
    read = DataReader(reading)
    return audited((data, test), read, chosen, engine, out=out, progress=progress, by=judging.settings())


def audited(
    data: tuple[Any, Any],
    reader: DataReader,
    options: AuditOptions,
    engine: EngineOptions,
    *,
    out: str | Path | None = None,
    progress: Progress = silent,
    by: VerdictSettings | None = None,
) -> Audit:
    """Audit data and tests as options state it: in one piece, or in blocks. See `audit`."""
    if engine.engine is not None:
        found = audit_in_blocks(data, reader, options, engine, out=out, progress=progress, by=by)
        if found is not None:
            return found
    else:
        refuse_outgrown(data[0])
    return run_audit(gather(*data, reader), options, out, progress, by=by)


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
    loaded = checked_measures(options)
    encoder = None if options.encoder is None else _encoder(options.encoder)
    check_labels(data.train)
    check_groups(data, options.group_by)
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
            return audit_of(done, options, by)
    workspace = Workspace(folder, manifest) if folder is not None else None
    findings, not_measured = taken(loaded, inputs, data, options, workspace)
    items = all_items(data, findings)
    evidence = evidence_rows(items, findings, options.evidence)
    made = Audit(manifest, findings, not_measured, items, evidence, by=by)
    return made.sealed(workspace)
