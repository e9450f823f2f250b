"""Work on Daft: its native runner, or a Ray cluster. Beside `objects`, the only file that knows of Daft."""

import logging
import os
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from rightreasons.errors import MissingExtraError, PlaceError
from rightreasons.printable import error_text, printable

Block = TypeVar("Block")
Result = TypeVar("Result")

# Daft and Ray report their use over the network, and draw bars on the terminal, unless told not to.
_QUIET = {"DAFT_ANALYTICS_ENABLED": "0", "RAY_USAGE_STATS_ENABLED": "0", "DAFT_PROGRESS_BAR": "0"}


_MOST_FAILURES = 5
"""One after the other, without a block done in between."""


@dataclass(frozen=True)
class OnDaft:
    """The workplace that is Daft, with the runner that is set there.

    Daft decides how many blocks are under way, sends them to workers, and does those of a lost worker again.

    Parameters
    ----------
    daft
        The package.
    on_cluster
        Whether nodes may be lost.
    """

    daft: Any
    on_cluster: bool = False

    def map(self, function: Callable[[Block], Result], blocks: Iterable[Block]) -> Iterator[Result]:
        """Yield the result of every block, in order; what a block raises is raised here."""
        given = list(blocks)
        found: dict[int, _Outcome] = {}
        done = 0
        for place, outcome in self._outcomes(_Caught(function), given):
            found[place] = outcome
            while done in found:
                yield found.pop(done).result()
                done += 1

    def _outcomes(self, function: "_Caught", blocks: list[Any]) -> Iterator[tuple[int, "_Outcome"]]:
        """Yield what each block came to, by its place.

        With a node of a cluster what its workers had finished and nobody had fetched is lost, and Daft gives
        up: the blocks that are missing are handed over again.
        """
        missing = set(range(len(blocks)))
        failures = 0
        while missing:
            try:
                for place, outcome in self._handed_over(
                    function, {each: blocks[each] for each in sorted(missing)}
                ):
                    missing.discard(place)
                    failures = 0
                    yield place, outcome
            except Exception as error:  # Ray and Daft have no class for it in common
                failures += 1
                if not self.on_cluster:
                    raise
                if failures > _MOST_FAILURES:
                    raise _lost(error) from error

    def _handed_over(self, function: "_Caught", blocks: dict[int, Any]) -> Iterator[tuple[int, "_Outcome"]]:
        python = self.daft.DataType.python()
        applied = self.daft.func(function.__call__, return_dtype=python)
        column = self.daft.Series.from_pylist(list(blocks.values()), dtype=python)
        frame = self.daft.from_pydict({"place": list(blocks), "block": column}).into_batches(1)
        frame = frame.select(frame["place"], applied(frame["block"]).alias("result"))
        for row in frame.iter_rows():
            yield row["place"], row["result"]


def _lost(error: Exception) -> PlaceError:
    """Return that a cluster does nothing any more, as where its head was lost."""
    return PlaceError(
        f"the Ray cluster answers no more ({error_text(error)})",
        "a cluster whose head, and a worker, run until the end",
        "start it again (docs/scale.md), and run the same command: with -o, what was finished is kept",
    )


@dataclass(frozen=True)
class _Outcome:
    """What a block came to; an error is carried as a value, since Daft hands on no more than its text."""

    value: Any = None
    error: Exception | None = None

    def result(self) -> Any:
        """Return the value, or raise the error."""
        if self.error is not None:
            raise self.error
        return self.value


@dataclass(frozen=True)
class _Caught:
    """A function whose errors are values."""

    function: Callable[[Any], Any]

    def __call__(self, block: Any) -> _Outcome:
        """Return what a block comes to."""
        try:
            return _Outcome(self.function(block))
        except Exception as error:
            return _Outcome(error=error)


@contextmanager
def opened_daft(*, on_ray: bool = False, address: str | None = None) -> Iterator[OnDaft]:
    """Open Daft.

    Parameters
    ----------
    on_ray
        Whether Ray runs the blocks; Daft can be told once in a process.
    address
        The cluster, ``ray://HOST:PORT``; None: the one that Ray finds, or one that it starts on this machine.

    Raises
    ------
    MissingExtraError
        If Daft, or Ray where it is asked for, is not installed.
    PlaceError
        If there is no cluster at the address.
    """
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    MissingExtraError.unless_installed(("daft",), "scale")
    import daft

    if on_ray:
        MissingExtraError.unless_installed(("ray",), "scale")
        _connect(address)
        daft.set_runner_ray(noop_if_initialized=True)
    yield OnDaft(daft, on_cluster=on_ray)


_SECONDS_TO_ANSWER = 10.0


def _connect(address: str | None) -> None:
    import ray

    if address is not None:
        _check_answers(address)
    if ray.is_initialized():
        return
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, RuntimeError) as error:  # as where it takes too long to begin: a ConnectionAbortedError
        raise _lost(error) from error


def _check_answers(address: str) -> None:
    """Refuse an address at which nothing listens: Ray ends the process after 80 s of trying."""
    host, _, port = address.rpartition("/")[2].rpartition(":")
    try:
        socket.create_connection((host, int(port)), _SECONDS_TO_ANSWER).close()
    except (OSError, ValueError) as error:
        raise PlaceError(
            f"no Ray cluster answers at {printable(address, 100)} ({printable(str(error), 100)})",
            "the head of a cluster, with the port of Ray's client (ray start --head listens at 10001)",
            "start one (docs/scale.md), or correct --engine",
        ) from None
