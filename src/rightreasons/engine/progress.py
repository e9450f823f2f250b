"""How long work says how far it is, without knowing who listens."""

import sys
import time
from collections.abc import Callable

from rightreasons.numbers import count, decimals

Progress = Callable[[str, int, int], None]
"""Called as ``progress(what, done, total)``; behind `NOW` in `what` stands how it is going just now."""
NOW = "\t"


def silent(what: str, done: int, total: int) -> None:
    """Say nothing."""


def pair_progress(progress: Progress, what: str, blocks: int) -> Callable[[int], None]:
    """Return what is told the pairs of each block of a pass that is done.

    It says how many blocks are, and behind `NOW` how many pairs, how fast, and the most memory that this
    process has taken so far.

    Parameters
    ----------
    progress
        Who listens.
    what
        The pass.
    blocks
        How many there are.
    """
    begun, done, pairs = time.monotonic(), 0, 0
    progress(what, 0, blocks)

    def add(read: int) -> None:
        nonlocal done, pairs
        done, pairs = done + 1, pairs + read
        rate = pairs / max(time.monotonic() - begun, 1e-9)
        now = f"{count(pairs)} pairs, {count(rate)} pairs/s, {decimals(peak_bytes() / 1e9)} GB"
        progress(f"{what}{NOW}{now}", done, blocks)

    return add


def peak_bytes() -> int:
    """Return the most memory that this process has taken; 0 where the system does not say."""
    try:
        import resource
    except ImportError:  # Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most
