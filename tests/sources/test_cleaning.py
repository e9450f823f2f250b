"""Known dirt is cleaned, counted, and nothing else is touched."""

import csv
import gzip
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rightreasons.errors import UnknownNameError
from rightreasons.sources.catalogue.cleaning import clean, dirt_names

WORDS = st.text(alphabet="abc ABC.,'<>/#-\n", max_size=40)
PREMISES = ["premise1", "premise2", "premise3", "premise4"]


def add_one(path: Path) -> pl.DataFrame:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return pl.DataFrame(list(csv.DictReader(file)))


def mpe(path: Path) -> pl.DataFrame:
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    rows = [line.split("\t") for line in text.decode().splitlines()]
    return pl.DataFrame([dict(zip(rows[0], row, strict=False)) for row in rows[1:]]).select(
        *PREMISES, "hypothesis"
    )


def test_marks_and_what_they_leave_are_removed() -> None:
    frame = pl.DataFrame(
        {
            "premise": ["Snow falls in today<b><u>'s  city </u></b>."],
            "hypothesis": ["Snow falls in today<b><u>'s old city</u></b>.\n"],
        }
    )
    cleaned, counts = clean(frame, ["marked_phrase"])
    assert cleaned.row(0) == ("Snow falls in today's city.", "Snow falls in today's old city.")
    assert [count.rows for count in counts] == [1]
    assert "<b><u>" in counts[0].reason


@pytest.mark.parametrize(("name", "rows"), [("train.csv", 4991), ("dev.csv", 387)])
def test_every_row_of_add_one_is_changed_and_left_without_marks(
    shared_data: Path, name: str, rows: int
) -> None:
    frame = add_one(shared_data / "add_one_rte" / name)
    cleaned, counts = clean(frame, ["marked_phrase"])
    assert [count.rows for count in counts] == [rows] == [frame.height]
    for column in ("premise", "hypothesis"):
        assert not cleaned[column].str.contains(r"</?[bu]>|\n|  | \.$").any()
    assert cleaned["label"].equals(frame["label"])


def test_add_one_keeps_every_word_of_both_sentences(shared_data: Path) -> None:
    frame = add_one(shared_data / "add_one_rte" / "train.csv")
    cleaned, _ = clean(frame, ["marked_phrase"])
    for column in ("premise", "hypothesis"):
        for before, after in zip(frame[column], cleaned[column], strict=True):
            without_marks = before.replace("<b><u>", "").replace("</u></b>", "")
            assert "".join(without_marks.split()) == "".join(after.split())


@pytest.mark.parametrize(
    ("name", "rows"), [("mpe_train.txt.gz", 8000), ("mpe_dev.txt", 1000), ("mpe_test.txt", 1000)]
)
def test_every_row_of_mpe_is_changed_and_left_without_image_ids(
    shared_data: Path, name: str, rows: int
) -> None:
    frame = mpe(shared_data / "mpe" / name)
    cleaned, counts = clean(frame, ["image_id"])
    assert [count.rows for count in counts] == [rows]
    for column in PREMISES:
        captions = [text.split("/", 1)[1] for text in frame[column]]
        assert cleaned[column].to_list() == captions
    assert cleaned["hypothesis"].equals(frame["hypothesis"])


def test_joined_premises_are_cleaned_like_single_ones(shared_data: Path) -> None:
    frame = mpe(shared_data / "mpe" / "mpe_test.txt")
    joined = frame.select(premise=pl.concat_str(PREMISES, separator=" "))
    cleaned, counts = clean(joined, ["image_id"])
    single, _ = clean(frame, ["image_id"])
    assert cleaned["premise"].equals(single.select(premise=pl.concat_str(PREMISES, separator=" "))["premise"])
    assert counts[0].rows == 1000


@settings(max_examples=50)
@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=8))
def test_ordinary_text_is_left_to_the_character(rows: list[tuple[str, str]]) -> None:
    frame = pl.DataFrame(rows, schema={"premise": pl.String, "hypothesis": pl.String}, orient="row")
    ordinary = frame.filter(~pl.any_horizontal(pl.all().str.contains("<b><u>", literal=True)))
    cleaned, counts = clean(ordinary, dirt_names())
    assert cleaned.equals(ordinary)
    assert counts == ()


@settings(max_examples=50)
@given(
    st.text(alphabet="ab .'", max_size=10),
    st.text(alphabet="ab '", max_size=10),
    st.text(alphabet="ab .\n", max_size=10),
    st.integers(0, 9),
)
def test_cleaning_twice_is_cleaning_once(before: str, phrase: str, after: str, caption: int) -> None:
    marked = f"{before}<b><u>{phrase}</u></b>{after}"
    frame = pl.DataFrame({"premise": [f"7.jpg#{caption}/{marked}", before], "hypothesis": [marked, after]})
    once, counts = clean(frame, dirt_names())
    twice, none = clean(once, dirt_names())
    assert twice.equals(once)
    assert {count.rows for count in counts} == {1}
    assert none == ()


def test_missing_text_and_missing_columns_are_passed_over() -> None:
    frame = pl.DataFrame({"premise": [None, "1.jpg#0/A dog."], "n": [1, 2]})
    cleaned, counts = clean(frame, dirt_names())
    assert cleaned["premise"].to_list() == [None, "A dog."]
    assert [count.rows for count in counts] == [1]
    numbers, no_counts = clean(frame.select("n"), dirt_names())
    assert numbers["n"].to_list() == [1, 2]
    assert no_counts == ()


def test_unknown_dirt_is_refused_by_name() -> None:
    with pytest.raises(UnknownNameError, match="mud"):
        clean(pl.DataFrame({"premise": ["a"]}), ["mud"])
