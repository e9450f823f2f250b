"""What the machine lacks, and what went wrong in a way that nobody foresaw, as errors with codes."""

import errno
import os
import re
import traceback
from collections.abc import Iterator
from pathlib import Path

from rightreasons.errors import ExhaustedError, InternalError, PlaceError, RightReasonsError
from rightreasons.printable import error_text, printable
from rightreasons.writing import NO_ROOM

_NO_FILES = (errno.EMFILE, errno.ENFILE)
_NO_MEMORY = (errno.ENOMEM, errno.EAGAIN)
# How libraries in Rust and C++ put what the operating system told them.
_NUMBER = re.compile(r"os error (\d+)|\[Errno (\d+)\]|code: (\d+)")
_WORDS = {
    errno.ENOSPC: ("no space left", "disk full", "disk is full", "file too large", "quota exceeded"),
    errno.EMFILE: ("too many open files",),
    errno.ENOMEM: (
        "cannot allocate memory",
        "failed to map segment",
        "out of memory",
        "unable to allocate",
        "can't start new thread",
        "memory allocation",
        "not enough memory",
        "terminated abruptly",  # a process of a pool that was killed, as where memory runs out
    ),
}
_LACKS = {
    errno.ENOSPC: ("no room on the disk", "room for what is written", "make room"),
    errno.EMFILE: ("no more files can be opened", "a higher limit (ulimit -n)", "raise it"),
    errno.ENOMEM: ("not enough memory", "more memory", "end other work, or do less at once (--limit)"),
}


def coded(error: BaseException) -> RightReasonsError:
    """Return an error as one that has a code: what it is already, what is exhausted, or a fault of ours."""
    try:
        return _coded(error)
    except Exception:  # an error of somebody else's, of which not even the text can be had
        return _fault(type(error).__name__)


def _coded(error: BaseException) -> RightReasonsError:
    exhausted = next((number for each in _chain(error) if (number := _exhausted(each))), None)
    if isinstance(error, RightReasonsError) and (exhausted is None or error.exit_code == 4):
        return error
    if exhausted is not None:
        found, expected, remedy = _LACKS[exhausted]
        where = next((f" ('{printable(name, 60)}')" for each in _chain(error) if (name := _file(each))), "")
        return ExhaustedError(
            f"{found}{where}", expected, f"{remedy} and start again; what was finished is kept"
        )
    if isinstance(error, OSError) and error.strerror:
        shown = f"'{printable(_file(error), 60)}': " if _file(error) else ""
        return PlaceError(f"{shown}{error.strerror}", "a file or folder that can be used", "check the path")
    return _fault(f"{error_text(error)} ({_place(error)})")


def _fault(found: str) -> InternalError:
    return InternalError(
        found,
        "no such fault",
        "this is a fault of rightreasons: report it with what RIGHTREASONS_TRACEBACK=1 shows",
    )


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen = 0
    while error is not None and seen < 20:
        yield error
        error, seen = error.__cause__ or error.__context__, seen + 1


def _exhausted(error: BaseException) -> int | None:
    """Return ENOSPC, EMFILE or ENOMEM, whichever an error amounts to."""
    if isinstance(error, MemoryError):
        return errno.ENOMEM
    number = error.errno if isinstance(error, OSError) else None
    text = "" if isinstance(error, RightReasonsError) else error_text(error, 2_000).lower()
    if number is None and (found := _NUMBER.search(text)):
        number = int(next(group for group in found.groups() if group))
    for kind, numbers in ((errno.ENOSPC, NO_ROOM), (errno.EMFILE, _NO_FILES), (errno.ENOMEM, _NO_MEMORY)):
        if number in numbers or any(words in text for words in _WORDS[kind]):
            return kind
    return None


def _file(error: BaseException) -> str:
    name = getattr(error, "filename", None)
    return Path(os.fsdecode(name)).name if isinstance(name, str | bytes) else ""


def _place(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "rightreasons" in Path(frame.filename).parts] or list(frames)
    return f"{Path(ours[-1].filename).name}, line {ours[-1].lineno}" if ours else "no place"
