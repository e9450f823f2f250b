"""Which of several models is better, and where? Runs of probes on the same items, each beside the first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.errors import OptionError
from rightreasons.findings import Finding
from rightreasons.jobs.datasets import versions
from rightreasons.jobs.outcome import Outcome, manifest_of
from rightreasons.runs.comparison import comparisons, items_beside
from rightreasons.runs.folder import Run, read_run
from rightreasons.runs.sides import Side, sides_of
from rightreasons.runs.workspace import Workspace, finished_run

_EVIDENCE_SHOWN = 5


@dataclass(frozen=True)
class Comparison(Outcome):
    """The result of a comparison: one finding a run beside the first."""


def compare(*runs: str | Path | Run, out: str | Path | None = None, level: float = 0.95) -> Comparison:
    """Compare models that were probed on the same items.

    Parameters
    ----------
    *runs
        Two runs of `probe` or more, or their folders; the first is the reference.
    out
        Folder of the run; the same work there is taken up again, other work is an error.
    level
        Nominal coverage of intervals.

    Raises
    ------
    OptionError
        For fewer than two runs, or a level outside (0, 1).
    ComparisonError
        If they cannot be compared; other errors are those of reading a run.
    """
    if len(runs) < 2:
        raise OptionError(f"{len(runs)} run", "two runs or more", "name the reference first, then the others")
    if not 0 < level < 1:
        raise OptionError(f"a level of {level}", "a number between 0 and 1", "leave it at 0.95")
    read = [run if isinstance(run, Run) else read_run(run) for run in runs]
    sides = sides_of(read)
    findings = comparisons(sides, level)
    manifest = _manifest(read, sides, findings, level)
    folder = Path(out) if out is not None else None
    done = finished_run(folder, manifest) if folder is not None else None
    if done is not None:
        return Comparison(manifest_of(done), done.findings, done.not_measured, done.items(), run=done)
    items = items_beside(sides)
    result = Comparison(manifest, findings, {}, items, _evidence(findings, items))
    workspace = Workspace(folder, manifest) if folder is not None else None
    return result.sealed(workspace)


def _manifest(
    runs: Sequence[Run], sides: Sequence[Side], findings: Sequence[Finding], level: float
) -> dict[str, Any]:
    compared = {name for finding in findings for name in finding.tables}
    return {
        "job": "compare",
        "runs": [
            {"name": side.name, "model": side.model, "work_key": run.manifest.get("work_key")}
            for run, side in zip(runs, sides, strict=True)
        ],
        "data": [data for data in runs[0].manifest["data"] if data["name"] in compared],
        "options": {"level": level},
        "versions": versions(),
    }


def _evidence(findings: Sequence[Finding], items: pl.DataFrame) -> tuple[Mapping[str, str | None], ...]:
    """Return the first items that only one of two runs got right."""
    wanted = [
        {
            "measure": finding.measure,
            "subject": finding.subject,
            "figure": figure,
            "set": figure.rpartition(".")[0],
            "id": identifier,
        }
        for finding in findings
        for figure, ids in finding.evidence.items()
        for identifier in ids[:_EVIDENCE_SHOWN]
    ]
    if not wanted:
        return ()
    sentences = items.select("set", "id", "premise", "hypothesis", "label")
    found = pl.DataFrame(wanted).join(sentences, on=["set", "id"], how="left", maintain_order="left")
    return tuple(found.to_dicts())
