"""What libraries in Rust and C++ write to standard error past Python, kept off it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

_one = RLock()


@contextmanager
def natively_quiet() -> Iterator[None]:
    """Drop whatever is written to file 2 while the context lasts: a panic is raised as an exception too."""
    with _one:
        try:
            stderr = os.dup(2)
        except OSError:  # it is closed, and so quiet
            yield
            return
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        os.close(null)
        try:
            yield
        finally:
            os.dup2(stderr, 2)
            os.close(stderr)
