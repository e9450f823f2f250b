"""The tables of docs/reproduction.md are those of the run that they name."""

import re
from pathlib import Path

import pytest

from rightreasons.findings import Finding
from rightreasons.papers.reproduce_all import reproduce_all

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reproduction.md"
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def summary(shared_data: Path) -> Finding:
    """Return the summary of ``reproduce all --scale small --data DATA --results docs/results``."""
    results = str(ROOT / "docs" / "results")
    return reproduce_all(data=str(shared_data), scale="small", results=results).findings[0]


def documented(first_heading: str) -> list[list[str]]:
    """Return the lines of the table of the page whose first columns are that and cells."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    (start,) = [place for place, line in enumerate(lines) if line.startswith(f"| {first_heading} | cells |")]
    table = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return table


def made(summary: Finding, view: str, *columns: str) -> list[list[str]]:
    return [[str(row[column]) for column in columns] for row in summary.views[view].records()]


def test_cells_by_paper(summary: Finding) -> None:
    counts = ("cells", "agree", "add up", "differ", "other data", "ours only", "not possible")
    assert documented("paper") == made(summary, "papers", "paper", *counts)


def test_what_agrees_by_what_it_rests_on(summary: Finding) -> None:
    assert documented("what it rests on") == made(summary, "agreeing", "kind", "cells", "remark")
    agreeing = sum(int(str(row["cells"])) for row in summary.views["agreeing"].records())
    readme = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    assert re.search(rf"\b{agreeing} cells are reproduced", readme)


def test_empty_cells_by_reason(summary: Finding) -> None:
    assert documented("why") == made(summary, "empty", "why", "cells")
    empty = sum(int(str(row["cells"])) for row in summary.views["empty"].records())
    cells = sum(int(str(row["cells"])) for row in summary.views["papers"].records())
    assert f"leaves {empty} of {cells:,} cells empty" in PAGE.read_text(encoding="utf-8")
