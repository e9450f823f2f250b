"""Every cell of a reproduction has one number on page, Markdown and terminal, in JSON and CSV."""

import csv
import html
import json
import re
from decimal import ROUND_HALF_EVEN, Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from rightreasons.papers.compared.item_findings import LAYOUT
from rightreasons.papers.compared.reproduction import Reproduction
from rightreasons.papers.reproduce import Reproduced
from rightreasons.papers.reproduce_all import reproduce_all
from rightreasons.papers.terminal import print_reproduction
from rightreasons.reports.formats.csv_tables import as_csv

RESULTS = Path(__file__).resolve().parents[2] / "docs" / "results"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Reproduced, Path]:
    """All papers from what is kept: accuracies with intervals beside counts, differences and words."""
    out = tmp_path_factory.mktemp("kept") / "run"
    return reproduce_all(out=out, results=str(RESULTS)), out


def by_item(found: Reproduced) -> list[tuple[Any, tuple[Reproduction, ...]]]:
    """Return the findings of items with their cells, in one order."""
    rows = iter(found.rows)
    findings = [finding for finding in found.findings if "cells" in finding.views]
    return [(finding, tuple(next(rows) for _ in finding.views["cells"].lines)) for finding in findings]


def in_full(value: float, shown: str) -> bool:
    """Say whether `shown` is `value` to the decimals that it shows."""
    decimal = Decimal(shown.replace(",", ""))
    return Decimal(repr(value)).quantize(decimal, ROUND_HALF_EVEN) == decimal


def test_json_has_the_numbers_of_which_the_text_is_the_first_decimals(kept: tuple[Reproduced, Path]) -> None:
    numbers = 0
    for cell in json.loads(json.dumps(kept[0].items.to_dicts())):
        for name, text in (("ours", cell["shown"]), ("difference", cell["shown_difference"])):
            value, low, high = (cell[f"{name}{end}"] for end in ("", "_low", "_high"))
            shown = re.findall(r"[-+]?[\d,]+(?:\.\d+)?", text) if value is not None else []
            expected = [each for each in (value, low, high) if each is not None]
            assert len(shown) == len(expected), (cell["cell"], text)
            assert all(map(in_full, expected, shown)), (cell["cell"], text, expected)
            numbers += len(shown)
    assert numbers > 2_000


def test_text_in_json_and_csv_is_that_of_the_cell(kept: tuple[Reproduced, Path]) -> None:
    found, out = kept
    tables = as_csv(found)
    stored = {each["measure"]: each for each in json.loads((out / "findings.json").read_text())["findings"]}
    for place, (finding, rows) in enumerate(by_item(found), 2):
        columns = finding.views["cells"].columns
        ours, difference = columns.index("ours"), columns.index("difference")
        (name,) = [each for each in tables if each.startswith(f"{place:02}") and "cells" in each]
        in_csv = list(csv.reader(StringIO(tables[name])))[1:]
        in_json = stored[finding.measure]["views"]["cells"]["lines"]
        for row, of_csv, of_json in zip(rows, in_csv, in_json, strict=True):
            expected = (row.shown, row.shown_difference)
            assert (of_json[ours], of_json[difference]) == expected
            assert tuple(of_csv[each].removeprefix("'") for each in (ours, difference)) == expected


def test_page_and_markdown_have_the_text_of_every_cell(kept: tuple[Reproduced, Path]) -> None:
    found, out = kept
    page = html.unescape((out / "report.html").read_text(encoding="utf-8"))
    text = re.sub(r"\\(.)", r"\1", (out / "reproduction.md").read_text(encoding="utf-8"))
    sections = page.split('<section class="finding"')
    for finding, rows in by_item(found):
        (own,) = [each for each in sections if f">{finding.measure} <span" in each]
        in_text = text.partition(f"\n## {finding.measure}\n")[2].partition("\n## ")[0]
        for row in rows:
            assert f"| {row.shown} | {row.shown_difference or ''} | {row.verdict} |" in in_text
            cells = [f"<td[^>]*>{re.escape(each)}</td>" for each in (row.shown, row.shown_difference)]
            assert re.search(r"\s*".join(cells), own), (finding.measure, row.cell.name)
        if LAYOUT in finding.views:
            assert all(
                row.shown_difference in in_text.partition("Printed numbers and ours")[0] for row in rows
            )


@pytest.mark.long
def test_the_terminal_has_the_text_of_every_cell(kept: tuple[Reproduced, Path]) -> None:
    found, _ = kept
    for finding, rows in by_item(found):
        for first in range(0, len(rows), 30):
            some = rows[first : first + 30]
            file = StringIO()
            print_reproduction(found, some, Console(file=file, width=1_000))
            shown = file.getvalue()
            for row in some:
                assert row.shown_value[:19] in shown, (finding.measure, row.cell.name)
                assert row.shown_difference in shown, (finding.measure, row.cell.name)
