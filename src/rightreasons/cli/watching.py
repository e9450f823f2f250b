"""Runs the command in a child process and watches how it ends: models and libraries may end theirs at will.

What libraries print in the child is passed on without control characters; interrupts are handed to it; and
it is done only if its last words say so.
"""

import os
import re
import select
import signal
import subprocess
import sys
import threading
from contextlib import suppress

from rightreasons.cli.terminal import INTERRUPTED
from rightreasons.errors import ExhaustedError, ModelEndedError, RightReasonsError
from rightreasons.printable import printable

MOST_PRINTED = 2**20
"""Bytes of what libraries print that are passed on."""
_LONGEST_LINE = 10_000
_SECONDS_TO_END = 5.0  # for a child that has said its last words
_LOOK = 0.05  # seconds between two looks at whether the child is there
_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
_NO_MEMORY = re.compile(
    r"(?i)memory|failed to map segment|thread creation failed|start new thread|polars binary is missing"
)


def watched(name: str, *, is_tight: bool = False) -> int:
    """Run this very command in a child process and return its exit code.

    Parameters
    ----------
    name
        Of the variable of its environment that tells the child of its pipes.
    is_tight
        Whether memory is: then the child ending otherwise than by itself means that there is not enough, and
        what it prints is held back until that is known.

    Returns
    -------
    int
        The child's own; 4 where it ended without its last words, 130 where it was asked to end.
    """
    (words, last_words), (lifeline, held) = os.pipe(), os.pipe()
    errors = -1 if is_tight else _duplicate_of_errors()
    ours = (last_words, lifeline, *((errors,) if errors >= 0 else ()))
    environment = {**os.environ, name: f"{last_words} {lifeline} {errors}"}
    command = [sys.executable, "-P", "-m", "rightreasons", *sys.argv[1:]]
    with subprocess.Popen(  # noqa: S603 - this command itself
        command, stderr=subprocess.PIPE, env=environment, pass_fds=ours, process_group=0
    ) as child:
        for each in ours:
            os.close(each)
        asked = _handing_on(child)
        printed = _Printed(child, is_held=is_tight)
        said = _last_words(child, words)
        printed.join()
    os.close(held)
    return _judged(child.returncode, said, printed, is_asked=bool(asked), is_tight=is_tight)


def _duplicate_of_errors() -> int:
    try:
        return os.dup(2)
    except OSError:  # it is closed
        return -1


def _handing_on(child: "subprocess.Popen[bytes]") -> list[int]:
    """Hand on what asks this process to end or to pause, and return what has asked it to end.

    The child has a process group of its own, so that what a terminal sends to all comes to it once. The third
    time it cannot overhear it.
    """
    asked: list[int] = []

    def hand_on(number: int, _: object) -> None:
        asked.append(number)
        child.send_signal(number if len(asked) < 3 else signal.SIGKILL)

    def pause(*_: object) -> None:
        child.send_signal(signal.SIGSTOP)
        os.kill(os.getpid(), signal.SIGSTOP)  # comes back from here when it is continued
        child.send_signal(signal.SIGCONT)

    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, hand_on)
    if signal.getsignal(signal.SIGTSTP) is not signal.SIG_IGN:
        signal.signal(signal.SIGTSTP, pause)
    return asked


def _last_words(child: "subprocess.Popen[bytes]", words: int) -> int | None:
    """Wait until the child has ended; return the exit code that it has said, None if it said none."""
    said = b""
    while not said and child.poll() is None:
        if select.select([words], [], [], _LOOK)[0] and not (said := os.read(words, 100)):
            child.wait()  # it has closed the pipe
    if not said and select.select([words], [], [], 0)[0]:
        said = os.read(words, 100)
    if said:
        try:
            child.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:  # threads of a model that go on, with nothing left to do
            child.kill()
    child.wait()
    found = re.fullmatch(rb"finished (\d+)\n", said)
    return int(found[1]) if found else None


class _Printed:
    """What the child prints to standard error, taken by a thread of its own and passed on line by line."""

    def __init__(self, child: "subprocess.Popen[bytes]", *, is_held: bool) -> None:
        self.lines: list[str] = []
        self._pipe = -1 if child.stderr is None else child.stderr.fileno()
        self._is_held = is_held
        self._bytes = 0
        self._thread = threading.Thread(target=self._take, daemon=True)
        self._thread.start()

    def join(self) -> None:
        """Wait for the rest; not for ever, as processes that a model began may hold the pipe."""
        self._thread.join(1.0)

    def _take(self) -> None:
        rest = b""
        while piece := os.read(self._pipe, 2**16):
            *lines, rest = re.split(rb"[\r\n]+", rest + piece)
            rest = rest[-_LONGEST_LINE:]
            for line in lines:
                self._pass_on(line)
        self._pass_on(rest)

    def _pass_on(self, line: bytes) -> None:
        if not line or self._bytes > MOST_PRINTED:
            return
        self._bytes += len(line)
        shown = printable(line.decode("utf-8", "backslashreplace").replace("\t", "    "), _LONGEST_LINE)
        if self._bytes > MOST_PRINTED:
            shown = "libraries print more, which is not shown"
        self.lines.append(shown)
        if not self._is_held:
            _write(shown)


def _judged(code: int, stated: int | None, printed: _Printed, *, is_asked: bool, is_tight: bool) -> int:
    """Return the exit code of the command, and write how the child ended where it has none."""
    if is_tight and _lacked_memory(code if stated is None else stated, printed.lines):
        return _written_exit_code(ExhaustedError.of_memory())
    if is_tight:
        _write(*printed.lines)
    if stated is not None:
        return stated
    if is_asked:
        _write(INTERRUPTED)
        return 130
    how = f"ended with exit code {code}" if code >= 0 else f"was ended by {signal.Signals(-code).name}"
    return _written_exit_code(
        ModelEndedError(
            f"the process of the model {how} before the command was done",
            "a model that answers and lets the command go on",
            "mend the model, or give it more memory, and start again; what was answered is kept",
        )
    )


def _lacked_memory(code: int, lines: list[str]) -> bool:
    faults = (-signal.SIGABRT, -signal.SIGSEGV, -signal.SIGBUS, -signal.SIGTRAP)
    return (
        code in faults
        or any(ExhaustedError.code in line for line in lines)
        or (code in {1, 70} and any(_NO_MEMORY.search(line) for line in lines))
    )


def _written_exit_code(error: RightReasonsError) -> int:
    _write(error.lines)
    return error.exit_code


def _write(*lines: str) -> None:
    with suppress(OSError, ValueError):
        sys.stderr.write("".join(f"{line}\n" for line in lines))
        sys.stderr.flush()
