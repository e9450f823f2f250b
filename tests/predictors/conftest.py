"""No test of a model reaches for the hub; what tests of predictors share."""

import os
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

os.environ.setdefault("HF_HUB_OFFLINE", "1")


@pytest.fixture
def no_file_longer_than() -> Callable[[int], AbstractContextManager[None]]:
    """Let no file of this process grow beyond so many bytes."""

    @contextmanager
    def limited(size: int) -> Iterator[None]:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        compiles, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # cut short, they break imports
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            sys.dont_write_bytecode = compiles

    return limited
