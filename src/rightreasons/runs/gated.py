"""A run as the gate sees it: sealed or not, and which of its items got no label."""

import json
from dataclasses import dataclass
from pathlib import Path

from rightreasons.findings import Finding
from rightreasons.runs.folder import MANIFEST, Run, read_run
from rightreasons.runs.workspace import partial_path


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


def _left_out(finding: Finding) -> str | None:
    asked, accuracy = finding.settings.get("items"), finding.figures.get("accuracy")
    if "collapse" not in finding.settings or not isinstance(asked, int) or accuracy is None:
        return None
    missing = asked - accuracy.n
    return f"{missing:,} of {asked:,} items of '{finding.measure}' got no label" if missing > 0 else None
