"""The report page of a run: one self-contained HTML file in which data are only ever text."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import polars as pl

from rightreasons.charts import Chart
from rightreasons.findings import Finding
from rightreasons.issues import SEVERITIES, Severity, Verdict
from rightreasons.numbers import count
from rightreasons.pairs import Nouns
from rightreasons.reports.charts import EXTRA, can_draw, charts_of, vega_program
from rightreasons.reports.finding_titles import finding_title
from rightreasons.reports.first_screen import first_screen
from rightreasons.reports.judged import applying, invalidated_by, judged_issues, reason_of
from rightreasons.reports.pages.embedding import policy
from rightreasons.reports.pages.html import page_template, source
from rightreasons.reports.pages.links import FigureLinks
from rightreasons.reports.pages.opening import Opening, opening_of
from rightreasons.reports.pages.rows import page_rows
from rightreasons.reports.results import Results, title_of
from rightreasons.reports.typed import Typed
from rightreasons.reports.views import ShownView, shown_figures, shown_tests, shown_view

_NOUNS = Nouns()
_SCRIPTS = ("viewer/sort.js", "tree.js", "marks.js", "rows.js", "report.js")


@dataclass(frozen=True)
class Section:
    """A finding ready to be written.

    Parameters
    ----------
    place
        From 1 up; names its parts.
    finding
        The finding.
    invalidated
        Why its figures are no results; empty where they are.
    charts
        Its charts, each with its figures; none where it is invalidated.
    figures, tests, views
        What it found, as text.
    severity
        The worst of the issues that rest on its figures; empty where none does.
    is_open
        Whether all its views are unfolded.
    nouns
        What the data call their premises and hypotheses.
    """

    place: int
    finding: Finding
    invalidated: str
    charts: tuple[tuple[Chart, ShownView], ...]
    figures: ShownView
    tests: ShownView
    views: tuple[ShownView, ...]
    severity: Severity | Literal[""] = ""
    is_open: bool = False
    nouns: Nouns = _NOUNS

    @property
    def title(self) -> str:
        """What it is called in words: the set of a score, the title of its measure, otherwise its name."""
        return finding_title(self.finding, self.nouns)

    @property
    def rank(self) -> int:
        """Where it stands among others: the worst severity first, then those without an issue."""
        return SEVERITIES.index(self.severity) if self.severity else len(SEVERITIES)


def _pairs(results: Results) -> str:
    """Return how many pairs there are; of training and test data those of each set."""
    rows = [data.rows for data in results.manifest.data]
    if results.manifest.job in ("audit", "train"):
        return " + ".join(map(count, rows))
    return count(sum(rows))


def report_page(results: Results, items: pl.DataFrame | None = None, typed: Typed | None = None) -> str:
    """Return the page.

    Parameters
    ----------
    results
        The result to show.
    items
        Every row with what was said of it, as in ``items.parquet``; the page holds all of a few rows, and an
        even sample of many.
    typed
        What stands in commands, as of a first screen.
    """
    shown = applying(results.findings)
    runs = [run.name for run in results.manifest.runs]
    rows = None if items is None else page_rows(items, shown, runs, results.manifest.nouns)
    sections = tuple(_section(place, finding, results) for place, finding in enumerate(shown, 1))
    charted = ((each.place, *pair) for each in sections for pair in each.charts)
    opening = None if results.verdict.blockers else opening_of(charted)
    drawn = any(section.charts for section in sections)
    scripts = _scripts(drawn=drawn) if sections else ()
    return page_template("report.html").render(
        manifest=results.manifest,
        title=title_of(results.manifest),
        screen=first_screen(results, typed),
        issues=judged_issues(results, typed),
        pairs=_pairs(results),
        opening=opening,
        sections=_in_order(sections, opening),
        rows=rows,
        charts_missing=None if can_draw() else EXTRA,
        scripts=scripts,
        policy=policy(scripts),
        style=source("report.css"),
        links=FigureLinks(shown, results.findings, results.verdict.issues),
    )


def _in_order(sections: Sequence[Section], opening: Opening | None) -> tuple[Section, ...]:
    """Return the sections by severity, without the charts that open the page."""
    rest = (
        each
        if opening is None
        else replace(each, charts=tuple(pair for pair in each.charts if pair[0] not in opening.charts))
        for each in sections
    )
    first = opening.place if opening is not None and opening.section_first else None
    return tuple(sorted(rest, key=lambda each: (each.place != first, each.rank, each.place)))


def _section(place: int, finding: Finding, results: Results) -> Section:
    issue, nouns = invalidated_by(results, finding), results.manifest.nouns
    return Section(
        place,
        finding,
        "" if issue is None else reason_of(issue),
        tuple(
            (chart, shown_view(chart.view, nouns=nouns))
            for chart in charts_of(finding, results.verdict, nouns)
        ),
        shown_figures(finding),
        shown_tests(finding),
        tuple(shown_view(view, nouns=nouns) for view in finding.views.values()),
        severity=_severity(finding, results.verdict),
        is_open=results.manifest.job == "reproduce" and place == 1,
        nouns=nouns,
    )


def _severity(finding: Finding, verdict: Verdict) -> Severity | Literal[""]:
    """Return the worst severity of the issues that rest on figures of a finding."""
    counted = (each for each in verdict.issues if each.code not in verdict.allowed)
    found = (each.severity for each in counted if any(ref.scope == finding.scope for ref in each.figures))
    return next(found, "")


def _scripts(*, drawn: bool) -> tuple[str, ...]:
    own = source(*_SCRIPTS)
    if not drawn:
        return (own,)
    return (vega_program().replace("</script", "<\\/script"), own)
