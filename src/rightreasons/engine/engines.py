"""Engines by name, as a user states them: where blocks of data are read and counted."""

from collections.abc import Iterator
from contextlib import contextmanager

from rightreasons.engine.on_daft import opened_daft
from rightreasons.engine.running import Inline, Workplace
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
    PlaceError
        If there is no cluster at the address.
    """
    check_engine(name)
    if name == "local":
        yield Inline()
        return
    address = name if name.startswith(RAY) else None
    with opened_daft(on_ray=name != "daft", address=address) as place:
        yield place
