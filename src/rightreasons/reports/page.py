"""The report page of a run: one self-contained HTML file in which data are only ever text."""

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import polars as pl

from rightreasons.charts import Chart
from rightreasons.findings import Finding
from rightreasons.printable import printable
from rightreasons.reports.charts import EXTRA, can_draw, charts_of, vega_program
from rightreasons.reports.results import (
    Results,
    account_sentence,
    applying,
    judged_issues,
    label_sentence,
    reason_of,
    spoilt_by,
    title_of,
)
from rightreasons.reports.rows import page_rows
from rightreasons.reports.tested import scope_lines
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

# Scripts and data inside a page: what may run goes by its checksum, and data cannot end their element.


_HARMLESS: dict[str, str | int | None] = {
    "<": "\\u003c",
    ">": "\\u003e",
    "&": "\\u0026",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
}


def embedded(value: Any) -> str:
    """Return JSON that can stand in a ``script`` element: no character of it means anything to HTML."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.translate(str.maketrans(_HARMLESS))


def policy(scripts: Sequence[str]) -> str:
    """Return the content security policy of a page: nothing from outside, and no script but these."""
    allowed = " ".join(f"'sha256-{digest_of(script)}'" for script in scripts) or "'none'"
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src {allowed}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


@cache
def source(*names: str, room: str = __package__) -> str:
    """Return files of a room's ``templates`` one after the other."""
    folder = files(room).joinpath("templates")
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names)


def digest_of(script: str) -> str:
    """Return the checksum by which a content security policy allows a script."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


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
        tested=scope_lines(results.verdict),
        rows=rows,
        charts_missing=None if can_draw() else EXTRA,
        scripts=scripts,
        policy=policy(scripts),
        style=source("report.css"),
    )


def _section(place: int, finding: Finding, results: Results) -> Section:
    issue, nouns = spoilt_by(results, finding), results.manifest.nouns
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
        is_open=results.manifest.job == "reproduce" and place == 1,
    )


def _scripts(*, drawn: bool) -> tuple[str, ...]:
    own = source(*_SCRIPTS)
    if not drawn:
        return (own,)
    return (vega_program().replace("</script", "<\\/script"), own)


def html_environment(room: str = __package__) -> "jinja2.Environment":
    """Return what reads the templates of a room so that every value is only ever text."""
    import jinja2

    return jinja2.Environment(
        loader=jinja2.PackageLoader(room),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def page_template(name: str) -> "jinja2.Template":
    """Return a template of this package in which every value is only ever text."""
    from markupsafe import Markup

    environment = html_environment()
    environment.filters["account"] = account_sentence
    environment.filters["labels"] = label_sentence
    environment.filters["address"] = address
    environment.filters["shown"] = shown_view
    environment.filters["text"] = lambda text: printable(str(text), LONGEST_TEXT)
    # Safe: `embedded` leaves no character that HTML would read.
    environment.filters["embedded"] = lambda value: Markup(embedded(value))  # noqa: S704
    environment.filters["own"] = Markup  # our own scripts, styles and policy, never data
    return environment.get_template(name)


# A result in a notebook: the verdict, then the main view of each finding.


_LINES = 12


def notebook_html(results: Results) -> str:
    """Return a result as HTML without scripts or styles, which a notebook would not trust or share."""
    sections = []
    for finding in applying(results.findings):
        issue = spoilt_by(results, finding)
        nouns = results.manifest.nouns
        views = [shown_view(view, _LINES, nouns) for view in finding.views.values() if view.lines]
        view = next(iter(views), shown_figures(finding))
        sections.append((finding, "" if issue is None else reason_of(issue), view))
    return page_template("notebook.html").render(
        verdict=results.verdict,
        tested=scope_lines(results.verdict),
        issues=judged_issues(results),
        sections=sections,
    )
