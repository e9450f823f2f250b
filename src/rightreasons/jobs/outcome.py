"""What every job that finds something returns, and how it becomes a sealed run folder."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import polars as pl

from rightreasons.errors import AmbiguousNameError, MeasureInputError, UnknownNameError
from rightreasons.findings import Finding, Role, findings_payload
from rightreasons.issues import Verdict
from rightreasons.printable import printable, quoted
from rightreasons.references import NotTested
from rightreasons.runs.folder import EVIDENCE, REPORT, Run, canonical_json
from rightreasons.runs.manifest import Manifest
from rightreasons.runs.workspace import Workspace
from rightreasons.verdicts import VerdictSettings, judge

if TYPE_CHECKING:
    import altair as alt

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
        raise self._not_found(name, next(reasons, None))

    def _not_found(self, name: str, reason: str | None) -> MeasureInputError:
        """Return the error of a finding that is not there: not measured for a reason, or a wrong name."""
        names = tuple(dict.fromkeys(each.name for each in self.findings))
        near = get_close_matches(name, names, n=1)
        remedy = reason or (f"did you mean '{near[0]}'?" if near else "see `.findings`")
        return MeasureInputError(f"no finding of '{printable(name)}'", f"one of {quoted(names, 40)}", remedy)

    def figures(self) -> pl.DataFrame:
        """Return every figure in a line: measure, subject, figure, value, unit, n, low, high, level, ..."""
        from rightreasons.reports.formats.csv_tables import figures_frame

        return figures_frame(self)

    def view(self, finding: str, view: str | None = None) -> pl.DataFrame:
        """Return a table of a finding as a polars frame.

        Parameters
        ----------
        finding
            Name of the measure, or of the set of a score.
        view
            Name of the table; None: the first.

        Raises
        ------
        MeasureInputError
            If it was not measured, or has no table.
        UnknownNameError
            If it has no table of that name.
        """
        views = self.finding(finding).views
        if not views:
            raise MeasureInputError(
                f"no table of '{printable(finding)}'", "a finding with tables", "see `.figures()`"
            )
        if view is not None and view not in views:
            raise UnknownNameError.among("table", printable(view), list(views), "correct the name")
        return views[next(iter(views)) if view is None else view].frame()

    def plot(self, name: str) -> "alt.TopLevelMixin":
        """Return a chart as an Altair object, which notebooks show and ``.save(PATH)`` writes.

        Parameters
        ----------
        name
            Name of the measure, for its first chart, or ``MEASURE.CHART``.

        Raises
        ------
        MissingExtraError
            If the extra ``report`` is not installed.
        UnknownNameError
            If there is no such chart; those there are are named.
        """
        from rightreasons.reports.charts.drawn import altair_chart

        return altair_chart(self, name)

    def report(self, path: str | Path) -> Path:
        """Write the page of the result to a file; one that ends in .md or .json has Markdown or JSON.

        Returns
        -------
        Path
            What was written.

        Raises
        ------
        RunExistsError
            If something else is there.
        OptionError
            If nothing can be written there, or the ending is another.
        """
        from rightreasons.reports.saved import save_report

        return save_report(self, self.items, Path(path))

    def show(self) -> Path:
        """Open the page of the result in the browser and return its file: the run's, or a temporary one."""
        from rightreasons.reports.saved import open_report

        return open_report(self, self.items, None if self.run is None else self.run.path / REPORT)

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

        if write_items is None:
            workspace.write_items(self.items)
        else:
            workspace.write_items_by(write_items)
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
        from rightreasons.reports.first_screen import first_screen

        screen = first_screen(self)
        about = f"{self.manifest.job} of {printable(self.manifest.subject)}"
        return f"<{screen.severities}: {screen.title} ({about})>"

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
