"""`python -m rightreasons` is the command `rightreasons`."""

import atexit
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress

_LEAST, _TIGHT = 2 * 2**30, 8 * 2**30
"""Bytes of address space (``ulimit -v``): libraries in Rust and C++ break, or hang, below the first."""
_WATCHED = "RIGHTREASONS_WATCHED"
_NO_MEMORY = re.compile(
    rb"(?i)memory|failed to map segment|thread creation failed|start new thread|polars binary is missing"
)


def run() -> None:
    """Run the command as a process of its own; where memory is tight, another one sees how it ends."""
    if _address_space() < _TIGHT and os.environ.pop(_WATCHED, None) is None:
        raise SystemExit(_watched() if _address_space() >= _LEAST else _exhausted())
    interrupted: list[int] = []
    # Registered first, so that it comes last: no library in C++ has a word after it, and Python, which may
    # end an interrupted process by a second signal, does not either.
    atexit.register(lambda: interrupted and os._exit(interrupted[0]))
    from rightreasons.cli import main

    try:
        main()
    except SystemExit as stop:
        if stop.code == 130:
            interrupted.append(130)
        raise


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
    words = [sys.executable, "-P", "-m", "rightreasons", *sys.argv[1:]]
    environment = {**os.environ, _WATCHED: "1"}
    with subprocess.Popen(  # noqa: S603 - this command itself
        words, stderr=subprocess.PIPE, env=environment, process_group=0
    ) as command:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda number, _: command.send_signal(number))
        errors = command.communicate()[1]
    code = command.returncode
    faults = (-signal.SIGABRT, -signal.SIGSEGV, -signal.SIGBUS, -signal.SIGTRAP)
    if code in faults or b"[RR704]" in errors or (code in {1, 70} and _NO_MEMORY.search(errors)):
        return _exhausted()
    with suppress(OSError):
        sys.stderr.buffer.write(errors)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    run()
