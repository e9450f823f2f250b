"""Which of many similar tests run each time; the others are `long` and run by `scripts/long`."""

from collections.abc import Iterable
from typing import Any

import pytest

LONG = pytest.mark.long


def one_in(n: int, values: Iterable[Any]) -> list[Any]:
    """Return the values as parameters, all but every `n`-th marked as long."""
    return [pytest.param(value, marks=LONG if turn % n else ()) for turn, value in enumerate(values)]
