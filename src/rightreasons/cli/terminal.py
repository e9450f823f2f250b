"""Where the command itself writes to a person, past what the libraries of a model print."""

import os
import sys
from contextlib import suppress
from typing import TextIO

INTERRUPTED = "interrupted; what was finished is kept where -o was given"
_own: TextIO | None = None


def errors() -> TextIO:
    """Return where errors and progress go: standard error, or in a watched process what it has of its own."""
    return sys.stderr if _own is None else _own


def keep_for_ourselves(number: int) -> None:
    """Let libraries print to standard error alone, which another process cleans and passes on.

    Standard output and a file of that number are then the command's own.
    """
    global _own  # noqa: PLW0603 - one a process, set before its command begins
    _own = os.fdopen(number, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)
    with suppress(OSError, AttributeError):  # standard output may be closed
        output = os.dup(1)
        os.dup2(2, 1)
        sys.stdout = os.fdopen(output, "w", encoding=sys.stdout.encoding, errors=sys.stdout.errors)
