"""How long work says how far it is, without knowing who listens."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called as ``progress(what, done, total)``."""


def silent(what: str, done: int, total: int) -> None:
    """Say nothing."""
