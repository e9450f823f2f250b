"""Rows of Table 4 of Liu et al. that others' published predictions fill."""

import csv
import gzip
import json
from pathlib import Path

import pytest

from rightreasons.papers.compared.reproduction import Reproduction
from rightreasons.papers.reproduce import Reproduced, reproduce
from rightreasons.statistics.results import Estimate

BERT = "pvi_kawine/bert-base-cased_snli_std_test.csv.gz"


@pytest.fixture(scope="module")
def table(shared_data: Path) -> Reproduced:
    return reproduce("liu-2020", items=["table-4"], data=str(shared_data), scale="small")


def cell(found: Reproduced, model: str, column: str, split: str = "SNLI") -> Reproduction:
    (row,) = [
        row
        for row in found.rows
        if (row.cell.row, row.cell.column, row.cell.split) == (f"{model}, {column}", model, split)
    ]
    return row


def value(found: Reproduced, model: str, column: str, split: str = "SNLI") -> tuple[float, int]:
    ours = cell(found, model, column, split).ours
    assert isinstance(ours, Estimate)
    assert ours.value is not None
    return ours.value, ours.n


def lines(path: Path) -> list[dict[str, object]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def test_bert_is_scored_on_all_and_on_the_published_hard_instances(
    table: Reproduced, shared_data: Path
) -> None:
    with gzip.open(shared_data / BERT, "rt", encoding="utf-8", newline="") as file:
        rows = [
            (row["premise"], row["hypothesis"], row["correct_yx"] == "True") for row in csv.DictReader(file)
        ]
    hard = {
        (row["sentence1"], row["sentence2"])
        for row in lines(shared_data / "snli" / "snli_1.0_test_hard.jsonl.gz")
    }
    right_hard = [right for premise, hypothesis, right in rows if (premise, hypothesis) in hard]
    percent, n = value(table, "BERT", "Full")
    assert n == len(rows) == 9_824
    assert percent == pytest.approx(100 * sum(right for *_, right in rows) / n)
    percent, n = value(table, "BERT", "UW+CMU")
    assert n == 3_261
    # the same sentences stand in a few pairs more than once, some of them outside the hard set
    assert percent == pytest.approx(100 * sum(right_hard) / len(right_hard), abs=0.1)


def test_roberta_is_the_mean_over_seeds_of_both_halves_of_dev(table: Reproduced, shared_data: Path) -> None:
    folder = shared_data / "chaosnli" / "predictions"
    shares = []
    for seed in range(3):
        rows = [
            row
            for half in ("dev", "test")
            for row in lines(folder / f"SNLI_{half}_roberta-base_{seed}.json.gz")
        ]
        shares.append(sum(row["true"] == row["pred"] for row in rows) / len(rows))
    percent, n = value(table, "RoBERTa", "Full")
    assert n == 9_842
    assert percent == pytest.approx(100 * sum(shares) / 3)
    easy, hard = (value(table, "RoBERTa", column) for column in ("Easy", "Hard"))
    assert easy[0] > value(table, "RoBERTa", "Full")[0] > hard[0]
    assert value(table, "RoBERTa", "Full", "MultiNLI")[1] == 4_772


def test_they_are_never_held_against_what_is_printed(table: Reproduced) -> None:
    filled = [row for row in table.rows if row.cell.column in ("BERT", "RoBERTa") and row.ours is not None]
    assert len(filled) == 4 + 3 + 3
    assert {row.verdict for row in filled} == {"other data"}
    assert all("predictions published by" in row.by for row in filled)
    assert "not on test" in cell(table, "RoBERTa", "Full").by
    assert "published of SNLI test" in cell(table, "RoBERTa", "UW+CMU").reason


def test_predictions_of_bert_come_before_another_encoder_that_was_trained_here(shared_data: Path) -> None:
    results = str(Path(__file__).resolve().parents[2] / "docs" / "results")
    found = reproduce("liu-2020", items=["table-4"], data=str(shared_data), scale="small", results=results)
    assert "bert-base-cased" in cell(found, "BERT", "Full").by
    assert "all-MiniLM-L6-v2" in cell(found, "BERT", "Full", "MultiNLI").by


def test_a_file_of_other_instances_is_refused(shared_data: Path, tmp_path: Path) -> None:
    for name in ("snli", "chaosnli"):
        (tmp_path / name).symlink_to(shared_data / name)
    (tmp_path / "pvi_kawine").mkdir()
    other = shared_data / "pvi_kawine" / "bert-base-cased_snli_std_test.csv.gz"
    with gzip.open(other, "rt", encoding="utf-8") as file, gzip.open(tmp_path / BERT, "wt") as cut:
        for _, line in zip(range(5), file, strict=False):
            cut.write(line)
    found = reproduce("liu-2020", items=["table-4"], data=str(tmp_path), scale="small")
    assert cell(found, "BERT", "Full").ours is None
    assert "does not speak of the instances of snli-test" in cell(found, "BERT", "Full").reason
