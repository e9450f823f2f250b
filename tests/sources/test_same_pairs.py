"""Files of a folder that hold the same pairs are not read as if they held others."""

import csv
from pathlib import Path

import pytest

from rightreasons.errors import ColumnError
from rightreasons.sources.read import read_pairs

PAIRS = [(f"Dog {at} barks at the cat.", f"Animal {at} is loud.") for at in range(12)]
ONE = ["entailment", "neutral", "contradiction"] * 4
OTHER = ["entailment", "neutral", "neutral"] * 4


def written(folder: Path, name: str, labels: list[str], pairs: list[tuple[str, str]] = PAIRS) -> None:
    with (folder / name).open("w", newline="") as file:
        rows = [(at, *pair, label) for at, (pair, label) in enumerate(zip(pairs, labels, strict=True))]
        csv.writer(file).writerows([("id", "premise", "hypothesis", "label"), *rows])


def test_labels_of_three_people_are_put_together_as_votes(tmp_path: Path) -> None:
    for name, labels in (("a.csv", ONE), ("b.csv", OTHER), ("c.csv", OTHER)):
        written(tmp_path, name, labels)
    with pytest.raises(ColumnError, match=r"hold the same pairs \(12 of 12\)"):
        read_pairs(tmp_path)
    recipe = {
        "together": {"by": "id", "names": "file", "values": "label"},
        "columns": {"annotator_labels": ["a.csv", "b.csv", "c.csv"]},
        "gold": "majority",
    }
    found = read_pairs(tmp_path, recipe=recipe).frame
    assert found["label"].to_list() == OTHER
    assert found["annotator_labels"].to_list() == [list(each) for each in zip(ONE, OTHER, OTHER, strict=True)]


def test_one_set_written_twice_is_refused_and_either_file_alone_is_offered(tmp_path: Path) -> None:
    written(tmp_path, "a.csv", ONE)
    written(tmp_path, "b.csv", ONE)
    with pytest.raises(ColumnError, match="hold the same pairs") as caught:
        read_pairs(tmp_path)
    assert [way.data for way in caught.value.ways] == [f"{tmp_path}/a.csv", f"{tmp_path}/b.csv"]
    assert len(read_pairs(tmp_path / "a.csv")) == 12


def test_files_that_share_some_pairs_are_one_set(tmp_path: Path) -> None:
    written(tmp_path, "train.csv", ONE)
    written(tmp_path, "test.csv", ONE, [*PAIRS[:6], *((f"{p} Again.", h) for p, h in PAIRS[6:])])
    assert len(read_pairs(tmp_path)) == 24


def test_files_that_somebody_named_one_by_one_are_read(tmp_path: Path) -> None:
    written(tmp_path, "a.csv", ONE)
    written(tmp_path, "b.csv", ONE)
    (tmp_path / "all.yaml").write_text("files: [{path: a.csv}, {path: b.csv}]")
    assert len(read_pairs(tmp_path / "all.yaml")) == 24
