"""The report page of a run: one self-contained HTML file in which data are only ever text."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import polars as pl

from rightreasons.findings import Finding
from rightreasons.printable import printable
from rightreasons.reports.charts import EXTRA, can_draw, charts_of
from rightreasons.reports.charts.chart import Chart
from rightreasons.reports.compared_sets import compared_sets
from rightreasons.reports.leads import Leads
from rightreasons.reports.page_tables import PageTable, page_table
from rightreasons.reports.results import (
    Results,
    account_sentence,
    label_sentence,
    shown_cell,
    shown_estimate,
    verdict,
)
from rightreasons.reports.rows import Rows, rows_of
from rightreasons.reports.scripts import embedded, policy, source

if TYPE_CHECKING:
    import jinja2
    from markupsafe import Markup

LONGEST_TEXT = 2_000
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
    charts
        Its charts, each with its table.
    tables
        Its tables.
    leads
        From its figures to rows; None on a page without rows.
    """

    place: int
    finding: Finding
    charts: tuple[tuple[Chart, PageTable], ...]
    tables: tuple[PageTable, ...]
    leads: Leads | None


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
    rows = None if items is None else rows_of(items, results.findings)
    sections = tuple(_section(place, finding, rows) for place, finding in enumerate(_ordered(results), 1))
    drawn = any(section.charts for section in sections)
    scripts = _scripts(drawn=drawn) if sections else ()
    return _template().render(
        manifest=results.manifest,
        title=title_of(results.manifest),
        verdict=verdict(results),
        sections=sections,
        not_measured=results.not_measured,
        rows=rows,
        charts_missing=None if can_draw() else EXTRA,
        scripts=scripts,
        policy=policy(scripts),
        style=source("report.css"),
    )


def title_of(manifest: Mapping[str, Any]) -> str:
    """Return what a run is about: the model and what it was asked or trained on, or the data."""
    names = [str(data["name"]) for data in manifest.get("data", ())]
    if manifest.get("job") == "reproduce":
        return f"{'all papers' if manifest['paper'] == 'all' else manifest['paper']}: printed beside ours"
    model = manifest.get("model")
    if model is not None and manifest.get("job") == "train":
        return f"{model['name']} trained on {names[0]}"
    if model is not None:
        return f"{model['name']} on {', '.join(names)}"
    runs = [str(run["name"]) for run in manifest.get("runs", ())]
    return " beside ".join(runs) if runs else " → ".join(names) or str(manifest.get("job", "run"))


def _ordered(results: Results) -> list[Finding]:
    """Return the findings, that of the verdict first."""
    said = verdict(results)
    return sorted(results.findings, key=lambda finding: finding.headline != said)


def _section(place: int, finding: Finding, rows: Rows | None) -> Section:
    leads = Leads(finding, rows) if rows is not None else None
    return Section(
        place,
        finding,
        tuple((chart, page_table(chart.table)) for chart in charts_of(finding)),
        tuple(page_table(table, leads) for table in finding.views.values()),
        leads,
    )


def _scripts(*, drawn: bool) -> tuple[str, ...]:
    own = source(*_SCRIPTS)
    if not drawn:
        return (own,)
    from rightreasons.reports.charts.export import vega_program

    return (vega_program().replace("</script", "<\\/script"), own)


def _breakable(name: str) -> "Markup":
    """Return a dotted name that may be broken after its dots and underscores, and nowhere else."""
    from markupsafe import Markup, escape

    kept = str(escape(printable(name, LONGEST_TEXT)))
    return Markup(re.sub(r"[._]", r"\g<0><wbr>", kept))  # noqa: S704 - it has been escaped


@cache
def _template() -> "jinja2.Template":
    import jinja2
    from markupsafe import Markup

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("rightreasons.reports"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["compared"] = compared_sets
    environment.filters["account"] = account_sentence
    environment.filters["labels"] = label_sentence
    environment.filters["estimate"] = shown_estimate
    environment.filters["breakable"] = _breakable
    environment.filters["cell"] = lambda cell: printable(shown_cell(cell), LONGEST_TEXT)
    environment.filters["text"] = lambda text: printable(str(text), LONGEST_TEXT)
    # Safe: `embedded` leaves no character that HTML would read.
    environment.filters["embedded"] = lambda value: Markup(embedded(value))  # noqa: S704
    environment.filters["own"] = Markup  # our own scripts, styles and policy, never data
    return environment.get_template("report.html")
