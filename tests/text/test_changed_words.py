"""What was changed between two texts, by examples and by properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.text.changed_words import CHANGES, named_change

CLASSES = ({"two", "six"}, {"not", "no"})
TOKENS = st.lists(st.sampled_from(["two", "not", "7", "men", "run", "fast"]), max_size=6)


@pytest.mark.parametrize(
    ("one", "other", "change"),
    [
        ("a man runs", "a man runs", None),
        ("dogs chase cats", "cats chase dogs", "order"),
        ("two men run", "six men run", "number"),
        ("in 1990 men ran", "in 1991 men ran", "number"),
        ("men run", "men do not run", "negation"),
        ("men run", "men run fast", "added"),
        ("men run", "men sleep", "replaced"),
        ("two men run", "no men run", "number"),
    ],
)
def test_a_change_has_one_name(one: str, other: str, change: str | None) -> None:
    assert named_change(one.split(), other.split(), *CLASSES) == change


@given(TOKENS, TOKENS)
def test_which_text_comes_first_does_not_matter_and_only_equal_ones_have_no_change(
    one: list[str], other: list[str]
) -> None:
    change = named_change(one, other, *CLASSES)
    assert change == named_change(other, one, *CLASSES)
    assert (change is None) == (one == other)
    assert change is None or change in CHANGES
    assert (change == "order") == (one != other and sorted(one) == sorted(other))
