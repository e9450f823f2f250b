"""Answers are read as pages save them and as people fill in sheets; what does not fit is named."""

from pathlib import Path

import pytest

from rightreasons.annotation.answers import read_answers
from rightreasons.errors import AnswersError, FileMissingError, InputError

CHOICES = {"yes": "Yes: it must be", "no": "No"}
SAVED = """"sheet","participant","item","answer","seconds"
"s1","p","s1-1","yes","1.25"
"s1","p","s1-2","no","3"
"""


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_a_saved_file_is_read(tmp_path: Path) -> None:
    frame, files = read_answers([write(tmp_path / "a.csv", SAVED)], CHOICES)
    assert frame.rows() == [("p", "s1", "s1-1", "yes", 1.25), ("p", "s1", "s1-2", "no", 3.0)]
    assert files[0].sha256


def test_a_sheet_from_a_spreadsheet_is_read_with_gaps_wording_and_a_byte_order_mark(tmp_path: Path) -> None:
    text = "\ufeffSheet;Item;First;Answer;Seconds\ns1;s1-1;a, b;YES: it must be;\ns1;s1-2;c;;2\n"
    frame, _ = read_answers([write(tmp_path / "ann.csv", text)], CHOICES)
    assert frame.rows() == [("ann", "s1", "s1-1", "yes", None), ("ann", "s1", "s1-2", None, 2.0)]


def test_a_folder_stands_for_its_files_and_names_tell_people_apart(tmp_path: Path) -> None:
    for name in ("b", "a"):
        write(tmp_path / f"{name}.csv", SAVED.replace('"p"', '""'))
    frame, _ = read_answers([tmp_path], CHOICES)
    assert frame["participant"].to_list() == ["a", "a", "b", "b"]


def test_the_apostrophe_that_keeps_a_cell_from_being_a_formula_is_taken_off(tmp_path: Path) -> None:
    frame, _ = read_answers([write(tmp_path / "a.csv", SAVED.replace('"p"', '"\'=p"'))], CHOICES)
    assert frame["participant"].unique().to_list() == ["=p"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (SAVED.replace("yes", "maybe"), "'maybe'"),
        (SAVED.replace("1.25", "-1"), "'-1'"),
        (SAVED.replace("1.25", "nan"), "'nan'"),
        (SAVED.replace("s1-2", "s1-1"), "more than once"),
        (SAVED.replace('"answer"', '"said"'), "no column 'answer'"),
        (SAVED + '"s1"\n', "field"),
    ],
)
def test_what_does_not_fit_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(AnswersError, match=message):
        read_answers([write(tmp_path / "a.csv", text)], CHOICES)


def test_a_file_that_is_not_there_or_empty_is_an_error(tmp_path: Path) -> None:
    for paths in ([tmp_path / "a.csv"], [tmp_path], []):
        with pytest.raises(FileMissingError):
            read_answers(paths, CHOICES)
    with pytest.raises(InputError):
        read_answers([write(tmp_path / "a.csv", "")], CHOICES)
