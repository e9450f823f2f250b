"""What every job that finds something returns, and how it becomes a sealed run folder."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import polars as pl

from rightreasons.errors import MeasureInputError
from rightreasons.findings import Finding, findings_payload, notebook_html
from rightreasons.printable import printable
from rightreasons.runs.folder import EVIDENCE, REPORT, Run, canonical_json
from rightreasons.runs.workspace import Workspace

Evidence = tuple[Mapping[str, str | None], ...]


@dataclass(frozen=True)
class Outcome:
    """The result of a job.

    Parameters
    ----------
    manifest
        What was done, on what and how: data with accounts, options, versions.
    findings
        What was found.
    not_measured
        Reason by measure that could not be taken.
    items
        Every row with what each measure has to say of it.
    evidence
        Rows of evidence: measure, figure, set, id, premise, hypothesis, label.
    run
        The run folder, if one was asked for.
    incomplete
        What could not be finished, in words; nothing is sealed then, and the same work goes on from there.
    """

    manifest: Mapping[str, Any]
    findings: tuple[Finding, ...]
    not_measured: Mapping[str, str]
    items: pl.DataFrame
    evidence: Evidence = ()
    run: Run | None = None
    incomplete: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What the first of the data is called."""
        return str(self.manifest["data"][0]["name"])

    def finding(self, measure: str) -> Finding:
        """Return the first finding of a measure.

        Raises
        ------
        MeasureInputError
            If it was not measured, with the reason.
        """
        for finding in self.findings:
            if finding.measure == measure:
                return finding
        reason = self.not_measured.get(measure, "it was not asked for")
        raise MeasureInputError(f"no finding of '{printable(measure)}'", "a measure that was taken", reason)

    def to_json(self) -> dict[str, Any]:
        """Return manifest, findings and evidence as plain JSON values."""
        payload = findings_payload(self.findings, self.not_measured)
        rows = {"evidence": [dict(row) for row in self.evidence]} if self.evidence else {}
        missing = {"incomplete": list(self.incomplete)} if self.incomplete else {}
        return {"manifest": dict(self.manifest), **payload, **rows, **missing}

    def sealed(self, workspace: Workspace | None) -> Self:
        """Write items, report and evidence into the run in the making, and seal it.

        Parameters
        ----------
        workspace
            The run in the making; None: there is none, and nothing is written.
        """
        if workspace is None:
            return self
        from rightreasons.reports.page import report_page

        workspace.write_items(self.items)
        workspace.write_text(REPORT, report_page(self, self.items))
        if self.evidence:
            rows = (canonical_json(dict(row)) + "\n" for row in self.evidence)
            workspace.write_text(EVIDENCE, "".join(rows))
        if self.incomplete:
            workspace.leave(self.findings, self.not_measured)
            return self
        return replace(self, run=workspace.seal(self.manifest, self.findings, self.not_measured))

    def _repr_html_(self) -> str:
        return notebook_html(self.findings)


def manifest_of(run: Run) -> dict[str, Any]:
    """Return the manifest of a run as the job made it, without what sealing added."""
    return {key: value for key, value in run.manifest.items() if key not in ("work", "work_key")}
