"""The same block function gives the same result wherever it runs."""

import operator
from functools import partial
from typing import Any

import pytest

from rightreasons.engine.folding import fold
from rightreasons.engine.running import opened, run
from rightreasons.errors import OptionError

BLOCKS = ["the", "dogs", "are", "not", "on", "the", "bed"]


@pytest.mark.parametrize("count", range(1, 20))
def test_results_are_merged_in_order(count: int) -> None:
    letters = [chr(ord("a") + place) for place in range(count)]
    assert fold(letters, operator.add) == "".join(letters)


def test_results_of_equal_size_are_merged_first() -> None:
    sizes: list[tuple[int, int]] = []

    def merge(one: int, other: int) -> int:
        sizes.append((one, other))
        return one + other

    assert fold([1] * 8, merge) == 8
    assert all(one == other for one, other in sizes)


def test_nothing_cannot_be_merged() -> None:
    with pytest.raises(ValueError, match="nothing to merge"):
        fold([], operator.add)


@pytest.mark.parametrize("where", ["inline", "threads"])
def test_the_result_is_the_same_one_after_the_other_and_in_threads(where: Any) -> None:
    assert run(str.upper, BLOCKS, operator.add, where) == "THEDOGSARENOTONTHEBED"


def test_a_workplace_serves_several_runs() -> None:
    with opened("threads", workers=1) as place:
        assert run(len, BLOCKS, operator.add, place) == sum(map(len, BLOCKS))
        assert run(partial(operator.mul, 2), [1, 2, 3], operator.add, place) == 12


def test_an_unknown_workplace_is_refused() -> None:
    with pytest.raises(OptionError, match="inline or threads"):
        opened("moon")  # type: ignore[arg-type]  # what a user might type
    with pytest.raises(OptionError, match="at least 1"):
        opened("threads", workers=0)
