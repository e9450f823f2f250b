"""Many datasets, many models and several audits in one table: each figure in its place."""

from pathlib import Path

from tests.reports.viewer.runs import Seal, accuracy, damage, finding

from rightreasons import probe
from rightreasons.figures import Figure
from rightreasons.reports.viewer.catalogue import Catalogue
from rightreasons.reports.viewer.entries import Entry
from rightreasons.reports.viewer.grids import DATASETS, MODELS, Grid, many, side_by_side
from rightreasons.statistics.results import Estimate, Interval


def entries(root: Path) -> list[Entry]:
    return sorted(Catalogue(root).listing().entries.values(), key=lambda entry: entry.name)


def texts(grid: Grid) -> list[list[str]]:
    return [[cell.text for cell in row] for row in grid.rows]


def test_hypothesis_only_stands_beside_the_majority_a_row_a_test_set(seal: Seal, tmp_path: Path) -> None:
    """Fractions of Gururangan et al. (2018), Table 2: .67 beside .343, and .539 beside .354."""

    def of(subject: str, right: float, majority: float) -> object:
        gain = Interval(right - majority - 0.02, right - majority + 0.02, 0.95, "newcombe")
        figures = [
            accuracy(right, 9824),
            accuracy(majority, 9824, what="majority"),
            Figure("gain", Estimate(right - majority, "proportion", 9824, gain)),
        ]
        return finding("hypothesis_only", subject, figures=figures)

    seal(tmp_path / "snli", "audit", finding("label_balance"), of("train -> test", 0.670, 0.343))
    seal(tmp_path / "mnli", "audit", of("train -> matched", 0.539, 0.354))
    seal(tmp_path / "other", "audit", finding("label_balance"))
    damage(seal(tmp_path / "broken", "audit"), "findings.json", "{")
    grid = many(DATASETS, entries(tmp_path))
    head = ["audited", "scored on", "hypothesis-only accuracy", "majority label", "gain in points"]
    assert list(grid.columns[:5]) == head
    rows = texts(grid)
    assert [row[:2] for row in rows] == [["mnli", "train -> matched"], ["snli", "train -> test"]]
    assert [row[2:5] for row in rows] == [
        ["53.9 % (52.9 to 54.9)", "35.4 % (34.4 to 36.4)", "+18.5 points (+16.5 to +20.5)"],
        ["67.0 % (66.0 to 68.0)", "34.3 % (33.3 to 35.3)", "+32.7 points (+30.7 to +34.7)"],
    ]
    assert grid.rows[0][2].n == 9824
    assert [row[5] for row in rows] == ["–", "–"]


def test_published_predictions_stand_in_the_columns_of_the_papers_table(
    shared_data: Path, tmp_path: Path
) -> None:
    """McCoy et al. (2019), Table 3: BERT .95 .99 .98 on entailed, .16 .04 .16 on not entailed items."""
    probe(shared_data / "hans" / "bert_preds.txt", "hans-2019", out=tmp_path / "bert")
    grid = many(MODELS, entries(tmp_path))
    heuristics = ("lexical overlap", "subsequence", "constituent")
    columns = [f"{gold} · {heuristic}" for gold in ("entailed", "not entailed") for heuristic in heuristics]
    assert list(grid.columns[3:9]) == columns
    (row,) = grid.rows
    assert [round(float(cell.sort or 0), 2) for cell in row[3:9]] == [0.95, 0.99, 0.98, 0.16, 0.04, 0.16]
    assert [cell.n for cell in row[3:9]] == [5000] * 6
    assert texts(grid)[0][:3] == ["bert_preds.txt", "bert", "hans-2019"]


def test_figures_of_several_audits_stand_in_one_row(seal: Seal, tmp_path: Path) -> None:
    first = finding("hypothesis_only", "a -> dev", figures=[accuracy(0.6, 100)])
    second = finding("hypothesis_only", "a -> test", figures=[accuracy(0.5, 200)])
    other = finding("hypothesis_only", "b -> dev", figures=[accuracy(0.4, 300)])
    seal(tmp_path / "a", "audit", first, second)
    seal(
        tmp_path / "b",
        "audit",
        other,
        finding("lengths", figures=[Figure("mean", Estimate(7.5, "tokens", 300))]),
    )
    grid = side_by_side(entries(tmp_path))
    assert grid.columns == ("figure", "a", "b")
    assert texts(grid) == [
        ["hypothesis_only.accuracy", "60.0 % (59.0 to 61.0)", "40.0 % (39.0 to 41.0)"],
        ["hypothesis_only.accuracy (2)", "50.0 % (49.0 to 51.0)", "–"],
        ["lengths.mean", "–", "7.5"],
    ]
    assert [cell.about for cell in grid.rows[0]] == ["", "a -> dev", "b -> dev"]
    assert [cell.n for cell in grid.rows[0]] == [None, 100, 300]


def test_unfinished_runs_and_other_jobs_have_no_row(seal: Seal, tmp_path: Path) -> None:
    figures = [accuracy(0.6, 100)]
    seal(tmp_path / "probe", "probe", finding("hypothesis_only", figures=figures), model={"name": "m"})
    assert many(DATASETS, entries(tmp_path)).rows == ()
    assert many(MODELS, entries(tmp_path)).rows == ()
