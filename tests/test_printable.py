"""Untrusted text cannot drive a terminal or reverse a line."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from rightreasons.printable import printable, quoted


@given(st.text())
def test_nothing_invisible_is_left(text: str) -> None:
    shown = printable(text, 10_000)
    assert all(unicodedata.category(character)[0] != "C" for character in shown)


@given(st.text(alphabet="abc äé字.,!?'\"", max_size=80))
def test_ordinary_text_is_untouched(text: str) -> None:
    assert printable(text) == text


def test_long_text_says_how_long_it_is() -> None:
    assert printable("x" * 10_000, 5) == "xxxxx… (10,000 characters)"


def test_long_lists_say_how_many_there_are() -> None:
    assert quoted([str(i) for i in range(20)], 2) == "'0', '1', … (20 in all)"
