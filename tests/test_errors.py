"""Errors that a user can meet: their codes."""

from collections import Counter
from collections.abc import Iterator

from rightreasons import errors
from rightreasons.errors import RightReasonsError


def _kinds(of: type[RightReasonsError]) -> Iterator[type[RightReasonsError]]:
    for kind in of.__subclasses__():
        yield kind
        yield from _kinds(kind)


def test_a_code_means_one_error() -> None:
    declared = [each for each in _kinds(RightReasonsError) if "code" in vars(each)]
    assert errors.UndeclaredColumnError in declared
    twice = {code: n for code, n in Counter(each.code for each in declared).items() if n > 1}
    assert twice == {}
