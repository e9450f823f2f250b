"""Where the command itself writes to a person, past what the libraries of a model print."""

import os
import sys
from contextlib import suppress
from shutil import get_terminal_size
from textwrap import fill
from typing import TextIO

INTERRUPTED = "interrupted; what was finished is kept where -o was given"
_own: TextIO | None = None


def errors() -> TextIO:
    """Return where errors and progress go: standard error, or in a watched process what it has of its own."""
    return sys.stderr if _own is None else _own


def fitted(text: str) -> str:
    """Return text as wide as the terminal that errors go to; lines to paste stay whole."""
    if not errors().isatty():
        return text
    width = get_terminal_size().columns
    return "\n".join(_wrapped(line, width) for line in text.split("\n"))


def _wrapped(line: str, width: int) -> str:
    if len(line) <= width or "rightreasons " in line:
        return line
    indent = " " * (len(line) - len(line.lstrip()))
    return fill(
        line,
        width,
        drop_whitespace=True,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


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
