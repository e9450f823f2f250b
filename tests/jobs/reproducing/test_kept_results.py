"""What is kept in docs/results fills the cells that the pages say it fills."""

import re
from pathlib import Path

import pytest

from rightreasons.papers import PAPERS

DOCS = Path(__file__).resolve().parents[3] / "docs"
RESULTS = DOCS / "results"


@pytest.mark.parametrize(
    ("heading", "table"),
    [("## HANS", "table-3"), ("### After HANS-like", "table-4"), ("### Two labels", "table-11")],
)
def test_the_page_has_the_papers_rows_as_they_are_printed(heading: str, table: str) -> None:
    section = (DOCS / "results.md").read_text(encoding="utf-8").partition(heading)[2]
    section = re.split(r"\n#+ ", section)[0]
    shown = [re.findall(r"[01]\.\d\d", line) for line in section.splitlines() if line.startswith("| paper")]
    cells = [cell for cell in PAPERS.load("mccoy-2019").printed.of(table) if "hans" in cell.figure]
    models = [
        [cell.printed for cell in cells if cell.column == model and cell.split == label]
        for model in ("DA", "ESIM", "SPINN")
        for label in ("entailment", "non-entailment")
    ]
    assert shown == [first + second for first, second in zip(models[::2], models[1::2], strict=True)]
