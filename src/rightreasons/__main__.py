"""`python -m rightreasons` is the command `rightreasons`."""

import atexit
import os
import signal
import sys
from contextlib import suppress
from typing import Any

_LEAST, _TIGHT = 2 * 2**30, 8 * 2**30
"""Bytes of address space (``ulimit -v``): libraries in Rust and C++ break, or hang, below the first."""
_WATCHED = "RIGHTREASONS_WATCHED"
_INTERRUPTED = 130


def run() -> None:
    """Run the command as a process of its own, from the first signal on; where memory is tight, watched."""
    _listen()
    code = _INTERRUPTED
    # Registered first, so that it comes last: no library in C++ has a word after it, and no signal comes so
    # late that Python, whose handlers are gone by then, ends without a line.
    atexit.register(lambda: _end(code))
    try:
        code = _exit_code()
    except KeyboardInterrupt:
        with suppress(OSError, ValueError, KeyboardInterrupt):
            sys.stderr.write("interrupted; what was finished is kept where -o was given\n")
    for number in _signals():  # all is done and said: there is nothing left to interrupt
        signal.signal(number, lambda *_: _end(code))
    raise SystemExit(code)


def _listen() -> None:
    """Let whatever asks a process to end do as Ctrl-C does, unless it is to be ignored."""
    for number in _signals():
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


def _signals() -> tuple[signal.Signals, ...]:
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))


def _end(code: int) -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(code)


def _exit_code() -> int:
    if _address_space() < _TIGHT and os.environ.pop(_WATCHED, None) is None:
        return _watched() if _address_space() >= _LEAST else _exhausted()
    from rightreasons.cli import main

    try:
        main()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    return 0


def _address_space() -> float:
    try:
        from resource import RLIM_INFINITY, RLIMIT_AS, getrlimit
    except ImportError:  # systems without such limits
        return float("inf")
    most = getrlimit(RLIMIT_AS)[0]
    return float("inf") if most == RLIM_INFINITY else most


def _exhausted() -> int:
    from rightreasons.errors import ExhaustedError

    remedy = "raise ulimit -v, or do less at once (--limit), and start again; what was finished is kept"
    least = f"an address space of {_LEAST // 2**10:,} KiB at least"
    sys.stderr.write(f"{ExhaustedError('not enough memory', least, remedy)}\n")
    return ExhaustedError.exit_code


def _watched() -> int:
    """Run the command, and return 4 with the error's code where it ended for want of memory, however it did.

    Libraries in Rust and C++ end the process when they find none, which no handler of Python's sees.
    """
    import re
    import subprocess

    no_memory = re.compile(
        rb"(?i)memory|failed to map segment|thread creation failed|start new thread|polars binary is missing"
    )
    words = [sys.executable, "-P", "-m", "rightreasons", *sys.argv[1:]]
    environment: Any = {**os.environ, _WATCHED: "1"}
    with subprocess.Popen(  # noqa: S603 - this command itself
        words, stderr=subprocess.PIPE, env=environment, process_group=0
    ) as command:
        for number in _signals():
            signal.signal(number, lambda number, _: command.send_signal(number))
        errors = command.communicate()[1]
    code = command.returncode
    faults = (-signal.SIGABRT, -signal.SIGSEGV, -signal.SIGBUS, -signal.SIGTRAP)
    if code in faults or b"[RR704]" in errors or (code in {1, 70} and no_memory.search(errors)):
        return _exhausted()
    with suppress(OSError):
        sys.stderr.buffer.write(errors)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    run()
