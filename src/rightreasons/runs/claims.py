"""One writer at a time for a place: a lock beside what `-o` names, held until the work there is done."""

import errno
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import ParamSpec, TypeVar

from rightreasons.errors import BusyError, OptionError
from rightreasons.printable import in_unicode, printable
from rightreasons.streams.files import file_bytes

Given = ParamSpec("Given")
Made = TypeVar("Made")
_held: ContextVar[frozenset[Path]] = ContextVar("held", default=frozenset())
_patient: ContextVar[bool] = ContextVar("patient", default=False)
_STOPS = (errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENAMETOOLONG)


@contextmanager
def waiting_for_others() -> Iterator[None]:
    """Let whatever claims a place meanwhile wait for another process there, instead of failing."""
    token = _patient.set(True)
    try:
        yield
    finally:
        _patient.reset(token)


def one_writer(job: Callable[Given, Made]) -> Callable[Given, Made]:
    """Let a job with a parameter ``out`` have that place to itself, from before it looks what is there."""
    names = signature(job)

    @wraps(job)
    def alone(*args: Given.args, **kwargs: Given.kwargs) -> Made:
        out = names.bind(*args, **kwargs).arguments.get("out")
        with claimed(None if out is None else Path(out)):
            return job(*args, **kwargs)

    return alone


@contextmanager
def claimed(out: Path | None) -> Iterator[None]:
    """Hold a place, a file or a folder that may not exist yet; None holds nothing.

    The operating system lets go of the lock when its process ends, however it ends. Whoever holds a place
    may claim it again. Where the file system has no locks, or we may not write, nothing is held.

    Raises
    ------
    BusyError
        If another process holds it; it is named. Not in `waiting_for_others`.
    OptionError
        If the path is no UTF-8, or is too long.
    """
    place = None if out is None else _place(out)
    if place is None or not place.name or place in _held.get():
        yield
        return
    lock = place.with_name(f".{place.name}.lock")
    with suppress(OSError):  # whoever cannot make the folder is told so where the work begins
        place.parent.mkdir(parents=True, exist_ok=True)
    handle = _locked(lock, place)
    _held.set(_held.get() | {place})
    try:
        yield
    finally:
        _held.set(_held.get() - {place})
        if handle is not None:
            lock.unlink(missing_ok=True)  # before it is let go of: the next one makes a lock of its own
            os.close(handle)


def _place(out: Path) -> Path:
    if "\0" in str(out):
        raise OptionError(
            f"'{printable(str(out))}', which holds a null byte", "the name of a file", "change -o"
        )
    place = Path(os.path.realpath(out))
    if in_unicode(str(place)) != str(place):  # not every library writes such names
        raise OptionError(f"'{printable(str(out))}', which is no UTF-8", "a name in UTF-8", "change -o")
    if len(place.parts) > 200 or len(str(place)) > 3_000:
        raise OptionError(f"'{printable(str(out))}'", "a shorter path", "change -o")
    return place


def _locked(lock: Path, place: Path) -> int | None:
    import fcntl

    while True:
        handle = None
        try:
            handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if _patient.get() else fcntl.LOCK_NB))
            if os.fstat(handle).st_nlink:  # else its last holder removed it meanwhile
                with suppress(OSError):  # a lock needs no room on the disk, saying who holds it does
                    os.truncate(handle, 0)
                    os.write(handle, json.dumps(_myself()).encode())
                return handle
            os.close(handle)
        except BaseException as error:
            if handle is not None:
                os.close(handle)
            if isinstance(error, BlockingIOError):
                raise _busy(lock, place) from None
            if isinstance(error, OSError) and error.errno not in _STOPS:
                return None
            raise


def _myself() -> dict[str, str]:
    command = " ".join(Path(word).name if place == 0 else word for place, word in enumerate(sys.argv))
    since = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    return {"process": f"{os.getpid()} on {platform.node()}", "since": since, "command": command[:500]}


def _busy(lock: Path, place: Path) -> BusyError:
    try:
        holder = json.loads(file_bytes(lock))
        who = f"process {holder['process']} since {holder['since']} ({holder['command']})"
    except (OSError, ValueError, KeyError, TypeError):
        who = "another process"
    return BusyError(
        f"{printable(who, 300)} is writing '{printable(place.name)}'",
        "one writer at a time",
        "wait until it is done (--wait does), or choose another -o",
    )
