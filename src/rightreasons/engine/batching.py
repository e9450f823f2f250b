"""Length-sorted, token-budgeted batches, and a function applied to them in threads, a few ahead."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

# Length-sorted, token-budgeted batches: items of like length together, so that little is padding.


def token_budgeted(lengths: Sequence[int], budget: int) -> list[list[int]]:
    """Divide items into batches that hold at most `budget` tokens, padding included.

    Parameters
    ----------
    lengths
        Tokens of each item.
    budget
        Tokens of a batch: its longest item times the number of its items. An item that is longer has a batch
        of its own.

    Returns
    -------
    list of list of int
        Indices of the items, each once: the longest items first, so that a batch that does not fit into
        memory is found out at once; items of the same length in their own order.
    """
    batches: list[list[int]] = []
    for item in sorted(range(len(lengths)), key=lambda place: -lengths[place]):
        if batches and lengths[batches[-1][0]] * (len(batches[-1]) + 1) <= budget:
            batches[-1].append(item)
        else:
            batches.append([item])
    return batches


# A function applied in threads: results in order, a few items ahead of whoever takes them.


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
