"""A run without its page: verdict, figures and views as Markdown, JSON or CSV."""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from io import StringIO

from rightreasons.findings import Cell, Finding, findings_payload
from rightreasons.reports.markdown import rendered
from rightreasons.reports.results import Results, applying, judged_issues, reason_of, spoilt_by, title_of
from rightreasons.reports.sheets import harmless
from rightreasons.reports.views import ShownView, shown_view

FIGURES, TESTS = "figures.csv", "tests.csv"
_FIGURE_COLUMNS = (
    "measure", "subject", "figure", "value", "unit", "n",
    "low", "high", "level", "method", "covers", "reason", "spoilt_by",
)  # fmt: skip
_TEST_COLUMNS = (
    "measure", "subject", "test", "method", "statistic", "degrees_of_freedom", "p_value", "n", "reason",
)  # fmt: skip
_NO_NAME = re.compile(r"[^A-Za-z0-9_.-]+")


def as_markdown(results: Results) -> str:
    """Return verdict, figures and views as Markdown; every value is only ever text."""
    return rendered(
        "report.md",
        title=title_of(results.manifest),
        verdict=results.verdict,
        issues=judged_issues(results),
        sections=list(_sections(results)),
        not_measured=results.not_measured,
    )


def reproduction_markdown(results: Results, missing: Sequence[str] = ()) -> str:
    """Return all findings of a reproduction with their views; every value is only ever text.

    Parameters
    ----------
    results
        The reproduction.
    missing
        Published files that would have answered more.
    """
    title = title_of(results.manifest)
    return rendered("reproduction.md", title=title, sections=list(_sections(results)), missing=missing)


def as_json(results: Results) -> str:
    """Return manifest, verdict and findings as JSON; views are whole."""
    of_run = {"manifest": results.manifest.to_json(), "verdict": results.verdict.to_json()}
    payload = {**of_run, **findings_payload(results.findings, results.not_measured)}
    return json.dumps(payload, ensure_ascii=True, allow_nan=False, indent=1) + "\n"


def as_csv(results: Results) -> dict[str, str]:
    """Return CSV by file name: figures, tests, and every view; no cell can be taken for a formula."""
    files = {FIGURES: _csv(_FIGURE_COLUMNS, _figures(results)), TESTS: _csv(_TEST_COLUMNS, _tests(results))}
    for place, finding in enumerate(results.findings, 1):
        for name, view in finding.views.items():
            files[file_name(place, finding, name, "csv")] = _csv(view.columns, view.lines)
    return files


def file_name(place: int, finding: Finding, name: str, ending: str) -> str:
    """Return a file name for a part of a finding, whatever its data are called: none leaves its folder."""
    name_part = _NO_NAME.sub("_", f"{finding.measure}.{name}")[:100]
    return f"{place:02}-{name_part}.{ending}"


def _sections(results: Results) -> Iterator[tuple[Finding, str, tuple[ShownView, ...]]]:
    """Yield each finding that applies, why it is no result where that is so, and its views."""
    for finding in applying(results.findings):
        issue = spoilt_by(results, finding)
        reason = "" if issue is None else reason_of(issue)
        nouns = results.manifest.nouns
        yield finding, reason, tuple(shown_view(view, nouns=nouns) for view in finding.views.values())


def _csv(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([harmless(column) for column in columns])
    writer.writerows([harmless(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return stream.getvalue()


def _figures(results: Results) -> Iterator[tuple[Cell, ...]]:
    for finding in results.findings:
        issue = spoilt_by(results, finding)
        for name, figure in finding.figures.items():
            interval = figure.interval
            given = (finding.measure, finding.subject, name, figure.value, figure.unit, figure.n)
            made = (None,) * 5 if interval is None else astuple(interval)
            yield (*given, *made, figure.reason, None if issue is None else issue.code)


def _tests(results: Results) -> Iterator[tuple[Cell, ...]]:
    for finding in results.findings:
        for name, test in finding.tests.items():
            yield (
                finding.measure, finding.subject, name, test.method, test.statistic,
                test.degrees_of_freedom, test.p_value, test.n, test.reason,
            )  # fmt: skip
