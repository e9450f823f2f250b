"""The report page of a run: one self-contained HTML file in which data are only ever text."""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import polars as pl

from rightreasons.findings import Finding
from rightreasons.printable import printable
from rightreasons.reports.charts import EXTRA, can_draw, charts_of
from rightreasons.reports.charts.chart import Chart
from rightreasons.reports.judged import applying, judged_issues, reason_of, spoilt_by
from rightreasons.reports.results import Results, account_sentence, label_sentence, title_of
from rightreasons.reports.rows import page_rows
from rightreasons.reports.scripts import embedded, policy, source
from rightreasons.reports.views import (
    LONGEST_TEXT,
    ShownView,
    address,
    shown_figures,
    shown_tests,
    shown_view,
)

if TYPE_CHECKING:
    import jinja2

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
    spoilt
        Why its figures are no results; empty where they are.
    charts
        Its charts, each with its figures; none where it is spoilt.
    figures, tests, views
        What it found, as text.
    is_open
        Whether all its views are unfolded.
    """

    place: int
    finding: Finding
    spoilt: str
    charts: tuple[tuple[Chart, ShownView], ...]
    figures: ShownView
    tests: ShownView
    views: tuple[ShownView, ...]
    is_open: bool = False


def report_page(results: Results, items: pl.DataFrame | None = None) -> str:
    """Return the page.

    Parameters
    ----------
    results
        The result to show.
    items
        Every row with what was said of it, as in ``items.parquet``; the page holds all of a few rows, and an
        even sample of many.
    """
    shown = applying(results.findings)
    rows = None if items is None else page_rows(items, shown)
    sections = tuple(_section(place, finding, results) for place, finding in enumerate(shown, 1))
    drawn = any(section.charts for section in sections)
    scripts = _scripts(drawn=drawn) if sections else ()
    return page_template("report.html").render(
        manifest=results.manifest,
        title=title_of(results.manifest),
        verdict=results.verdict,
        issues=judged_issues(results),
        sections=sections,
        not_measured=results.not_measured,
        rows=rows,
        charts_missing=None if can_draw() else EXTRA,
        scripts=scripts,
        policy=policy(scripts),
        style=source("report.css"),
    )


def _section(place: int, finding: Finding, results: Results) -> Section:
    issue = spoilt_by(results, finding)
    return Section(
        place,
        finding,
        "" if issue is None else reason_of(issue),
        tuple((chart, shown_view(chart.view)) for chart in charts_of(finding, results.verdict)),
        shown_figures(finding),
        shown_tests(finding),
        tuple(map(shown_view, finding.views.values())),
        is_open=results.manifest.job == "reproduce" and place == 1,
    )


def _scripts(*, drawn: bool) -> tuple[str, ...]:
    own = source(*_SCRIPTS)
    if not drawn:
        return (own,)
    from rightreasons.reports.charts.export import vega_program

    return (vega_program().replace("</script", "<\\/script"), own)


@cache
def page_template(name: str) -> "jinja2.Template":
    """Return a template of this package in which every value is only ever text."""
    import jinja2
    from markupsafe import Markup

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("rightreasons.reports"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["account"] = account_sentence
    environment.filters["labels"] = label_sentence
    environment.filters["address"] = address
    environment.filters["shown"] = shown_view
    environment.filters["text"] = lambda text: printable(str(text), LONGEST_TEXT)
    # Safe: `embedded` leaves no character that HTML would read.
    environment.filters["embedded"] = lambda value: Markup(embedded(value))  # noqa: S704
    environment.filters["own"] = Markup  # our own scripts, styles and policy, never data
    return environment.get_template(name)
