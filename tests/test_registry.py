"""Names lead to what they stand for; a wrong name leads to the nearest right one."""

import pytest

from rightreasons.errors import UnknownNameError
from rightreasons.registry import Registry


def test_a_name_is_imported_when_it_is_asked_for() -> None:
    assert (
        Registry("thing", {"dumps": "json:dumps", "absent": "no_such_module:x"}).load("dumps")([1]) == "[1]"
    )


def test_a_misspelled_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'give_away_words'"):
        Registry("measure", {"give_away_words": "x:y", "lengths": "x:z"}).load("giveaway_words")
