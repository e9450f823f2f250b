"""One pool of processes for work of all kinds: whatever is done first comes back first, and no core waits."""

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait as wait_for
from typing import Any, TypeVar

from rightreasons.engine.memory import remember_from_now_on
from rightreasons.engine.progress import Progress, silent

Block = TypeVar("Block")


Result = TypeVar("Result")


def completed(
    function: Callable[[Block], Result],
    blocks: Iterable[Block],
    workers: int,
    progress: Progress = silent,
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
    progress
        Called, in a thread of its own, with what the function reports by `reported` in its process.
    """
    waiting: dict[Future[Result], Block] = {}
    source = iter(blocks)
    with _listening(progress) as channel, _processes(workers, partial(_begin, channel)) as executor:
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


_SECONDS_TO_LISTEN = 0.2


_channel: Any = None  # of a process of the pool: the way to the one that started it, and its lock


def reported() -> Progress:
    """Return what tells the process that started this one how far work is; see `completed`."""
    return silent if _channel is None else _send


def _send(*message: object) -> None:
    """Write a message where no other process is writing; one more or less does no harm."""
    writer, lock = _channel
    if lock.acquire(timeout=_SECONDS_TO_LISTEN):  # one that was killed may have it for ever
        try:
            writer.send(message)
        finally:
            lock.release()


@contextmanager
def _listening(progress: Progress) -> Iterator[Any]:
    """Give what processes write to; a thread passes to `progress` what comes out of it."""
    context = get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    over = threading.Event()

    def listen() -> None:
        report = progress
        while not over.is_set():
            if reader.poll(_SECONDS_TO_LISTEN):
                message = reader.recv()
                try:
                    report(*message)
                except Exception:  # who shows progress must not hold up the work that writes to a full pipe
                    report = silent

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    try:
        yield writer, context.Lock()
    finally:
        over.set()
        listener.join(2 * _SECONDS_TO_LISTEN)


_INTERRUPTS = (signal.SIGINT, signal.SIGTERM)


class _Processes(ProcessPoolExecutor):
    """A pool whose processes leave an interrupt from the keyboard to the one that started them."""

    def submit(
        self, function: Callable[..., Result], /, *args: Any, **kwargs: Any
    ) -> Future[Result]:  # processes are started here, and inherit what is blocked
        """Hand on a call; a process that this starts inherits that interrupts are blocked."""
        with _uninterrupted():
            return super().submit(function, *args, **kwargs)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let interrupts come later: half a process that is started would complain."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {number: signal.signal(number, lambda got, _: came.append(got)) for number in _INTERRUPTS}
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        for number, handler in before.items():
            signal.signal(number, handler)
        for late in came:
            signal.raise_signal(late)


@contextmanager
def _processes(workers: int, initializer: Callable[[], None]) -> Iterator[ProcessPoolExecutor]:
    """Open a pool of processes; where it is interrupted, they end at once and without a word."""
    # spawned, not forked: a fork of a process with running threads (polars, numba) can hang
    with _Processes(workers, mp_context=get_context("spawn"), initializer=initializer) as executor:
        try:
            yield executor
        except KeyboardInterrupt:
            for child in active_children():
                child.kill()
            raise


def _begin(channel: Any) -> None:
    global _channel  # noqa: PLW0603 - one a process, set before its first block
    _channel = channel
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
    remember_from_now_on()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)
