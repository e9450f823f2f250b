"""Marks of form: what is counted of a text that is no word, and that a text's words make no difference."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.artifacts.form import form_marks


def marks_of(text: str, *, seen_by_words: bool = False) -> set[str]:
    found = form_marks(pl.Series([text]), seen_by_words=seen_by_words)
    return {found.names[number] for number in found.numbers}


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("", set()),
        ("a man sleeps.", {"begins with lower-case letter", "ends with .", "full stop: 1"}),
        ("A man sleeps.", {"begins with upper-case letter", "ends with .", "full stop: 1"}),
        (
            "a man sleeps. ",
            {
                "begins with lower-case letter",
                "ends with white space",
                "white space at the end: 1",
                "full stop: 1",
            },
        ),
        (
            "a  man\N{NO-BREAK SPACE}sleeps",
            {
                "begins with lower-case letter",
                "ends with lower-case letter",
                "several spaces in a row: 1",
                "no-break or other space: 1",
            },
        ),
        (
            "x\N{ZERO WIDTH SPACE}y 12 , 3!!!!",
            {
                "begins with lower-case letter",
                "ends with !",
                "zero-width character: 1",
                "digit: 3 or more",
                "space before punctuation: 1",
                "comma: 1",
                "exclamation mark: 3 or more",
            },
        ),
        (
            "Das IST é",
            {
                "begins with upper-case letter",
                "ends with lower-case letter",
                "capital within: 2",
                "word of capitals: 1",
                "accented Latin letter: 1",
            },
        ),
    ],
)
def test_a_text_has_the_marks_that_a_reader_sees(text: str, marks: set[str]) -> None:
    assert marks_of(text) == marks


def test_what_words_may_show_does_not_depend_on_case_and_spaces() -> None:
    shown = marks_of("das ist so, 7!", seen_by_words=True)
    assert shown == {
        "begins with lower-case letter",
        "ends with !",
        "comma: 1",
        "digit: 1",
        "exclamation mark: 1",
    }
    assert marks_of(" Das  IST\N{NO-BREAK SPACE}so, 7! ", seen_by_words=True) == shown


@given(st.lists(st.text(max_size=12), max_size=6))
def test_the_marks_of_a_text_do_not_depend_on_the_texts_beside_it(texts: list[str]) -> None:
    found = form_marks(pl.Series(texts, dtype=pl.String))
    assert len(found.offsets) == len(texts) + 1
    for text, start, end in zip(texts, found.offsets, found.offsets[1:], strict=False):
        assert {found.names[number] for number in found.numbers[start:end]} == marks_of(text)


@given(st.lists(st.sampled_from(["dog", "runs", "a", "tree"]), min_size=3, max_size=9))
def test_lower_case_words_and_how_many_there_are_make_no_difference(words: list[str]) -> None:
    assert marks_of(" ".join(words)) == marks_of("one two three")
