"""A run without its page: its figures and tables as Markdown, JSON or CSV."""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from io import StringIO

from rightreasons.findings import Cell, Finding, findings_payload
from rightreasons.reports.markdown import rendered
from rightreasons.reports.page import title_of
from rightreasons.reports.page_tables import page_table
from rightreasons.reports.results import Results, verdict
from rightreasons.reports.sheets import harmless

FIGURES, TESTS = "figures.csv", "tests.csv"
_FIGURE_COLUMNS = (
    "measure", "subject", "figure", "value", "unit", "n",
    "low", "high", "level", "method", "covers", "reason",
)  # fmt: skip
_TEST_COLUMNS = (
    "measure", "subject", "test", "method", "statistic", "degrees_of_freedom", "p_value", "n", "reason",
)  # fmt: skip
_NO_NAME = re.compile(r"[^A-Za-z0-9_.-]+")


def as_markdown(results: Results) -> str:
    """Return verdict, figures and tables as Markdown; every value is only ever text."""
    sections = [
        (finding, [page_table(table) for table in finding.views.values()]) for finding in results.findings
    ]
    return rendered(
        "report.md",
        title=title_of(results.manifest),
        verdict=verdict(results),
        sections=sections,
        not_measured=results.not_measured,
    )


def as_json(results: Results) -> str:
    """Return manifest and findings as JSON; tables are whole."""
    payload = {"manifest": dict(results.manifest), **findings_payload(results.findings, results.not_measured)}
    return json.dumps(payload, ensure_ascii=True, allow_nan=False, indent=1) + "\n"


def as_csv(results: Results) -> dict[str, str]:
    """Return CSV by file name: figures, tests, and every table; no cell can be taken for a formula."""
    files = {FIGURES: _csv(_FIGURE_COLUMNS, _figures(results)), TESTS: _csv(_TEST_COLUMNS, _tests(results))}
    for place, finding in enumerate(results.findings, 1):
        for name, table in finding.views.items():
            files[file_name(place, finding, name, "csv")] = _csv(table.columns, table.rows)
    return files


def file_name(place: int, finding: Finding, name: str, ending: str) -> str:
    """Return a file name for a part of a finding, whatever its data are called: none leaves its folder."""
    said = _NO_NAME.sub("_", f"{finding.measure}.{name}")[:100]
    return f"{place:02}-{said}.{ending}"


def _csv(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([harmless(column) for column in columns])
    writer.writerows([harmless(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return stream.getvalue()


def _figures(results: Results) -> Iterator[tuple[Cell, ...]]:
    for finding in results.findings:
        for name, figure in finding.figures.items():
            interval = figure.interval
            given = (finding.measure, finding.subject, name, figure.value, figure.unit, figure.n)
            made = (None,) * 5 if interval is None else astuple(interval)
            yield (*given, *made, figure.reason)


def _tests(results: Results) -> Iterator[tuple[Cell, ...]]:
    for finding in results.findings:
        for name, test in finding.tests.items():
            yield (
                finding.measure, finding.subject, name, test.method, test.statistic,
                test.degrees_of_freedom, test.p_value, test.n, test.reason,
            )  # fmt: skip
