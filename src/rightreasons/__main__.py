"""`python -m rightreasons` is the command `rightreasons`."""

import atexit
import os
import signal
import sys
import threading
from contextlib import suppress
from typing import NamedTuple

_LEAST, _TIGHT = 2 * 2**30, 8 * 2**30
"""Bytes of address space (``ulimit -v``): libraries in Rust and C++ break, or hang, below the first."""
WATCHED = "RIGHTREASONS_WATCHED"
_INTERRUPTED = 130
_KILLED = 137


class _Child(NamedTuple):
    """What a watched process has of the one that watches it: files by their numbers.

    Parameters
    ----------
    last_words
        A pipe for them: without them the work is not done.
    lifeline
        A pipe that ends when the other process does.
    errors
        What the command itself writes to standard error; below 0: standard error.
    """

    last_words: int
    lifeline: int
    errors: int


def run() -> None:
    """Run the command as a process of its own, from the first signal on; where it must be, watched."""
    _listen()
    child = _child()
    code = _INTERRUPTED
    # Registered first, so that it comes last: no library in C++ has a word after it, and no signal comes so
    # late that Python, whose handlers are gone by then, ends without a line.
    atexit.register(lambda: _end(code))
    try:
        code = _exit_code(child)
    except KeyboardInterrupt:
        with suppress(OSError, ValueError, KeyboardInterrupt):
            sys.stderr.write("interrupted; what was finished is kept where -o was given\n")
    if child is not None:
        _say(child, code)
    for number in _signals():  # all is done and said: there is nothing left to interrupt
        signal.signal(number, lambda *_: _end(code))
    raise SystemExit(code)


def _child() -> _Child | None:
    """Return what a watched process has of the one that watches it; None where nobody does."""
    said = os.environ.pop(WATCHED, None)
    if said is None:
        return None
    child = _Child(*map(int, said.split()))
    for number in child[:2]:
        os.set_inheritable(number, False)  # noqa: FBT003 - it takes no names
    signal.signal(signal.SIGTTIN, signal.SIG_IGN)  # reading a terminal fails then, instead of stopping
    threading.Thread(target=_end_with, args=(child.lifeline,), daemon=True).start()
    return child


def _end_with(lifeline: int) -> None:
    os.read(lifeline, 1)
    os._exit(_KILLED)


def _say(child: _Child, code: int) -> None:
    _flush()
    with suppress(OSError):
        os.write(child.last_words, b"finished %d\n" % code)


def _listen() -> None:
    """Let whatever asks a process to end do as Ctrl-C does, unless it is to be ignored."""
    for number in _signals():
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


def _signals() -> tuple[signal.Signals, ...]:
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))


def _end(code: int) -> None:
    _flush()
    os._exit(code)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()


def _exit_code(child: _Child | None) -> int:
    if child is None and _address_space() < _LEAST:
        return _exhausted()
    from rightreasons.cli import main
    from rightreasons.cli.terminal import keep_for_ourselves

    if child is None and _address_space() < _TIGHT:
        return _watched(is_tight=True)
    if child is not None and child.errors >= 0:
        keep_for_ourselves(child.errors)
    try:
        main(_watched if child is None else None)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    return 0


def _watched(*, is_tight: bool = False) -> int:
    """Run this command in a child process; what that needs, no other command loads."""
    from rightreasons.cli.watching import watched

    return watched(WATCHED, is_tight=is_tight)


def _address_space() -> float:
    try:
        from resource import RLIM_INFINITY, RLIMIT_AS, getrlimit
    except ImportError:  # systems without such limits
        return float("inf")
    most = getrlimit(RLIMIT_AS)[0]
    return float("inf") if most == RLIM_INFINITY else most


def _exhausted() -> int:
    from rightreasons.errors import ExhaustedError

    least = f"an address space of {_LEAST // 2**10:,} KiB at least"
    sys.stderr.write(f"{ExhaustedError.of_memory(least).lines}\n")
    return ExhaustedError.exit_code


if __name__ == "__main__":
    run()
