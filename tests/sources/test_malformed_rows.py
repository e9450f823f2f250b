"""Why rows are malformed, and the option that reads all of them."""

from pathlib import Path

import pytest

from rightreasons.errors import MalformedRowError
from rightreasons.sources.options import Quoting
from rightreasons.sources.read import read_pairs

HEAD = ["premise", "hypothesis", "label"]
ROWS = [[f"Town {at} has a harbour.", f"Town {at} lies inland.", "contradiction"] for at in range(20)]
ROWS += [[f"Village {at} has a mill.", f"Village {at} has one.", "entailment"] for at in range(20)]


def file_of(tmp_path: Path, name: str, separator: str, changed: str) -> Path:
    """Forty whole rows and one more line."""
    path = tmp_path / name
    lines = [separator.join(row) for row in (HEAD, *ROWS)]
    path.write_text("\n".join([*lines, changed, *lines[1:3]]) + "\n")
    return path


@pytest.mark.parametrize(
    ("name", "separator", "line", "cause"),
    [
        ("a.tsv", "\t", '"A tab\tinside."\tIt has one.\tneutral', "a tab stands inside quotation marks"),
        (
            "b.tsv",
            "\t",
            '"A line\nbreak."\tIt has one.\tneutral',
            "a line break stands inside quotation marks",
        ),
        (
            "c.csv",
            ",",
            '"Yes," he said to her,He spoke.,entailment',
            "a comma stands inside a text that is not",
        ),
        ("d.csv", ",", "Nobody came, ever,He came.,neutral", "a comma stands inside a text"),
        ("e.csv", ",", "It rained;It was dry;neutral", "a semicolon separates the cells of these rows"),
        ("f.tsv", "\t", "It rained. It was dry.\tneutral", "a tab is missing between two cells"),
    ],
)
def test_the_likely_cause_is_named(tmp_path: Path, name: str, separator: str, line: str, cause: str) -> None:
    with pytest.raises(MalformedRowError) as caught:
        read_pairs(file_of(tmp_path, name, separator, line))
    assert f"it seems because {cause}" in caught.value.found


@pytest.mark.parametrize(
    ("name", "separator", "line", "option"),
    [
        ("a.tsv", "\t", '"A tab\tinside."\tIt has one.\tneutral', "on"),
        ("b.tsv", "\t", '"A line\nbreak."\tIt has one.\tneutral', "on"),
        ("c.csv", ",", 'A 5" pipe leaked,"It" leaked.,neutral', "off"),
    ],
)
def test_the_option_that_reads_all_rows_is_proposed_and_does(
    tmp_path: Path, name: str, separator: str, line: str, option: Quoting
) -> None:
    path = file_of(tmp_path, name, separator, line)
    with pytest.raises(MalformedRowError) as caught:
        read_pairs(path)
    assert f"rightreasons audit {path} --quoting {option}" in caught.value.remedy
    assert len(read_pairs(path, quoting=option)) == 43


def test_where_no_option_reads_all_rows_none_is_proposed(tmp_path: Path) -> None:
    with pytest.raises(MalformedRowError) as caught:
        read_pairs(file_of(tmp_path, "a.csv", ",", "One cell,two cells,neutral,and a fourth"))
    assert "--quoting" not in caught.value.remedy
    assert "--on-malformed drop" in caught.value.remedy


UNCLOSED = '"Nobody came,He came.,neutral'


def test_rows_behind_a_quotation_mark_that_is_not_closed_are_counted(tmp_path: Path) -> None:
    path = file_of(tmp_path, "a.csv", ",", UNCLOSED)  # two rows stand behind it
    with pytest.raises(MalformedRowError, match=r"line 42 .*3 malformed rows of 43 in all") as caught:
        read_pairs(path)
    assert "a quotation mark is not closed" in caught.value.found
    assert f"rightreasons audit {path} --quoting off" in caught.value.remedy
    assert len(read_pairs(path, quoting="off")) == 43
    kept = read_pairs(path, on_malformed="drop")
    assert (len(kept), kept.account.read) == (40, 43)


def test_where_quotation_marks_read_as_text_lose_fewer_rows_that_is_proposed(tmp_path: Path) -> None:
    path = file_of(tmp_path, "a.csv", ",", f'"Yes" he said, and left,He left.,neutral\n{UNCLOSED}')
    with pytest.raises(MalformedRowError, match="4 malformed rows of 44 in all") as caught:
        read_pairs(path)
    assert "read more rows with --quoting off --on-malformed drop" in caught.value.remedy
    kept = read_pairs(path, quoting="off", on_malformed="drop")
    assert (len(kept), kept.account.read) == (43, 44)


@pytest.mark.parametrize(
    ("file", "bad", "rows"), [("Train-word.csv.gz", 13, 7_266), ("Val-word.csv.gz", 4, 1_537)]
)
def test_farstail_is_read_whole_by_what_its_refusal_proposes(
    shared_data: Path, file: str, bad: int, rows: int
) -> None:
    path = shared_data / "farstail" / file
    with pytest.raises(MalformedRowError, match=f"{bad} malformed rows of {rows:,} in all") as caught:
        read_pairs(path)
    assert f"rightreasons audit {path} --quoting on" in caught.value.remedy
    assert len(read_pairs(path, quoting="on")) == rows
