"""A run as the gate sees it: sealed or not, its verdict, and which of its items got no label."""

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Finding
from rightreasons.issues import Verdict
from rightreasons.references import NotTested
from rightreasons.runs.folder import MANIFEST, Run, given_run, read_run
from rightreasons.runs.workspace import partial_path
from rightreasons.sentences.templates import fill
from rightreasons.statistics.proportions import proportion
from rightreasons.streams.files import file_bytes
from rightreasons.verdicts import VerdictSettings, judge

UNANSWERED = "unanswered"


@dataclass(frozen=True)
class Gated:
    """A run that is to pass a gate.

    Parameters
    ----------
    name
        As it was named.
    run
        What was found; None where it is unfinished.
    verdict
        What it amounts to, with the codes that this gate waives.
    unfinished
        Why nothing of it counts; None for a sealed run.
    """

    name: str
    run: Run | None = None
    verdict: Verdict = field(default_factory=lambda: Verdict(""))
    unfinished: str | None = None

    @property
    def job(self) -> str:
        """Which command made it."""
        return "" if self.run is None else self.run.manifest.job

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found; `UNANSWERED` is a figure of every scored set, also where all items got a label."""
        found = () if self.run is None else self.run.findings
        return tuple(_with_unanswered(finding) for finding in found)

    @property
    def not_measured(self) -> tuple[NotTested, ...]:
        """What could not be measured, and why."""
        return () if self.run is None else self.run.not_measured

    def left_out(self) -> dict[str, str]:
        """Return, by scored set of which some items got no label, how many did not, in words."""
        found = {finding.name: _left_out(finding) for finding in self.findings}
        return {name: why for name, why in found.items() if why is not None}


def gated(run: Any, by: VerdictSettings | None = None) -> Gated:
    """Return a run as the gate sees it; one that is not sealed is no error here, since the gate fails it.

    Parameters
    ----------
    run
        A run, its folder, or a result with ``out``.
    by
        Judges the stored figures anew; None: the verdict is the stored one, and nothing of it is waived.

    Raises
    ------
    FileMissingError
        If there is no such folder.
    RunUnreadableError, RunChangedError
        If the folder is not a run, or is damaged, was changed, or holds no verdict.
    """
    run = given_run(run)
    if isinstance(run, Run):
        return _sealed(str(run.path), run, by)
    path = Path(run)
    if (not path.exists() and partial_path(path).is_dir()) or (path.is_dir() and not _is_sealed(path)):
        return Gated(str(run), unfinished=fill("gate_check.unfinished"))
    return _sealed(str(run), read_run(path), by)


def _sealed(name: str, run: Run, by: VerdictSettings | None) -> Gated:
    """Return a sealed run; what was waived when it was made is not waived here."""
    verdict = replace(run.verdict, allowed=()) if by is None else judge(run, by)
    return Gated(name, run, verdict)


def _is_sealed(path: Path) -> bool:
    """Return False for a run in the making; what is no run at all is left for `read_run` to say."""
    try:
        manifest = json.loads(file_bytes(path / MANIFEST))
    except (OSError, ValueError, RecursionError):
        return True
    return not isinstance(manifest, dict) or "job" in manifest or "work" not in manifest


def _with_unanswered(finding: Finding) -> Finding:
    items = _items_of(finding)
    if items is None or UNANSWERED in finding.figures or _left_out(finding) is not None:
        return finding
    none = Figure(UNANSWERED, proportion(0, items), rows=where(set=finding.on, unanswered=True))
    return replace(finding, figures=Figures([*finding.figures.values(), none]))


def _items_of(finding: Finding) -> int | None:
    """Return how many items were asked, of a score."""
    items = finding.settings.get("items")
    return items if finding.role == "score" and isinstance(items, int) else None


def _left_out(finding: Finding) -> str | None:
    items = _items_of(finding)
    if items is None:
        return None
    missing = items - finding.figures["accuracy"].n
    if missing <= 0:
        return None
    return fill("gate_check.no_label", missing=missing, items=items, data=finding.on)
