"""Whatever writes to a disk: where there is no room, that is what is told, however a library words it."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

from rightreasons.errors import ExhaustedError, RightReasonsError
from rightreasons.printable import printable

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the operating system says where nothing more can be written."""
_ENOUGH = 2**20
"""Bytes: libraries that fail for want of room leave less than this."""


@contextmanager
def told_of_room(place: Path) -> Iterator[None]:
    """Let a library write to a place; what it raises is `ExhaustedError` where the disk is full.

    Errors that have a code, or say themselves that there is no room, are left as they are.
    """
    try:
        yield
    except RightReasonsError:
        raise
    except Exception as error:
        if getattr(error, "errno", None) in NO_ROOM or has_room(place):
            raise
        raise no_room(place.name) from error


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary name to write under, and rename it when all is written; nothing else stays.

    Raises
    ------
    ExhaustedError
        If the disk is full, as of `told_of_room`.
    """
    temporary = path.with_name(f"{path.name}.tmp")
    try:
        with told_of_room(path):
            yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def has_room(place: Path) -> bool:
    """Return whether a mebibyte can be written beside a place; also where that cannot be tried."""
    folder = next((each for each in place.absolute().parents if each.is_dir()), place)
    try:
        with TemporaryFile(dir=folder) as file:
            file.write(bytes(_ENOUGH))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.errno not in NO_ROOM
    return True


def no_room(name: str = "") -> ExhaustedError:
    """Return the error that there is no room on the disk, for a file or folder if it is known."""
    where = f" ('{printable(name, 60)}')" if name else ""
    remedy = "make room and start again; what was finished is kept"
    return ExhaustedError(f"no room on the disk{where}", "room for what is written", remedy)
