"""What is kept in docs/results fills the cells that the pages say it fills."""

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from rightreasons.findings import Finding
from rightreasons.papers import PAPERS
from rightreasons.papers.answers.answers_file import read_answers
from rightreasons.papers.answers.kept import ARCHIVE, KeptFindings
from rightreasons.papers.answers.sources import ModelSources
from rightreasons.papers.reproduce import reproduce
from rightreasons.runs.folder import findings_in
from rightreasons.statistics.results import Estimate

DOCS = Path(__file__).resolve().parents[2] / "docs"
RESULTS = DOCS / "results"


def kept_findings(name: str) -> tuple[Finding, ...]:
    return findings_in(KeptFindings(RESULTS).read(name), RESULTS / name).findings


def test_all_that_is_kept_is_below_2_mb() -> None:
    assert {path.name for path in RESULTS.iterdir()} == {"answers.yaml", ARCHIVE}
    assert sum(path.stat().st_size for path in RESULTS.iterdir()) < 2_000_000


def test_every_file_of_findings_is_one_that_this_version_reads() -> None:
    kept = set(KeptFindings(RESULTS).names())
    answering = {
        name
        for answers in read_answers(RESULTS).values()
        for answer in answers.values()
        for name in answer.files
    }
    assert answering < kept
    for name in kept - {"majority.json", "compared.json"}:
        assert kept_findings(name)


@pytest.mark.parametrize(
    ("heading", "table"),
    [("## HANS", "table-3"), ("### After HANS-like", "table-4")],
)
def test_the_page_has_the_papers_rows_as_they_are_printed(heading: str, table: str) -> None:
    section = (DOCS / "results.md").read_text(encoding="utf-8").partition(heading)[2]
    section = re.split(r"\n#+ ", section)[0]
    shown = [re.findall(r"[01]\.\d\d", line) for line in section.splitlines() if line.startswith("| paper")]
    cells = [cell for cell in PAPERS.load("mccoy-2019").printed.of(table) if "hans" in cell.figure]
    trained = ("DA", "ESIM", "SPINN", "BERT")
    models = [
        [cell.printed for cell in cells if cell.column == model and cell.split == label]
        for model in trained
        for label in ("entailment", "non-entailment")
    ]
    assert shown == [first + second for first, second in zip(models[::2], models[1::2], strict=True)]


WITHHELD = {f"table-{number}": 24 for number in range(12, 17)} | {"table-5": 6}
FILLED = {  # cells of the models that were trained: those of the table times those of its models
    "mccoy-2019": {
        "table-3": 15 + 1,
        "table-4": 24,
        "table-9": 30,
        "table-10": 30,
        "table-11": 24,
        "section-5": 2,
    }
    | WITHHELD,
    # counts of Tables 2 to 4, and the statistics of which the paper prints no counts
    "sanchez-2018": {"table-1": 78, "section-4.2": 3, "table-2": 4, "table-3": 4, "table-4": 12}
    | {
        "section-6.1": 2 + 2 + 1,
        "section-6.2": 3,
        "section-6-mcnemar": 7,
        "section-6.3": 3 * 4 + 1,
        "section-6.4": 3 * 3 + 1,
    },
    # dev and test of ADD-1, SICK, MPE, JOCI, SNLI and SciTail; dev of MNLI-1 and MNLI-2
    "poliak-2018": {"table-2": 6 * 2 + 2},
    # full, easy, hard, gap: all rows of InferSent, on SNLI of DAM too, of ESIM the plain one and lambda .7
    "liu-2020": {
        "table-2": 3,  # fastText's: SNLI test, MultiNLI matched and mismatched
        "table-4": 12 + 9 + 7,
        "table-5": 27 * 4,
        "table-6": 27 * 4,
        "table-7": 12 * 4,
        "section-3.2.3": 1,
    },
}


@pytest.mark.parametrize("paper", FILLED)
def test_they_fill_the_cells_of_their_models_and_never_as_the_papers_own(paper: str) -> None:
    kept = ModelSources(results=RESULTS)
    found = reproduce(paper, models=kept)
    filled = [row for row in found.rows if row.verdict in ("other data", "other model")]
    assert Counter(row.cell.item for row in filled) == FILLED[paper]
    assert all(row.cell.model and row.by for row in filled)


