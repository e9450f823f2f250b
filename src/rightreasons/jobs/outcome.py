"""What every job that finds something returns, and how it becomes a sealed run folder."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import polars as pl

from rightreasons.findings import Finding, findings_payload
from rightreasons.issues import Verdict
from rightreasons.jobs.result_methods import ResultMethods
from rightreasons.printable import printable
from rightreasons.references import NotTested
from rightreasons.runs.folder import EVIDENCE, REPORT, Run, canonical_json
from rightreasons.runs.manifest import Manifest
from rightreasons.runs.workspace import Workspace
from rightreasons.verdicts import VerdictSettings, judge

Evidence = tuple[Mapping[str, str | None], ...]


@dataclass(frozen=True, repr=False)
class Outcome(ResultMethods):
    """The result of a job.

    Parameters
    ----------
    manifest
        What was done, on what and how: data with accounts, options, versions.
    findings
        What was found.
    not_measured
        What could not be measured, and why.
    items
        Every row with what each measure has to say of it.
    evidence
        Rows behind figures: measure, figure, set, id, premise, hypothesis, label.
    run
        The run folder, if one was asked for.
    incomplete
        What could not be finished, in words; nothing is sealed then, and the same work goes on from there.
    by
        The policy that decides on sizes that matter, and the issues that are waived.
    """

    manifest: Manifest
    findings: tuple[Finding, ...]
    not_measured: tuple[NotTested, ...]
    items: pl.DataFrame
    evidence: Evidence = ()
    run: Run | None = None
    incomplete: tuple[str, ...] = ()
    by: VerdictSettings = field(default_factory=VerdictSettings)

    @cached_property
    def verdict(self) -> Verdict:
        """What the findings amount to: a headline, and issues with the worst first."""
        return judge(self, self.by)

    @property
    def name(self) -> str:
        """What the first of the data is called."""
        return self.manifest.data[0].name

    def _rows(self) -> pl.DataFrame:
        return self.items

    def _page(self) -> Path | None:
        return None if self.run is None else self.run.path / REPORT

    def to_json(self) -> dict[str, Any]:
        """Return manifest, verdict, findings and evidence as plain JSON values."""
        payload = findings_payload(self.findings, self.not_measured)
        rows = {"evidence": [dict(row) for row in self.evidence]} if self.evidence else {}
        missing = {"incomplete": list(self.incomplete)} if self.incomplete else {}
        of_run = {"manifest": self.manifest.to_json(), "verdict": self.verdict.to_json()}
        return {**of_run, **payload, **rows, **missing}

    def sealed(
        self,
        workspace: Workspace | None,
        write_items: Callable[[Path], None] | None = None,
    ) -> Self:
        """Write items, report and evidence into the run in the making, and seal it.

        Parameters
        ----------
        workspace
            The run in the making; None: there is none, and nothing is written.
        write_items
            Writes all items to a file, where `items` are only those that are shown.
        """
        if workspace is None:
            return self
        from rightreasons.reports.pages.page import report_page
        from rightreasons.reports.typed import of_folder

        if write_items is None:
            workspace.write_items(self.items)
        else:
            workspace.write_items_by(write_items)
        workspace.write_text(REPORT, report_page(self, self.items, of_folder(Path(workspace.out.name))))
        if self.evidence:
            rows = (canonical_json(dict(row)) + "\n" for row in self.evidence)
            workspace.write_text(EVIDENCE, "".join(rows))
        if self.incomplete:
            workspace.leave(self.findings, self.not_measured, self.verdict)
            return self
        manifest = self.manifest.model_copy(update={"policy": dict(self.verdict.policy)})
        return replace(self, run=workspace.seal(manifest, self.findings, self.not_measured, self.verdict))

    def __repr__(self) -> str:
        from rightreasons.reports.first_screen import first_screen

        screen = first_screen(self)
        about = f"{self.manifest.job} of {printable(self.manifest.subject)}"
        said = ": ".join(filter(None, (screen.severities, screen.title)))
        return f"<{said} ({about})>"


def outcome_of(run: Run) -> dict[str, Any]:
    """Return the parts of an `Outcome` that a finished run holds."""
    return {
        "manifest": run.manifest.without_work(),
        "findings": run.findings,
        "not_measured": run.not_measured,
        "items": run.items(),
        "run": run,
    }
