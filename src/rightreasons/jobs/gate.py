"""May this be released? Runs held against requirements, and a baseline; what cannot be judged fails."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.jobs.datasets import versions
from rightreasons.jobs.outcome import Outcome
from rightreasons.runs.checks import Check, passes
from rightreasons.runs.folder import FINDINGS, Run
from rightreasons.runs.gate import LEVEL, gate_checks
from rightreasons.runs.gate_finding import gate_finding
from rightreasons.runs.gated import Gated, gated
from rightreasons.runs.requirements import parsed_requirement
from rightreasons.runs.workspace import Workspace, finished_run


@dataclass(frozen=True)
class Gate(Outcome):
    """The result of a gate: one finding, and every check behind it.

    Parameters
    ----------
    checks
        Every requirement held against every figure it speaks of.
    """

    checks: tuple[Check, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every requirement holds."""
        return passes(self.checks)

    def to_json(self) -> dict[str, Any]:
        """Return manifest, verdict and finding as plain JSON values."""
        return {"passed": self.passed, **super().to_json()}


def gate(
    *runs: str | Path | Run,
    require: Sequence[str],
    baseline: str | Path | Run | None = None,
    out: str | Path | None = None,
) -> Gate:
    """Hold runs against requirements.

    Parameters
    ----------
    *runs
        Runs, or their folders.
    require
        Requirements, see `parsed_requirement`.
    baseline
        A run of `probe`, for the requirements of ``no-worse``.
    out
        Folder of the run; the same work there is taken up again, other work is an error.

    Raises
    ------
    OptionError
        Without runs or requirements, for one that is not understood, or a baseline that none speaks of.
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
    requirements = list(dict.fromkeys(map(parsed_requirement, require)))
    read, other = [gated(run) for run in runs], None if baseline is None else gated(baseline)
    checks = gate_checks(read, requirements, other)
    manifest = _manifest(read, other, [str(requirement) for requirement in requirements])
    result = Gate(manifest, (gate_finding(checks),), {}, pl.DataFrame(), checks=checks)
    if out is None or finished_run(Path(out), manifest) is not None:
        return result
    return result.sealed(Workspace(Path(out), manifest))


def _manifest(runs: Sequence[Gated], baseline: Gated | None, requirements: Sequence[str]) -> dict[str, Any]:
    data = {(each["name"], each["content_sha256"]): each for run in runs for each in _data(run)}
    return {
        "job": "gate",
        "runs": [_described(run) for run in runs],
        "baseline": None if baseline is None else _described(baseline),
        "data": list(data.values()),
        "options": {"require": list(requirements), "level": LEVEL},
        "versions": versions(),
    }


def _data(run: Gated) -> Sequence[dict[str, Any]]:
    data: Sequence[dict[str, Any]] = run.run.manifest.get("data", ())
    return data


def _described(run: Gated) -> dict[str, Any]:
    """Return which run it is: the same work may have been done twice, with other findings."""
    path = run.run.path / FINDINGS
    checksum = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None
    return {
        "name": run.name,
        "work_key": run.run.manifest.get("work_key"),
        "findings_sha256": checksum,
        "unfinished": run.unfinished,
    }
