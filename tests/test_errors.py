"""Errors that a user can meet: their codes."""

from collections import Counter
from collections.abc import Iterator

from rightreasons import errors
from rightreasons.errors import RightReasonsError, UnknownNameError


def _kinds(of: type[RightReasonsError]) -> Iterator[type[RightReasonsError]]:
    for kind in of.__subclasses__():
        yield kind
        yield from _kinds(kind)


def test_a_code_means_one_error() -> None:
    declared = [each for each in _kinds(RightReasonsError) if "code" in vars(each)]
    assert errors.UndeclaredColumnError in declared
    twice = {code: n for code, n in Counter(each.code for each in declared).items() if n > 1}
    assert twice == {}


def test_a_known_name_with_its_letters_out_of_order_is_suggested() -> None:
    error = UnknownNameError.among("challenge", "hsna", ("negation", "hans"), "correct --on")
    assert error.remedy == "did you mean 'hans'?"


def test_a_name_near_none_is_not_guessed() -> None:
    error = UnknownNameError.among("challenge", "qqqq", ("negation", "hans"), "correct --on")
    assert error.remedy == "correct --on"
