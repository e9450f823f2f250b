"""A function applied in threads: results in order, a few items ahead of whoever takes them."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Given = TypeVar("Given")


Made = TypeVar("Made")


def mapped_ahead(function: Callable[[Given], Made], items: Iterable[Given], threads: int) -> Iterator[Made]:
    """Yield what a function makes of every item, in order; at most two items a thread are under way.

    Parameters
    ----------
    function
        What it raises is raised where its result would have come.
    items
        Taken one by one.
    threads
        With 1 there is no thread but the caller's.
    """
    if threads == 1:
        yield from map(function, items)
        return
    waiting: deque[Future[Made]] = deque()
    pool = ThreadPoolExecutor(threads)
    try:
        for item in items:
            waiting.append(pool.submit(function, item))
            if len(waiting) == 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
