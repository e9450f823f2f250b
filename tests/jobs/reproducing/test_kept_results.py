"""What is kept in docs/results fills the cells that the pages say it fills."""

import re
from collections import Counter
from pathlib import Path

import pytest

from rightreasons.jobs.reproduce import reproduce
from rightreasons.jobs.reproducing.answers import ModelSources
from rightreasons.papers import PAPERS
from rightreasons.runs.folder import read_findings
from rightreasons.statistics.results import Estimate

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


WITHHELD = {f"table-{number}": 18 for number in range(12, 17)}
FILLED = {  # cells of the models that were trained: those of the table times those of its models
    "mccoy-2019": {"table-3": 15, "table-4": 18, "table-9": 30, "table-10": 30, "table-11": 18} | WITHHELD,
    "sanchez-2018": {"table-1": 78, "section-4.2": 3},
    "poliak-2018": {"table-2": 8},  # dev and test of ADD-1, SICK, MPE, JOCI
    # full, easy, hard, gap: all rows of InferSent, of DAM and ESIM plain ones, and of SNLI those at lambda .7
    "liu-2020": {"table-4": 12 + 9, "table-5": 15 * 4, "table-6": 11 * 4, "table-7": 12 * 4},
}


@pytest.mark.parametrize("paper", FILLED)
def test_they_fill_the_cells_of_their_models_and_never_as_the_papers_own(paper: str) -> None:
    kept = ModelSources(results=RESULTS)
    found = reproduce(paper, models=kept)
    filled = [row for row in found.rows if row.verdict in ("other data", "other model")]
    assert Counter(row.cell.item for row in filled) == FILLED[paper]
    assert all(row.cell.model and row.by for row in filled)


def test_hypothesis_only_on_real_data_comes_from_dev_or_test_as_the_cell_does() -> None:
    found = reproduce("poliak-2018", items=["table-2"], models=ModelSources(results=RESULTS))
    rows = {row.cell.model: row for row in found.rows if row.verdict == "other model"}
    assert set(rows) == {"MPE-dev", "MPE-test"}  # real training, dev and test sets; only the model is small
    seeds = [RESULTS / f"poliak-MPE-seed-{seed}.json" for seed in (1, 2, 3)]
    figures = [
        finding.figures["dev.mean"].value or 0.0
        for seed in seeds
        for finding in read_findings(seed).findings
        if finding.subject == "dev"
    ]
    own = rows["MPE-dev"].ours
    assert isinstance(own, Estimate)
    assert own.value == pytest.approx(100 * sum(figure for figure in figures if figure is not None) / 3)
