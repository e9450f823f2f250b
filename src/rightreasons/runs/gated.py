"""A run as the gate sees it: sealed or not, and which of its items got no label."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from rightreasons.findings import Finding
from rightreasons.runs.folder import MANIFEST, Run, read_run
from rightreasons.runs.workspace import partial_path
from rightreasons.statistics.proportions import proportion

UNANSWERED = "unanswered"


@dataclass(frozen=True)
class Gated:
    """A run that is to pass a gate.

    Parameters
    ----------
    name
        As it was named.
    run
        What was found; empty where it is unfinished.
    unfinished
        Why nothing of it counts; None for a sealed run.
    """

    name: str
    run: Run
    unfinished: str | None = None

    @property
    def job(self) -> str:
        """Which command made it."""
        return str(self.run.manifest.get("job"))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found; `UNANSWERED` is a figure of every scored set, also where all items got a label."""
        return tuple(_with_unanswered(finding) for finding in self.run.findings)

    def left_out(self) -> dict[str, str]:
        """Return, by scored set of which some items got no label, how many did not, in words."""
        found = {finding.measure: _left_out(finding) for finding in self.run.findings}
        return {name: said for name, said in found.items() if said is not None}


def gated(run: str | Path | Run) -> Gated:
    """Return a run as the gate sees it; one that is not sealed is no error here, since the gate fails it.

    Raises
    ------
    FileMissingError
        If there is no such folder.
    RunUnreadableError
        If the folder is not a run, or is damaged.
    """
    if isinstance(run, Run):
        return Gated(str(run.path), run) if "job" in run.manifest else _unfinished(run.path, run.path)
    path = Path(run)
    if not path.exists() and partial_path(path).is_dir():
        return _unfinished(run, path)
    if path.is_dir() and not _is_sealed(path):
        return _unfinished(run, path)
    return Gated(str(run), read_run(path))


def _unfinished(name: str | Path, path: Path) -> Gated:
    why = "the run is not sealed: start its command again, and it goes on from there"
    return Gated(str(name), Run(path, {}, (), {}), why)


def _is_sealed(path: Path) -> bool:
    """Return False for a run in the making; what is no run at all is left for `read_run` to say."""
    try:
        manifest = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return True
    return not isinstance(manifest, dict) or "job" in manifest or "work" not in manifest


def _with_unanswered(finding: Finding) -> Finding:
    asked = _asked(finding)
    if asked is None or UNANSWERED in finding.figures or _left_out(finding) is not None:
        return finding
    return replace(finding, figures={**finding.figures, UNANSWERED: proportion(0, asked)})


def _asked(finding: Finding) -> int | None:
    """Return how many items were asked, of a score."""
    asked = finding.settings.get("items")
    is_score = "collapse" in finding.settings and "accuracy" in finding.figures
    return asked if is_score and isinstance(asked, int) else None


def _left_out(finding: Finding) -> str | None:
    asked = _asked(finding)
    if asked is None:
        return None
    missing = asked - finding.figures["accuracy"].n
    return f"{missing:,} of {asked:,} items of '{finding.measure}' got no label" if missing > 0 else None