def test_every_filled_cell_says_checkpoint_pairs_seeds_sample_and_command() -> None:
    for answers in read_answers(RESULTS).values():
        for model, answer in answers.items():
            assert answer.made is not None, model
            assert answer.made.command.startswith(("rightreasons ", "python benchmarks/"))
            assert answer.made.pairs > 0
            assert answer.made.checkpoint
            assert answer.made.seeds
            assert answer.made.sample
    found = reproduce("mccoy-2019", items=["table-4"], models=ModelSources(results=RESULTS))
    (by,) = {row.by for row in found.rows if row.cell.model == "DA+HANS"}
    assert "52,897 training pairs; seeds: 1; sample: 4 % of SNLI's training set" in by
    assert "--small --train snli.jsonl --augment hans" in by


def test_hypothesis_only_on_real_data_comes_from_dev_or_test_as_the_cell_does() -> None:
    found = reproduce("poliak-2018", items=["table-2"], models=ModelSources(results=RESULTS))
    rows = {row.cell.model: row for row in found.rows if row.verdict == "other model"}
    assert set(rows) == {"MPE-dev", "MPE-test"}  # real training, dev and test sets; only the model is small
    seeds = [f"poliak-MPE-seed-{seed}.json" for seed in (1, 2, 3)]
    figures = [
        finding.figures["dev.mean"].value or 0.0
        for seed in seeds
        for finding in kept_findings(seed)
        if finding.subject == "dev"
    ]
    own = rows["MPE-dev"].ours
    assert isinstance(own, Estimate)
    assert own.value == pytest.approx(100 * sum(figure for figure in figures if figure is not None) / 3)


def test_scitail_s_cells_come_from_the_set_that_the_model_was_not_trained_on() -> None:
    found = reproduce("poliak-2018", items=["table-2"], models=ModelSources(results=RESULTS))
    ours = {row.cell.model: row.ours for row in found.rows if row.cell.row == "SciTail" and row.cell.model}
    sizes = {model: each.n for model, each in ours.items() if isinstance(each, Estimate)}
    assert sizes == {"SciTail-dev": 1304, "SciTail-test": 2126}  # SciTail's dev and test sets, whole


def test_statistics_of_swaps_are_those_of_the_counts_that_are_kept_beside_them() -> None:
    found = reproduce("sanchez-2018", models=ModelSources(results=RESULTS))
    ours = {row.cell.figure: row.ours for row in found.rows if row.cell.column == "ESIM"}
    kept = kept_findings("swaps-esim-sanchez.json")
    views = {name: view for each in kept if each.measure == "polarity" for name, view in each.views.items()}
    for name in ("E_TA", "I_H", "E_TH"):
        counts = np.array([line[1:-1] for line in views[name].lines], dtype=int)
        asked = counts[np.ix_(counts.any(axis=1), counts.any(axis=0))]
        statistic, _, freedom, _ = stats.chi2_contingency(asked, correction=False, lambda_="log-likelihood")
        estimate = ours[f"polarity.{name}.g.statistic"]
        assert isinstance(estimate, Estimate)
        assert estimate.value == pytest.approx(statistic)
        assert (estimate.n, estimate.reason) == (counts.sum(), f"{freedom} degrees of freedom")


def test_counts_of_table_2_are_the_instances_whose_gold_label_changed() -> None:
    found = reproduce("sanchez-2018", items=["table-1", "table-2"], models=ModelSources(results=RESULTS))
    ours = {row.cell.figure: row.ours for row in found.rows if row.cell.model == "ESIM"}
    subset = ours["behaviour.I_TA2.gold_changed.accuracy"]
    assert isinstance(subset, Estimate)
    values = {
        figure.partition("I_TA2.")[2]: each.value or 0.0
        for figure, each in ours.items()
        if figure.startswith("insensitivity.") and isinstance(each, Estimate)
    }
    assert sum(values.values()) == subset.n
    right = values["change.correct"] + values["no change.correct"]
    assert right / subset.n == pytest.approx(subset.value)
