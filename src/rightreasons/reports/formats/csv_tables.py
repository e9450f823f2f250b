"""A run as tables in CSV."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from io import StringIO

import polars as pl

from rightreasons.findings import Cell
from rightreasons.printable import harmless
from rightreasons.reports.judged import invalidated_by
from rightreasons.reports.parts import file_name
from rightreasons.reports.results import Results

ADDS = {"report_format": {"csv": "as_csv"}}
FIGURES, TESTS = "figures.csv", "tests.csv"
_FIGURE_COLUMNS = (
    "measure", "subject", "figure", "value", "unit", "n",
    "low", "high", "level", "method", "covers", "reason", "invalidated_by",
)  # fmt: skip
_TEST_COLUMNS = (
    "measure", "subject", "test", "method", "statistic", "degrees_of_freedom", "p_value", "n", "reason",
)  # fmt: skip


def as_csv(results: Results) -> dict[str, str]:
    """Return CSV by file name: figures, tests, and every view; no cell can be taken for a formula."""
    files = {FIGURES: _csv(_FIGURE_COLUMNS, _figures(results)), TESTS: _csv(_TEST_COLUMNS, _tests(results))}
    for place, finding in enumerate(results.findings, 1):
        for name, view in finding.views.items():
            files[file_name(place, finding, name, "csv")] = _csv(view.columns, view.lines)
    return files


def figures_frame(results: Results) -> pl.DataFrame:
    """Return every figure in a line of a polars frame, with the columns of ``figures.csv``."""
    numeric = dict.fromkeys(("value", "low", "high", "level"), pl.Float64) | {"n": pl.Int64}
    schema = {name: numeric.get(name, pl.String) for name in _FIGURE_COLUMNS}
    return pl.DataFrame(list(_figures(results)), schema=schema, orient="row")


def _csv(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([harmless(column) for column in columns])
    writer.writerows([harmless(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return stream.getvalue()


def _figures(results: Results) -> Iterator[tuple[Cell, ...]]:
    for finding in results.findings:
        issue = invalidated_by(results, finding)
        for name, figure in finding.figures.items():
            interval = figure.interval
            given = (finding.name, finding.subject, name, figure.value, figure.unit, figure.n)
            made = (None,) * 5 if interval is None else astuple(interval)
            yield (*given, *made, figure.reason, None if issue is None else issue.code)


def _tests(results: Results) -> Iterator[tuple[Cell, ...]]:
    for finding in results.findings:
        for name, test in finding.tests.items():
            yield (
                finding.name, finding.subject, name, test.method, test.statistic,
                test.degrees_of_freedom, test.p_value, test.n, test.reason,
            )  # fmt: skip
