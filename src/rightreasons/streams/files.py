"""The bytes of a path that somebody named: of a file, or of a pipe until whoever writes to it is done."""

import errno
import os
import select
import stat
import sys
import time
from io import BufferedReader
from pathlib import Path

MOST_BYTES = 8 * 2**30
"""A file may hold, or expand to, 8 GiB."""
PIECE = 2**20
"""Bytes that are read at a time."""
MOST_PIPED = 2 * 2**30
"""Bytes that are read of a pipe or of standard input, whose size nobody states."""
SECONDS_FOR_A_WRITER = 5.0
"""So long a named pipe may have nobody who writes to it."""


def file_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the bytes of a file, or of a pipe (``/dev/fd/3``, process substitution) until its end.

    Parameters
    ----------
    path
        Where it is; links are followed.
    most
        How many bytes it may have; of a pipe also at most `MOST_PIPED`.

    Raises
    ------
    OSError
        If it is not there, cannot be read or is too long; if it is a device or a socket, which may never end;
        if it is a pipe to which nobody writes within `SECONDS_FOR_A_WRITER`.
    """
    with _opened(path, pipes=True) as file:
        about = os.fstat(file.fileno())
        if about.st_size > most:
            raise _unfit(path, f"{about.st_size:,} bytes; at most {most:,} are read")
        if stat.S_ISFIFO(about.st_mode):
            return _piped(file.fileno(), path, min(most, MOST_PIPED))
        return file.read()


def file_opened(path: Path) -> BufferedReader:
    """Return a file, open for reading.

    Raises
    ------
    OSError
        If it is not there or cannot be read, or is anything but a file or a link to one.
    """
    return _opened(path, pipes=False)


def _opened(path: Path, *, pipes: bool) -> BufferedReader:
    """Return a file that is open without having waited for whoever writes to it."""
    _refuse_others(path, path.stat().st_mode, pipes=pipes)  # before it is opened, which devices notice
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        _refuse_others(path, os.fstat(handle).st_mode, pipes=pipes)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def standard_input_bytes() -> bytes:
    """Return what stands on standard input, until its end.

    Raises
    ------
    OSError
        If it is more than `MOST_PIPED`.
    """
    data = bytearray()
    while piece := sys.stdin.buffer.read(PIECE):
        data += piece
        if len(data) > MOST_PIPED:
            raise _unfit(Path("standard input"), f"more than {MOST_PIPED:,} bytes")
    return bytes(data)


def _refuse_others(path: Path, mode: int, *, pipes: bool) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not (stat.S_ISREG(mode) or (pipes and stat.S_ISFIFO(mode))):
        raise _unfit(path, "a pipe, a device or a socket, and no file")


def _piped(handle: int, path: Path, most: int) -> bytes:
    """Return what comes out of a pipe; it is read without waiting, so as to see whether anybody writes."""
    data, somebody, until = bytearray(), False, time.monotonic() + SECONDS_FOR_A_WRITER
    while True:
        try:
            piece = os.read(handle, PIECE)
        except BlockingIOError:  # somebody has it open, and has written nothing yet
            somebody = True
            select.select([handle], [], [])
            continue
        data += piece
        if len(data) > most:
            raise _unfit(path, f"more than {most:,} bytes")
        if not piece and (somebody or data):
            return bytes(data)
        if not piece and time.monotonic() > until:
            raise _unfit(path, f"a pipe to which nobody wrote within {SECONDS_FOR_A_WRITER:g} s")
        if not piece:
            time.sleep(0.05)


def _unfit(path: Path, why: str) -> OSError:
    return OSError(errno.EINVAL, why, str(path))
