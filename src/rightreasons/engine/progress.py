"""How long work says how far it is, without knowing who listens."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called as ``progress(what, done, total)``; behind `NOW` in `what` stands how it is going just now."""
NOW = "\t"


def silent(what: str, done: int, total: int) -> None:
    """Say nothing."""
