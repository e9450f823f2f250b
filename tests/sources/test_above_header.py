"""Titles and remarks above the header of a table are left out, and told; a header is never one of them."""

from pathlib import Path

import pytest
from tests.sources.test_reading_containers import workbook

from rightreasons.errors import InputError, MalformedRowError
from rightreasons.sources.read import read_pairs

ROWS = [["a man sleeps", "a man rests", "entailment"], ["it rains", "it is dry", "contradiction"]]
ROWS += [["he sings", "he is a tenor", "neutral"]]
HEADER = ["premise", "hypothesis", "label"]


def text(separator: str, above: str) -> str:
    return above + "".join(f"{separator.join(row)}\n" for row in [HEADER, *ROWS])


@pytest.mark.parametrize(
    ("name", "separator", "above", "told"),
    [
        ("a.csv", ",", "Table 3: items of the test,,\n", "1 row above the header left out: 'Table 3: "),
        ("a.csv", ",", "Table 3\n\n", "1 row above"),
        ("a.csv", ",", '"Items, all of them",,\n,,\n', "1 row above"),
        (
            "a.csv",
            ",",
            "# made in 2021\n# CC BY 4.0\n",
            "2 rows above the header left out: '# made",
        ),
        ("a.tsv", "\t", "Items of the test\n", "1 row above"),
        ("a.txt", "\t", "# items\n", "1 row above"),
        ("a.csv", ";", "Items of the test;;\nsee the paper;;\n", "2 rows above"),
    ],
)
def test_lines_above_the_header_of_text_are_left_out_and_told(
    tmp_path: Path, name: str, separator: str, above: str, told: str
) -> None:
    path = tmp_path / name
    path.write_text(text(separator, above))
    pairs = read_pairs(path)
    assert pairs.frame.select(HEADER).rows() == [tuple(row) for row in ROWS]
    assert [note for note in pairs.provenance.notes if note.startswith(told)]


def test_lines_keep_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text(",", "Table 3,,\nof the paper,,\n") + "only a premise,,neutral\n")
    with pytest.raises(MalformedRowError, match=r"a\.csv line 7 lacks a premise or hypothesis"):
        read_pairs(path)


def test_rows_above_the_header_of_a_sheet_are_left_out_and_told(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(workbook({"items": [["Survey of 2021", "", ""], ["N. N.", "", ""], HEADER, *ROWS]}))
    pairs = read_pairs(path)
    assert pairs.frame.select(HEADER).rows() == [tuple(row) for row in ROWS]
    assert "2 rows above the header left out: 'Survey of 2021'" in pairs.provenance.notes


@pytest.mark.parametrize(
    "above",
    [
        "id,text,\n",  # two names: a header
        "# id,text,label\n",  # as many cells as the header: one itself
    ],
)
def test_a_line_of_several_names_is_the_header(tmp_path: Path, above: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text(",", above))
    with pytest.raises(InputError, match=r"'(# )?id', 'text'"):
        read_pairs(path)


def test_where_columns_are_positions_the_first_line_is_a_row(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("only this,,\n" + "".join(f"{','.join(row)}\n" for row in ROWS))
    columns: dict[str, str | int] = {"premise": 0, "hypothesis": 1, "label": 2}
    with pytest.raises(MalformedRowError, match="line 1 lacks a premise or hypothesis"):
        read_pairs(path, columns=columns)
