"""`make example`: files to try commands on, which hold what their manifest says."""

from pathlib import Path

import polars as pl
import pytest
from sklearn.metrics import roc_auc_score

from rightreasons import probe, read_pairs
from rightreasons.jobs.making.example import READS_WELL, SIZES, make_example


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("made") / "example"
    make_example(out)
    return out


def test_it_has_as_many_rows_as_it_says_and_the_parts_share_no_premise(example: Path) -> None:
    tables = {name: read_pairs(example / f"{name}.jsonl") for name in SIZES}
    assert {name: len(table) for name, table in tables.items()} == dict(SIZES)
    premises = [set(table.premises) for table in tables.values()]
    assert not premises[0] & (premises[1] | premises[2])
    assert not premises[1] & premises[2]


def test_the_second_model_is_right_as_often_as_it_is_drawn_to_be(example: Path) -> None:
    gold = pl.read_ndjson(example / "test.jsonl")["label"]
    drawn = pl.read_csv(example / "predictions-b.csv")["prediction"]
    spread = (READS_WELL * (1 - READS_WELL) / len(gold)) ** 0.5
    assert abs((gold == drawn).to_numpy().mean() - READS_WELL) < 4 * spread


def test_the_first_model_answers_by_the_hypothesis_alone(example: Path) -> None:
    test = pl.read_ndjson(example / "test.jsonl")
    said = pl.read_csv(example / "predictions-a.csv")
    labels = ["entailment", "neutral", "contradiction"]
    by_text = pl.concat([test.select("hypothesis"), said.select(labels)], how="horizontal").unique()
    assert by_text["hypothesis"].n_unique() == by_text.height


def test_every_row_of_predictions_has_probabilities_that_sum_to_one_and_its_likeliest_label(
    example: Path,
) -> None:
    labels = ["entailment", "neutral", "contradiction"]
    for name in ("a", "b"):
        said = pl.read_csv(example / f"predictions-{name}.csv")
        shares = said.select(labels)
        assert shares.to_numpy().sum(axis=1) == pytest.approx(1, abs=0.001)
        likeliest = [row.index(max(row)) for row in shares.rows()]
        assert [labels[place] for place in likeliest] == said["prediction"].to_list()


def test_scores_are_read_as_those_of_a_guard(example: Path) -> None:
    scores = pl.read_csv(example / "guard-b.csv")
    found = probe(example / "guard-b.csv").finding("guard").figures["auroc"].value
    assert found == pytest.approx(roc_auc_score(scores["y_true"], scores["y_score"]))


def test_the_same_seed_writes_the_same_files_and_another_one_others(example: Path, tmp_path: Path) -> None:
    again, other = make_example(tmp_path / "again"), make_example(tmp_path / "other", seed=2)
    first = {path.name: path.read_bytes() for path in example.iterdir() if path.name != "manifest.json"}
    assert first == {name: (tmp_path / "again" / name).read_bytes() for name in again["files"]}
    assert all(other["files"][name] != again["files"][name] for name in first)
