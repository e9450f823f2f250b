"""What the machine lacks has a code and exit code 4; a fault of ours has another, and none is 1."""

import errno
import os

import polars as pl
import pytest

from rightreasons.engine.faults import coded
from rightreasons.errors import FileMissingError, IncompleteError, InternalError

EXHAUSTED = {
    "no room": OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "model.bin"),
    "quota": OSError(errno.EDQUOT, os.strerror(errno.EDQUOT)),
    "rust, no room": pl.exceptions.ComputeError("No space left on device (os error 28)"),
    "no memory": MemoryError(),
    "numpy, no memory": MemoryError("Unable to allocate 8 GiB"),
    "an import without memory": ImportError("libx.so: failed to map segment from shared object"),
    "no thread": RuntimeError("can't start new thread"),
    "no files": OSError(errno.EMFILE, os.strerror(errno.EMFILE)),
    "rust, no files": pl.exceptions.ComputeError("Too many open files (os error 24)"),
}


@pytest.mark.parametrize("error", EXHAUSTED.values(), ids=EXHAUSTED)
def test_what_is_exhausted_can_go_on_later(error: Exception) -> None:
    found = coded(error)
    assert (found.code, found.exit_code) == ("RR704", 4)


def test_what_was_exhausted_beneath_another_error_is_what_is_told() -> None:
    error = FileMissingError("no file", "a file", "check it")
    error.__context__ = OSError(errno.EMFILE, os.strerror(errno.EMFILE))
    assert coded(error).code == "RR704"


def test_a_coded_error_stays_what_it_is() -> None:
    for error in (FileMissingError("a", "b", "c"), IncompleteError("a", "b", "c")):
        assert coded(error) is error


def test_another_fault_of_the_system_names_the_file() -> None:
    found = coded(PermissionError(errno.EACCES, "Permission denied", "/x/data.csv"))
    assert (found.exit_code, found.found) == (3, "'data.csv': Permission denied")


def test_a_fault_of_ours_says_where_and_has_an_exit_code_of_its_own() -> None:
    try:
        raise KeyError("x\x1b[31m")
    except KeyError as error:
        found = coded(error)
    assert isinstance(found, InternalError)
    assert (found.exit_code, "test_faults.py, line" in found.found, "\x1b" in found.found) == (
        70,
        True,
        False,
    )


class Unspeakable(BaseException):
    def __str__(self) -> str:
        raise ValueError("no text")


def test_an_error_that_cannot_even_be_shown_has_a_code() -> None:
    found = coded(Unspeakable())
    assert (found.code, found.found) == ("RR900", "Unspeakable (no place)")
