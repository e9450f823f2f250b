"""Engines by name, as a user states them: where blocks of data are read and counted."""

from collections.abc import Iterator
from contextlib import contextmanager

from rightreasons.engine.local import opened_inline
from rightreasons.engine.on_daft import opened_daft
from rightreasons.engine.running import Workplace
from rightreasons.errors import OptionError
from rightreasons.printable import printable

ENGINES = ("local", "daft", "ray")
RAY = "ray://"


def check_engine(name: str) -> None:
    """Do nothing for the name of an engine.

    Raises
    ------
    OptionError
        For anything else.
    """
    if name not in ENGINES and not (name.startswith(RAY) and len(name) > len(RAY)):
        raise OptionError(
            f"engine '{printable(name, 60)}'", f"{', '.join(ENGINES)} or {RAY}ADDRESS", "correct --engine"
        )


@contextmanager
def opened_engine(name: str) -> Iterator[Workplace]:
    """Open an engine: this process; Daft on this machine; Daft on a Ray cluster, started here or there.

    Raises
    ------
    OptionError
        If there is none of that name.
    MissingExtraError
        If Daft, or Ray, is asked for and not installed.
    """
    check_engine(name)
    if name == "local":
        with opened_inline() as here:
            yield here
        return
    ray = None if name == "daft" else name.removeprefix("ray") and name
    with opened_daft(None, on_ray=name != "daft", address=ray or None) as place:
        yield place
