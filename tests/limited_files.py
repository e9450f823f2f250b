"""A disk without room, as a library meets it: no file of this process grows beyond a size."""

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond so many bytes.

    No compiled files are kept meanwhile: one cut short breaks whoever imports it next.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    compiles = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        sys.dont_write_bytecode = compiles
