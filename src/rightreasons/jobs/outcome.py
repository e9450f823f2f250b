"""What every job that finds something returns, and how it becomes a sealed run folder."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

import polars as pl

from rightreasons.errors import AmbiguousNameError, MeasureInputError
from rightreasons.findings import Finding, Role, findings_payload
from rightreasons.issues import Verdict
from rightreasons.printable import printable, quoted
from rightreasons.references import NotTested
from rightreasons.runs.folder import EVIDENCE, REPORT, Run, canonical_json
from rightreasons.runs.manifest import Manifest
from rightreasons.runs.workspace import Workspace
from rightreasons.verdicts import VerdictSettings, judge

Evidence = tuple[Mapping[str, str | None], ...]


@dataclass(frozen=True, repr=False)
class Outcome:
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

    def finding(self, name: str, role: Role | None = None) -> Finding:
        """Return the first finding of a measure, or the score on a set.

        Parameters
        ----------
        name
            Of the measure, or of the set.
        role
            Of the finding, where a set is called like a measure; None: whatever it is.

        Raises
        ------
        MeasureInputError
            If it was not measured, with the reason.
        AmbiguousNameError
            If it is both a measure and a set that was scored.
        """
        found = [each for each in self.findings if each.name == name and role in (None, each.role)]
        roles = tuple(dict.fromkeys(each.role for each in found))
        if len(roles) > 1:
            raise AmbiguousNameError(
                f"findings of '{printable(name)}' with the roles {quoted(roles)}", "one", "give role as well"
            )
        if found:
            return found[0]
        reasons = (each.why for each in self.not_measured if name in (each.name, each.measure))
        raise MeasureInputError(
            f"no finding of '{printable(name)}'",
            "a measure that was taken",
            next(reasons, "it was not asked for"),
        )

    def to_json(self) -> dict[str, Any]:
        """Return manifest, verdict, findings and evidence as plain JSON values."""
        payload = findings_payload(self.findings, self.not_measured)
        rows = {"evidence": [dict(row) for row in self.evidence]} if self.evidence else {}
        missing = {"incomplete": list(self.incomplete)} if self.incomplete else {}
        of_run = {"manifest": self.manifest.to_json(), "verdict": self.verdict.to_json()}
        return {**of_run, **payload, **rows, **missing}

    def sealed(self, workspace: Workspace | None) -> Self:
        """Write items, report and evidence into the run in the making, and seal it.

        Parameters
        ----------
        workspace
            The run in the making; None: there is none, and nothing is written.
        """
        if workspace is None:
            return self
        from rightreasons.reports.pages.page import report_page

        workspace.write_items(self.items)
        workspace.write_text(REPORT, report_page(self, self.items))
        if self.evidence:
            rows = (canonical_json(dict(row)) + "\n" for row in self.evidence)
            workspace.write_text(EVIDENCE, "".join(rows))
        if self.incomplete:
            workspace.leave(self.findings, self.not_measured, self.verdict)
            return self
        manifest = self.manifest.model_copy(update={"policy": dict(self.verdict.policy)})
        return replace(self, run=workspace.seal(manifest, self.findings, self.not_measured, self.verdict))

    def __repr__(self) -> str:
        return f"<{self.manifest.job} of {printable(self.manifest.subject)}: {self.verdict.headline}>"

    def _repr_html_(self) -> str:
        from rightreasons.reports.pages.notebook import notebook_html

        return notebook_html(self)


def outcome_of(run: Run) -> dict[str, Any]:
    """Return the parts of an `Outcome` that a finished run holds."""
    return {
        "manifest": run.manifest.without_work(),
        "findings": run.findings,
        "not_measured": run.not_measured,
        "items": run.items(),
        "run": run,
    }
