"""Files that a gate leaves for machines: checked before anything is judged, written whatever the verdict."""

from dataclasses import dataclass
from pathlib import Path

from rightreasons.errors import OptionError
from rightreasons.jobs.gate import Gate
from rightreasons.printable import printable
from rightreasons.runs.folder import write_text
from rightreasons.runs.workspace import check_parent


@dataclass(frozen=True)
class GateFiles:
    """Where the files of a gate go; None: nowhere.

    Parameters
    ----------
    junit
        JUnit XML.
    sarif
        SARIF 2.1.0.
    summary
        Markdown, added to the end of the file, as GitHub has it.
    """

    junit: Path | None = None
    sarif: Path | None = None
    summary: Path | None = None

    def check(self) -> None:
        """Make sure that the files can be written.

        Raises
        ------
        OptionError
            If one of them is a folder, or stands where nothing can be written.
        """
        for path in (self.junit, self.sarif, self.summary):
            if path is None:
                continue
            if path.is_dir():
                raise OptionError(f"'{printable(str(path))}' is a folder", "a file", "name a file")
            check_parent(path)

    def write(self, gate: Gate) -> None:
        """Write the files of a gate."""
        from rightreasons.reports.gate_files import junit, sarif, step_summary

        version = gate.manifest["versions"]["rightreasons"]
        for path, text in ((self.junit, junit), (self.sarif, lambda checks: sarif(checks, version))):
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_text(path, text(gate.checks))
        if self.summary is not None:
            self.summary.parent.mkdir(parents=True, exist_ok=True)
            with self.summary.open("a", encoding="utf-8") as stream:
                stream.write(step_summary(gate.checks))
