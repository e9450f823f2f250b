"""Work is done side by side, but results come in order and nothing is done long before it is wanted."""

import threading
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.engine.threads import mapped_ahead


@given(st.lists(st.integers()), st.integers(1, 4))
def test_results_are_those_of_a_loop(items: list[int], threads: int) -> None:
    assert list(mapped_ahead(lambda item: item * 2, items, threads)) == [item * 2 for item in items]


def test_as_many_items_as_threads_are_worked_on_at_once() -> None:
    together = threading.Barrier(3, timeout=30)
    assert len(list(mapped_ahead(lambda _: together.wait(), range(6), 3))) == 6


def test_with_one_thread_it_is_the_callers() -> None:
    names = list(mapped_ahead(lambda _: threading.current_thread(), range(3), 1))
    assert set(names) == {threading.current_thread()}


def test_items_are_taken_a_few_ahead_only() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for item in range(100):
            taken.append(item)
            yield item

    results = mapped_ahead(str, items(), 2)
    assert next(results) == "0"
    assert len(taken) <= 4


def test_an_error_comes_where_its_result_would_have_come() -> None:
    results = mapped_ahead(lambda item: 1 // item, [2, 1, 0, 1], 2)
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(ZeroDivisionError):
        next(results)
