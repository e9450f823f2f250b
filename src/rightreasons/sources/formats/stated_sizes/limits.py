"""What a file states that it holds, added up and held against a limit."""

import struct
from collections.abc import Iterator
from itertools import accumulate

CELL = 16
"""Bytes that polars takes for a value at the least, whether it is a number or a view of a text."""
_WRONG = (ValueError, LookupError, struct.error, TypeError, AttributeError)


def exceeds(parts: Iterator[int], most: int) -> bool:
    """Whether what a file states adds up to more than so many bytes; it is not read further than that.

    Parameters
    ----------
    parts
        As `parquet_parts` and `arrow_parts` give them.
    most
        A number of bytes.

    Raises
    ------
    ValueError
        If a statement cannot be understood.
    """
    try:
        return any(size > most for size in accumulate(parts))
    except _WRONG as error:
        raise ValueError(f"it cannot be understood what it states: {error}") from None


def natural(number: int) -> int:
    """Return a stated size.

    Raises
    ------
    ValueError
        If it is below 0.
    """
    if number < 0:
        raise ValueError(f"a size of {number}")
    return number
