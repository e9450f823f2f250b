"""One pool of processes for work of all kinds: whatever is done first comes back first, and no core waits."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for
from typing import TypeVar

from rightreasons.engine.memory import remember_from_now_on

Block = TypeVar("Block")
Result = TypeVar("Result")


def completed(
    function: Callable[[Block], Result], blocks: Iterable[Block], workers: int
) -> Iterator[tuple[Block, Future[Result]]]:
    """Yield every block with its result, in the order in which they are done.

    The processes remember what they have made (`rightreasons.engine.memory`), and end with the one that
    started them, even where it is killed: nobody goes on writing to files that its successor writes to.

    Parameters
    ----------
    function
        What is done to a block; function, blocks and results are picklable. What it raises stands in the
        future of its block.
    blocks
        Read only as they are needed: there are at most twice as many on their way as there are workers.
    workers
        How many blocks are worked on at once.
    """
    waiting: dict[Future[Result], Block] = {}
    source = iter(blocks)
    context = get_context("spawn")  # see `rightreasons.engine.pool`
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin) as executor:
        try:
            while True:
                for block in islice(source, 2 * workers - len(waiting)):
                    waiting[executor.submit(function, block)] = block
                if not waiting:
                    return
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield waiting.pop(future), future
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    remember_from_now_on()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)
