"""A sealed run shown again: its page, tables and charts, its card, and a folder of runs in the browser."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.errors import IncompleteError, MeasureInputError, OptionError, RunUnreadableError
from rightreasons.gates.gated import gated
from rightreasons.jobs.compare import Comparison, compare
from rightreasons.jobs.options import AuditOptions, ProbeOptions
from rightreasons.options import stated_words
from rightreasons.printable import printable
from rightreasons.reports.cards import Card, bias_card, shortcut_card
from rightreasons.reports.charts import charts_of, check_can_draw, picture
from rightreasons.reports.formats import written
from rightreasons.reports.parts import file_name
from rightreasons.reports.viewer.catalogue import Catalogue
from rightreasons.reports.viewer.server import Answers, ViewServer
from rightreasons.runs.claims import one_writer
from rightreasons.runs.folder import Run, read_run
from rightreasons.runs.manifest import DataRead, Manifest
from rightreasons.runs.products import made_folder, write_once
from rightreasons.verdicts import VerdictSettings, judge

PICTURES = ("svg", "png")


@one_writer
def report(
    run: str | Path | Run,
    out: str | Path,
    *,
    format: str = "html",  # noqa: A002 - as the option
    policy: str | Path | None = None,
    allow: Sequence[str] = (),
) -> Path:
    """Write a run as a page, or its figures and tables as text.

    Parameters
    ----------
    run
        A sealed run, or its folder.
    out
        A file that is not there; a folder for what has several, such as ``"csv"`` with one file a table.
    format
        ``"html"``, ``"md"``, ``"json"`` or ``"csv"``, or what a plug-in calls its own.
    policy, allow
        Judge the stored figures anew: by this policy, with these issues waived.

    Returns
    -------
    Path
        What was written.

    Raises
    ------
    UnknownNameError, OptionError
        For another format, or one of a plug-in that gives no text.
    RunExistsError
        If something else is at `out`.
    RightReasonsError
        For a folder that is not a run.
    """
    read, place = rejudged(run, policy, allow), Path(out)
    found = written(read, format)
    if not isinstance(found, str):
        return _folder(read, place, {"format": format}, {name: text.encode() for name, text in found.items()})
    write_once(place, found)
    return place


@one_writer
def charts(
    run: str | Path | Run,
    out: str | Path,
    *,
    format: str = "svg",  # noqa: A002 - as the option
    policy: str | Path | None = None,
    allow: Sequence[str] = (),
) -> Path:
    """Write every chart of a run as a picture into a folder.

    Parameters
    ----------
    run, out, policy, allow
        As of `report`.
    format
        ``"svg"`` or ``"png"``.

    Raises
    ------
    OptionError
        For another format.
    MissingExtraError
        If what draws charts is not installed.
    MeasureInputError
        If the run has no charts.
    RightReasonsError
        As of `report`.
    """
    if format not in PICTURES:
        raise OptionError(
            f"'{printable(format)}' for --charts", f"one of {', '.join(PICTURES)}", "correct it"
        )
    check_can_draw()
    read = rejudged(run, policy, allow)
    pictures = {
        file_name(place, finding, chart.name, format): picture(chart, "png" if format == "png" else "svg")
        for place, finding in enumerate(read.findings, 1)
        for chart in charts_of(finding, read.verdict, read.manifest.nouns)
    }
    if not pictures:
        raise MeasureInputError(
            f"no finding of '{printable(read.path.name)}' has a chart",
            "a run with charts",
            "see --format csv",
        )
    return _folder(read, Path(out), {"charts": format}, pictures)


def rejudged(run: str | Path | Run, policy: str | Path | None, allow: Sequence[str]) -> Run:
    """Return a run with the verdict of another policy or with issues waived; as stored without these."""
    read = run if isinstance(run, Run) else read_run(run)
    if policy is None and not allow:
        return read
    return replace(read, verdict=judge(read, VerdictSettings.of(policy, allow)))


def _folder(run: Run, out: Path, options: Mapping[str, Any], files: Mapping[str, bytes]) -> Path:
    def fill(folder: Path) -> Mapping[str, Any]:
        for name, content in files.items():
            (folder / name).write_bytes(content)
        return {}

    made_folder(out, {"job": "report", "run": run.manifest.work_key, "options": dict(options)}, fill)
    return out


# A card of a run: what a dataset gives away, or which shortcuts a model takes, for its README.


def card(run: str | Path | Run, policy: str | Path | None = None, allow: Sequence[str] = ()) -> Card:
    """Return the card of a run of audit (a bias card) or probe (a shortcut card).

    Parameters
    ----------
    run
        A sealed run, or its folder.
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
        "name another folder",
    )


def audit_command(manifest: Manifest) -> str:
    """Return the command of an audit; files are named without the folders they are in."""
    first, *tests = manifest.data
    words = ["rightreasons", "audit", *([] if manifest.bundled else [_source(first)])]
    for test in tests:
        words += ["--test", _source(test)]
    return shlex.join([*words, *stated_words(manifest.options, AuditOptions)])


def probe_command(run: Run) -> str:
    """Return the command of a probe, but for how its model was loaded."""
    manifest = run.manifest
    scored = {finding.on for finding in run.findings if finding.role == "score"}
    words = ["rightreasons", "probe", _model(manifest)]
    for data in manifest.data:
        words += ["--on", _source(data)] if data.name in scored else []
    words += ["--on", "controls"] if manifest.controls_on else []
    used = {
        "--train": manifest.train,
        "--calibrate": manifest.calibration,
        "--fit-threshold": manifest.fitting,
    }
    for option, read in used.items():
        words += [option, _source(read)] if read is not None and read.files else []
    return shlex.join([*words, *stated_words(manifest.options, ProbeOptions)])


def _model(manifest: Manifest) -> str:
    """Return what a model is loaded by: ``KIND:NAME``, or its name where it is called by that."""
    if manifest.model is None:
        return "MODEL"
    identities = manifest.model.identities[:1]
    return f"{identities[0]['kind']}:{identities[0]['name']}" if identities else manifest.model.name


def _source(data: DataRead) -> str:
    """Return what a set was read from: its file, or its name where it is no file."""
    return data.files[0].name if len(data.files) == 1 else data.name


# The runs of a folder as pages on this machine: listed, put side by side, watched while they are made.


def view(folder: str | Path = ".", *, port: int = 0) -> ViewServer:
    """Return a server of the runs below a folder, which reads only and answers this machine alone.

    Parameters
    ----------
    folder
        Where the runs are.
    port
        Where to listen; 0 takes a free one.

    Returns
    -------
    ViewServer
        Listening, and serving once ``serve_forever()`` is called, or ``in_background()`` entered.

    Raises
    ------
    FileMissingError
        If there is no such folder.
    OptionError
        If nothing can listen there.
    """
    return ViewServer(Answers(Catalogue(folder), _compared), port)


def _compared(folders: Sequence[Path]) -> Comparison:
    """Compare probes; whatever a damaged one does is a coded error, since a page must not end in nothing."""
    try:
        return compare(*folders)
    except (pl.exceptions.PolarsError, OSError, LookupError, TypeError, ValueError) as error:
        raise RunUnreadableError(
            f"runs that cannot be compared ({printable(str(error))})", "what probe wrote", "run them again"
        ) from error
