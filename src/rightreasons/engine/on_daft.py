"""Work on Daft: its native runner, or a Ray cluster. The only file that knows of Daft."""

import os
import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from rightreasons.errors import MissingExtraError

Block = TypeVar("Block")
Result = TypeVar("Result")

# Daft and Ray report their use over the network, and draw bars on the terminal, unless told not to.
_QUIET = {"DAFT_ANALYTICS_ENABLED": "0", "RAY_USAGE_STATS_ENABLED": "0", "DAFT_PROGRESS_BAR": "0"}


@dataclass(frozen=True)
class OnDaft:
    """The workplace that is Daft, with the runner that is set there.

    Parameters
    ----------
    daft
        The package.
    ahead
        How many blocks are handed over at once.
    """

    daft: Any
    ahead: int

    def map(self, function: Callable[[Block], Result], blocks: Iterable[Block]) -> Iterator[Result]:
        """Yield the result of every block, in order."""
        applied = self._applied(function)
        waiting = iter(blocks)
        while some := list(islice(waiting, self.ahead)):
            pickled = {"place": list(range(len(some))), "block": [pickle.dumps(block) for block in some]}
            frame = self.daft.from_pydict(pickled).into_batches(1)
            frame = frame.select(frame["place"], applied(frame["block"]).alias("result"))
            found = {row["place"]: row["result"] for row in frame.iter_rows()}
            for place in range(len(some)):
                yield pickle.loads(found.pop(place))  # noqa: S301 - made by our own function just now

    def _applied(self, function: Callable[[Block], Result]) -> Any:
        def on_bytes(block: bytes) -> bytes:
            return pickle.dumps(function(pickle.loads(block)))  # noqa: S301 - pickled just above

        return self.daft.func(on_bytes, return_dtype=self.daft.DataType.binary())


@contextmanager
def opened_daft(workers: int | None, *, on_ray: bool = False, address: str | None = None) -> Iterator[OnDaft]:
    """Open Daft; `workers` blocks are handed over at once, four times the cores of this machine for None.

    Parameters
    ----------
    workers
        How many blocks are handed over at once.
    on_ray
        Whether Ray runs them; Daft can be told once in a process.
    address
        The cluster; None: the one that Ray finds, or one that it starts on this machine.

    Raises
    ------
    MissingExtraError
        If Daft is not installed.
    """
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    MissingExtraError.unless_installed(("daft",), "scale")
    import daft

    if on_ray:
        MissingExtraError.unless_installed(("ray",), "scale")
        daft.set_runner_ray(address=address, noop_if_initialized=True)
    yield OnDaft(daft, workers or 4 * (os.cpu_count() or 1))
