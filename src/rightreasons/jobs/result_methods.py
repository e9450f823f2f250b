"""What can be asked of a result, and of a run that was read: findings, figures, tables, charts, the page."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from rightreasons.errors import AmbiguousNameError, MeasureInputError, UnknownNameError
from rightreasons.errors.nearest import nearest
from rightreasons.findings import Finding, Role
from rightreasons.printable import printable, quoted
from rightreasons.runs import folder
from rightreasons.runs.folder import REPORT

if TYPE_CHECKING:
    import altair as alt

    from rightreasons.issues import Verdict
    from rightreasons.references import NotTested
    from rightreasons.runs.manifest import Manifest


class ResultMethods:
    """What has manifest, findings, reasons and verdict, and rows."""

    if TYPE_CHECKING:

        @property
        def manifest(self) -> Manifest:
            """What was done, and on what."""

        @property
        def findings(self) -> tuple[Finding, ...]:
            """What was found."""

        @property
        def not_measured(self) -> tuple[NotTested, ...]:
            """What could not be measured, and why."""

        @property
        def verdict(self) -> Verdict:
            """What it amounts to."""

    def _rows(self) -> pl.DataFrame:
        """Return every row with what each measure has to say of it."""
        raise NotImplementedError

    def _page(self) -> Path | None:
        """Return the page that was written, if one was."""
        raise NotImplementedError

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
        near = nearest(name, names)
        remedy = reason or (f"did you mean '{near}'?" if near else "see `.findings`")
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

        return save_report(self, self._rows(), Path(path))

    def show(self) -> Path:
        """Open the page of the result in the browser and return its file: the run's, or a temporary one."""
        from rightreasons.reports.saved import open_report

        return open_report(self, self._rows(), self._page())

    def _repr_html_(self) -> str:
        from rightreasons.reports.pages.notebook import notebook_html

        return notebook_html(self)


@dataclass(frozen=True, repr=False)
class Run(folder.Run, ResultMethods):
    """A finished run that was read; of it can be asked what can be asked of the result of a job.

    Parameters
    ----------
    path
        Its folder.
    manifest
        What was run, on what, with which versions, seeds and checksums.
    findings
        What was found.
    not_measured
        What could not be measured, and why.
    verdict
        What it amounts to, by the policy that the manifest names.
    """

    def _rows(self) -> pl.DataFrame:
        return self.items()

    def _page(self) -> Path:
        return self.path / REPORT


def read_run(path: str | Path) -> Run:
    """Read a sealed run.

    Raises
    ------
    FileMissingError
        If there is no such folder.
    RunUnreadableError
        If the folder is not a run, or is damaged, or was written by another version.
    RunChangedError
        If it was changed after it was sealed.

    Examples
    --------
    >>> read_run("run").finding("hypothesis_only").figures["gain"]  # doctest: +SKIP
    """
    read = folder.read_run(path)
    return Run(**{each.name: getattr(read, each.name) for each in fields(read)})
