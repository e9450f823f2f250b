"""An interrupt that comes when the call under way has ended, if that is soon: what was paid for is kept."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

SECONDS = 5.0
"""So long a call under way may go on after SIGINT, SIGTERM or SIGHUP."""
_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
Item = TypeVar("Item")


@dataclass
class Interrupt:
    """What is known of an interrupt within a context.

    Parameters
    ----------
    asked
        How often it was asked for.
    dropped
        What is lost if it comes now, for a person; empty: nothing.
    """

    asked: int = 0
    dropped: str = ""


@contextmanager
def ending_soon() -> Iterator[Interrupt]:
    """Raise an interrupt (KeyboardInterrupt) when the context ends; within it after 5 s, or the second time.

    It is only held where Python's own handler would raise it, and in the main thread; elsewhere nothing
    changes. What it says is what was dropped.
    """
    interrupt = Interrupt()
    if threading.current_thread() is not threading.main_thread():
        yield interrupt
        return
    held = [number for number in _SIGNALS if signal.getsignal(number) is signal.default_int_handler]
    main, timers = threading.get_ident(), list[threading.Timer]()

    def hold(number: int, _: object) -> None:
        interrupt.asked += 1
        if interrupt.asked > 1:
            raise KeyboardInterrupt
        timers.append(threading.Timer(SECONDS, signal.pthread_kill, (main, number)))
        timers[0].daemon = True
        timers[0].start()

    for number in held:
        signal.signal(number, hold)
    try:
        yield interrupt
    finally:
        for timer in timers:
            timer.cancel()
        for number in held:
            signal.signal(number, signal.default_int_handler)
        if interrupt.asked:
            raise KeyboardInterrupt(*filter(None, [interrupt.dropped]))  # whatever else came of it


def call_by_call(calls: Iterator[Item]) -> Iterator[Item]:
    """Yield what comes of calls one by one; an interrupt waits for the one under way, and for its taker."""
    while True:
        with ending_soon():
            try:
                item = next(calls)
            except StopIteration:
                return
            yield item
