"""How a measure of data is taken of data that come in blocks: a part of each, parts merged, then finished."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rightreasons.findings import Finding
from rightreasons.pairs import PairTable

Part = TypeVar("Part")


@dataclass(frozen=True)
class Blocks(Generic[Part]):
    """The three steps of a measure that needs no more than one block of rows at a time.

    A measure of data states them in the constant ``BLOCKS`` of its file, or says there in one sentence why it
    needs all rows at once. However a set is cut, and in whatever order its parts are merged, the finding is
    the same.

    Parameters
    ----------
    partial
        What one block of rows comes to; small, and fit to be sent to another process.
    merge
        Two parts of one set as one.
    finish
        The finding, of the merged part of each set under the name that the measure has for it (``train``, and
        ``test`` or None).
    """

    partial: Callable[[PairTable], Part]
    merge: Callable[[Part, Part], Part]
    finish: Callable[..., Finding]
