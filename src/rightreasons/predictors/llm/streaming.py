"""Asks many questions at once and hands the answers out as they come; none that came is thrown away."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from itertools import islice
from queue import Empty, SimpleQueue
from typing import TypeVar

from rightreasons.engine.interrupts import ending_soon
from rightreasons.predictors.llm.asking import Asker, Messages
from rightreasons.predictors.llm.replies import Reply

_WAIT = 0.2  # seconds
Opened = Callable[[], AbstractAsyncContextManager[Asker]]
Question = tuple[str, Messages]
Answer = tuple[str, Reply]
Read = TypeVar("Read")


@dataclass(frozen=True)
class _End:
    fault: BaseException | None


def streamed(
    opened: Opened,
    questions: Iterable[Question],
    concurrency: int,
    read: Callable[[list[Answer]], Iterable[Read]],
) -> Iterator[Read]:
    """Ask all questions and yield what is read from the answers, as they come in.

    The first question goes alone: with its answer it is known what the server takes. When one fails for good,
    no further one is begun, and those under way are waited for; so on an interrupt, but for 5 s, and they are
    given up at the second. Either is raised after the last answer was yielded.

    Parameters
    ----------
    opened
        Opens the connection.
    questions
        Ids and messages.
    concurrency
        Questions under way at once.
    read
        Reads the answers that came in since the last time; called again with them if an interrupt stops it.
    """
    work = _Work(opened, questions, concurrency)
    work.start()
    interrupt: KeyboardInterrupt | None = None
    end: _End | None = None
    try:
        with ending_soon() as asked:
            while end is None:
                if asked.asked:
                    work.begin_no_more()
                try:
                    came = work.wait()
                    answers = [each for each in came if not isinstance(each, _End)]
                    found = list(read(answers)) if answers else []
                except KeyboardInterrupt as error:
                    interrupt = error
                    asked.dropped = f"requests under way were dropped: {work.under_way:,} are sent again"
                    work.give_up()
                    continue
                end = next((each for each in came if isinstance(each, _End)), None)
                work.forget(len(came))
                yield from found
    finally:
        work.give_up()
    fault = interrupt or end.fault
    if fault is not None:
        raise fault


class _Work:
    """The questions and their answers; a thread of its own has the loop, as a notebook has one already."""

    def __init__(self, opened: Opened, questions: Iterable[Question], concurrency: int) -> None:
        self._opened = opened
        self._questions = iter(questions)
        self._concurrency = concurrency
        self._came: SimpleQueue[Answer | _End] = SimpleQueue()
        self._held: list[Answer | _End] = []
        self._begun = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._asker: Asker | None = None
        self.under_way = 0

    def start(self) -> None:
        """Start the thread, and wait until its loop can be cancelled."""
        self._thread.start()
        self._begun.wait()

    def wait(self) -> list[Answer | _End]:
        """Wait for a while and return all that came and is not forgotten."""
        with suppress(Empty):
            # Not for ever: where a signal goes to another thread, Ctrl-C is seen only between two waits.
            self._held.append(self._came.get(timeout=_WAIT))
            while True:
                self._held.append(self._came.get_nowait())
        return list(self._held)

    def forget(self, number: int) -> None:
        """Drop so many of the first that came."""
        self._held = self._held[number:]

    def begin_no_more(self) -> None:
        """Begin no further question."""
        if self._asker is not None:
            with suppress(RuntimeError):  # the loop may have ended by itself
                self._loop.call_soon_threadsafe(self._asker.stopping.set)

    def give_up(self) -> None:
        """Cancel what is under way and wait until it is."""
        with suppress(RuntimeError):  # the loop may have ended by itself
            self._loop.call_soon_threadsafe(self._cancel)
        self._thread.join()

    def _run(self) -> None:
        fault: BaseException | None = None
        try:
            asyncio.run(self._all())
        except asyncio.CancelledError:
            pass
        except BaseException as error:  # raised where the answers are taken
            fault = error
        self._came.put(_End(fault))

    async def _all(self) -> None:
        work = asyncio.ensure_future(self._asked())
        self._loop, self._cancel = asyncio.get_running_loop(), work.cancel
        self._begun.set()
        await work

    async def _asked(self) -> None:
        async with self._opened() as asker:
            self._asker = asker
            faults = [await self._worker(asker, islice(self._questions, 1))]
            workers = (self._worker(asker, self._questions) for _ in range(self._concurrency))
            faults += await asyncio.gather(*workers)
        fault = next((each for each in faults if each is not None), None)
        if fault is not None:
            raise fault

    async def _worker(self, asker: Asker, questions: Iterator[Question]) -> Exception | None:
        """Ask one question after another; return what stopped it."""
        while not asker.stopping.is_set() and (question := next(questions, None)) is not None:
            self.under_way += 1
            try:
                reply = await asker.ask(question[1])
            except Exception as fault:  # raised when the others are done
                asker.stopping.set()
                return fault
            self.under_way -= 1
            self._came.put((question[0], reply))
        return None
