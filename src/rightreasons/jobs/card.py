"""A card of a run: what a dataset gives away, or which shortcuts a model takes, for its README."""

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rightreasons.errors import IncompleteError, OptionError
from rightreasons.gates.gated import gated
from rightreasons.jobs.options import AuditOptions, ProbeOptions
from rightreasons.jobs.report import rejudged
from rightreasons.options import options_shown, stated_words
from rightreasons.predictions import FILE_LABELS
from rightreasons.printable import printable
from rightreasons.reports.cards.card import Card, bias_card, shortcut_card
from rightreasons.reports.typed import reading_options
from rightreasons.runs.folder import Run
from rightreasons.runs.manifest import DataRead, Manifest


@options_shown()
def card(run: Any, policy: str | Path | None = None, allow: Sequence[str] = ()) -> Card:
    """Return the card of a run of audit (a bias card) or probe (a shortcut card).

    Parameters
    ----------
    run
        A sealed run, its folder, or the result of a job that was given ``out``.
    policy, allow
        Judge the stored figures anew: by this policy, with these issues waived.

    Raises
    ------
    OptionError
        For a run of another command.
    IncompleteError
        For a run that is not sealed.
    RightReasonsError
        For a folder that is not a run.

    Examples
    --------
    >>> from rightreasons import audit
    >>> run = audit(measures=["label_balance"], out=getfixture("tmp_path") / "audit").run
    >>> card(run).kind
    'bias'
    """
    read = gated(run)
    if read.run is None:
        reason = read.unfinished or "start the same command again"
        raise IncompleteError(f"'{printable(read.name)}' is unfinished", "a sealed run", reason)
    found = rejudged(read.run, policy, allow)
    if read.job == "audit":
        return bias_card(found, audit_command(found.manifest))
    if read.job == "probe":
        return shortcut_card(found, probe_command(found))
    raise OptionError(
        f"'{printable(read.name)}' is a run of '{printable(read.job)}'",
        "a run of audit or probe",
        "name another folder; the figures of this one stand on its page (report.html) and in findings.json",
    )


def audit_command(manifest: Manifest) -> str:
    """Return the command of an audit; files are named without the folders they are in."""
    first, *tests = manifest.data
    words = ["rightreasons", "audit", *([] if manifest.bundled else [_source(first)])]
    for test in tests:
        words += ["--test", _source(test)]
    return shlex.join([*words, *_reading(manifest.data), *stated_words(manifest.options, AuditOptions)])


def probe_command(run: Run) -> str:
    """Return the command of a probe, but for how its model was loaded."""
    manifest = run.manifest
    scored = {finding.on for finding in run.findings if finding.role == "score"}
    tested = [data for data in manifest.data if data.name in scored]
    words = ["rightreasons", "probe", _model(manifest)]
    for data in tested:
        words += [] if data.name == FILE_LABELS else ["--on", _source(data)]
    words += ["--on", "controls"] if manifest.controls_on else []
    used = {
        "--train": manifest.train,
        "--calibrate": manifest.calibration,
        "--fit-threshold": manifest.fitting,
    }
    for option, read in used.items():
        words += [option, _source(read)] if read is not None and read.files else []
    named = [*tested, *(read for read in used.values() if read is not None)]
    return shlex.join([*words, *_reading(named), *stated_words(manifest.options, ProbeOptions)])


def _reading(sets: Sequence[DataRead]) -> Iterator[str]:
    """Yield the options that read the first set, and the others where theirs differ."""
    first = "" if not sets else reading_options(sets[0])
    yield from shlex.split(first)
    for data in sets[1:]:
        words = shlex.split(reading_options(data)) if reading_options(data) != first else []
        for option, said in zip(words[::2], words[1::2], strict=True):
            yield from (option, f"{Path(_source(data)).name.partition('.')[0]}:{said}")


def _model(manifest: Manifest) -> str:
    """Return what a model is loaded by: ``KIND:NAME``, or its name where it is called by that."""
    if manifest.model is None:
        return "MODEL"
    identities = manifest.model.identities[:1]
    return f"{identities[0]['kind']}:{identities[0]['name']}" if identities else manifest.model.name


def _source(data: DataRead) -> str:
    """Return what a set was read from: its file, or its name where it is no file."""
    return data.files[0].name if len(data.files) == 1 else data.name
