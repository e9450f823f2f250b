"""Published easy and hard instances, matched by pair id or by row number; the published files themselves."""

from pathlib import Path

import polars as pl
import pytest

from rightreasons import read_pairs
from rightreasons.difficulty.hardness import hardness_of, read_hardness
from rightreasons.errors import ColumnError, FileMissingError, UnreadableFileError

IDS = pl.Series(["a", "b", "c"])


def _file(folder: Path, text: str) -> Path:
    path = folder / "marks.csv"
    path.write_text(text, encoding="utf-8")
    return path


def _marks(path: Path, ids: pl.Series, rows: int) -> dict[str, str]:
    found = hardness_of(read_hardness(path), ids, rows)
    assert found is not None
    return dict(found.frame.iter_rows())


def test_pairs_are_matched_by_their_id_whatever_their_order(tmp_path: Path) -> None:
    path = _file(tmp_path, "idx,pairID,hardness\n0,c,1\n1,a,0\n2,b,1\n")
    assert _marks(path, IDS, 3) == {"a": "easy", "b": "hard", "c": "hard"}


def test_ids_that_are_row_numbers_are_matched_by_row(tmp_path: Path) -> None:
    path = _file(tmp_path, "idx,pairID,hardness\n0,x,1\n1,y,0\n2,z,1\n")
    assert _marks(path, pl.Series(["0", "2"]), 3) == {"0": "hard", "2": "hard"}
    # another set with row numbers has as many rows only by chance
    assert hardness_of(read_hardness(path), pl.Series(["0", "1"]), 2) is None


def test_pairs_not_named_are_what_the_rows_without_id_are_as_far_as_these_go(tmp_path: Path) -> None:
    path = _file(tmp_path, "idx,pairID,hardness\n0,b,1\n1,,0\n2,,0\n")
    assert _marks(path, IDS, 3) == {"a": "easy", "b": "hard", "c": "easy"}
    more = hardness_of(read_hardness(path), pl.Series(["a", "b", "c", "d"]), 4)
    assert more is not None
    assert (dict(more.frame.iter_rows()), more.unmatched, more.unused) == ({"b": "hard"}, 3, 2)
    both = _file(tmp_path, "idx,pairID,hardness\n0,b,1\n1,,0\n2,,1\n")
    assert _marks(both, IDS, 3) == {"b": "hard"}


def test_what_is_left_over_on_either_side_is_counted_and_said(tmp_path: Path) -> None:
    path = _file(tmp_path, "idx,pairID,hardness\n0,a,1\n1,x,0\n2,y,0\n")
    found = hardness_of(read_hardness(path), IDS, 3)
    assert found is not None
    assert (found.named, found.unmatched, found.unused) == (1, 2, 2)
    assert str(found) == "1 pairs by pairID; 2 pairs without a mark, 2 rows of the file without a pair"


def test_a_set_of_other_ids_has_no_marks(tmp_path: Path) -> None:
    path = _file(tmp_path, "idx,pairID,hardness\n0,x,1\n1,,0\n2,,0\n")
    assert hardness_of(read_hardness(path), IDS, 3) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("idx,hardness\n0,1\n", "no column 'pairID'"),
        ("idx,pairID,hardness\n0,a,2\n", "hardness '2'"),
        ("idx,pairID,hardness\n0,a,\n", "hardness"),
        ("idx,pairID,hardness\n0,a,1\n1,a,0\n", "pairID 'a' twice"),
        ("idx,pairID,hardness\n0,a,1\n0,b,0\n", "idx '0' twice"),
    ],
)
def test_a_file_with_other_columns_or_values_is_answered(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ColumnError, match=message):
        read_hardness(_file(tmp_path, text))


def test_no_file_and_no_csv_are_answered(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError):
        read_hardness(tmp_path / "none.csv")
    with pytest.raises(UnreadableFileError):
        read_hardness(_file(tmp_path, ""))


def test_the_file_for_snli_marks_the_published_hard_set_and_nothing_else_as_hard(shared_data: Path) -> None:
    folder = shared_data / "snli"
    test, hard = (read_pairs(folder / f"snli_1.0_{name}.jsonl.gz") for name in ("test", "test_hard"))
    marks = _marks(folder / "snli_test_hardness.csv", test.frame["id"], 10_000)
    assert {name for name, mark in marks.items() if mark == "hard"} == set(hard.frame["id"])
    assert len(marks) == len(test) == 9_824


def test_the_file_for_multinli_is_matched_by_row(shared_data: Path) -> None:
    dev = read_pairs(shared_data / "mnli" / "dev_matched_val.jsonl.gz")
    path = shared_data / "mnli" / "mnli_validation_matched_hardness.csv"
    marks = _marks(path, dev.frame["id"], 9_815)
    published = pl.read_csv(path)
    assert [marks[str(row)] == "hard" for row in range(9_815)] == (published["hardness"] == 1).to_list()
