"""May this be released? Runs held against requirements, a baseline and their blockers; files for machines."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.errors import OptionError
from rightreasons.gates.checks import Check, passes
from rightreasons.gates.data_places import data_place
from rightreasons.gates.gate import LEVEL, gate_checks, gate_finding, severe_issues, unused_codes
from rightreasons.gates.gated import Gated, gated
from rightreasons.gates.requirements import parsed_requirement
from rightreasons.jobs.datasets import versions
from rightreasons.jobs.options import GateOptions
from rightreasons.jobs.outcome import Outcome
from rightreasons.options import options_shown
from rightreasons.printable import printable
from rightreasons.runs.claims import claimed, one_writer
from rightreasons.runs.folder import FINDINGS, Run, write_text
from rightreasons.runs.manifest import DataRead, FileRead, Manifest, RunUsed
from rightreasons.runs.workspace import Workspace, check_parent, finished_run
from rightreasons.streams.files import file_bytes
from rightreasons.verdicts import VerdictSettings


@dataclass(frozen=True, repr=False)
class Gate(Outcome):
    """The result of a gate: one finding, and every check behind it.

    Parameters
    ----------
    checks
        Every blocker, and every requirement held against every figure it speaks of.
    data_files
        The files that the data of each run were read from, by the name of the run.
    """

    checks: tuple[Check, ...] = ()
    data_files: Mapping[str, tuple[FileRead, ...]] = field(default_factory=dict)

    def places(self, below: Path) -> dict[str, str]:
        """Return the data file of each run that has read one, relative to a folder where it lies below it."""
        found = {name: data_place(files, below) for name, files in self.data_files.items()}
        return {name: place for name, place in found.items() if place is not None}

    @property
    def passed(self) -> bool:
        """Whether every requirement holds, and every blocker is waived."""
        return passes(self.checks)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What does not fail the gate and has to be known: severe issues, and allowed codes of no issue."""
        return self.findings[0].notes

    def to_json(self) -> dict[str, Any]:
        """Return manifest, whether it passed, warnings and finding as plain JSON values."""
        return {"passed": self.passed, "warnings": list(self.warnings), **super().to_json()}


@options_shown()
@one_writer
def gate(
    *runs: Any,
    require: Sequence[str],
    baseline: str | Path | Run | None = None,
    out: str | Path | None = None,
    policy: str | Path | None = None,
    allow: Sequence[str] = (),
) -> Gate:
    """Hold runs against requirements; a blocker of a run fails the gate as well.

    Parameters
    ----------
    *runs
        Runs, their folders, or results that were given ``out``.
    require
        Requirements, see `parsed_requirement`.
    baseline
        A run of `probe`, for the requirements of ``no-worse``.
    out
        Folder of the run; the same work there is taken up again, other work is an error.
    policy
        YAML file with sizes that matter, by which the stored figures are judged anew.
    allow
        Codes of blockers that are waived. What was waived when a run was made is not waived here.

    Raises
    ------
    OptionError
        Without runs or requirements, for one that is not understood, a policy that cannot be read, or a
        baseline that none speaks of.
    UnknownNameError
        For a code that no issue has.
    RightReasonsError
        For a folder that is not a run, or one that cannot be paired with the baseline. A run that is not
        sealed is no error: the gate fails.

    Examples
    --------
    >>> from rightreasons import audit
    >>> run = audit(measures=["label_balance"], out=getfixture("tmp_path") / "audit").run
    >>> gate(run, require=["label_balance.majority <= 0.4"]).passed
    True
    """
    by = VerdictSettings.of(policy, allow)
    requirements = list(dict.fromkeys(map(parsed_requirement, require)))
    anew = by if policy is not None or by.allow else None
    read, other = [gated(run, anew) for run in runs], None if baseline is None else gated(baseline, anew)
    checks = gate_checks(read, requirements, other)
    unused = unused_codes([*read, *([] if other is None else [other])], by.allow)
    manifest = _manifest(read, other, {"require": [str(each) for each in requirements]}, by)
    found = gate_finding(checks, unused, severe_issues(read))
    result = Gate(manifest, (found,), (), pl.DataFrame(), by=by, checks=checks, data_files=_files(read))
    if out is None or finished_run(Path(out), manifest) is not None:
        return result
    return result.sealed(Workspace(Path(out), manifest))


def _manifest(
    runs: Sequence[Gated], baseline: Gated | None, options: dict[str, Any], by: VerdictSettings
) -> Manifest:
    data = {(each.name, each.content_sha256): each for run in runs for each in _data(run)}
    of_baseline: dict[str, Any] = {} if baseline is None else {"baseline": _described(baseline)}
    return Manifest(
        job="gate",
        runs=[_described(run) for run in runs],
        data=list(data.values()),
        options={**options, "level": LEVEL, "allow": list(by.allow)},
        versions=versions(),
        policy=by.policy.identity,
        **of_baseline,
    )


def _data(run: Gated) -> Sequence[DataRead]:
    return () if run.run is None else run.run.manifest.data


def _files(runs: Sequence[Gated]) -> dict[str, tuple[FileRead, ...]]:
    return {run.name: tuple(file for data in _data(run) for file in data.files) for run in runs}


def _described(run: Gated) -> RunUsed:
    """Return which run it is: the same work may have been done twice, with other findings."""
    if run.run is None:
        return RunUsed(name=run.name, unfinished=run.unfinished)
    path = run.run.path / FINDINGS
    checksum = hashlib.sha256(file_bytes(path)).hexdigest() if path.is_file() else None
    return RunUsed(name=run.name, work_key=run.run.manifest.work_key, findings_sha256=checksum)


def check_files(options: GateOptions) -> None:
    """Make sure that the files of a gate can be written.

    Raises
    ------
    OptionError
        If one of them is a folder, or stands where nothing can be written.
    """
    for path in filter(None, (options.junit, options.sarif, options.summary)):
        if path.is_dir():
            raise OptionError(f"'{printable(str(path))}' is a folder", "a file", "name a file")
        check_parent(path)


def write_files(gate: Gate, options: GateOptions) -> None:
    """Write JUnit XML and SARIF 2.1.0, and add the Markdown to the end of its file, as GitHub has it."""
    from rightreasons.reports.gate_files import junit, sarif, step_summary

    version = gate.manifest.versions["rightreasons"]
    texts = (
        (options.junit, junit(gate.checks, gate.warnings)),
        (options.sarif, sarif(gate.checks, version, gate.warnings, gate.places(Path.cwd()))),
    )
    for path, text in texts:
        if path is not None:
            with claimed(path):
                write_text(path, text)
    if options.summary is not None:
        with claimed(options.summary), options.summary.open("a", encoding="utf-8") as stream:
            stream.write(step_summary(gate.checks, gate.warnings))
