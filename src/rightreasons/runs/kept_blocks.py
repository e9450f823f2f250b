"""A workplace that keeps what blocks come to, so that work which was interrupted goes on with the others."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from rightreasons.engine.running import Workplace
from rightreasons.runs.plain_results import UnkeepableError, read_result, write_result

Block = TypeVar("Block")
Result = TypeVar("Result")


def key_of(*identity: Any) -> str:
    """Return a name for work that is told by some values of JSON."""
    return hashlib.sha256(json.dumps(identity, sort_keys=True, default=str).encode()).hexdigest()[:32]


@dataclass(frozen=True)
class KeepingWorkplace:
    """Applies functions where another workplace does, and keeps each result in a folder of this work.

    Parameters
    ----------
    place
        Where blocks are worked on.
    folder
        Of this work: whoever names it makes sure that the same functions are applied to the same blocks in
        the same order wherever it is the same.
    """

    place: Workplace
    folder: Path
    _passes: "count[int]" = field(default_factory=count, repr=False)

    def map(self, function: Callable[[Block], Result], blocks: Iterable[Block]) -> Iterator[Result]:
        """Yield the result of every block, in order; those that are kept are read."""
        folder = self.folder / f"pass-{next(self._passes)}"
        folder.mkdir(parents=True, exist_ok=True)
        given = list(blocks)
        paths = [folder / f"{number}.npz" for number in range(len(given))]
        missing = [not path.is_file() for path in paths]
        made = self.place.map(function, [block for block, lacks in zip(given, missing, strict=True) if lacks])
        for block, path, lacks in zip(given, paths, missing, strict=True):
            yield _kept(path, next(made)) if lacks else _read(path, function, block)


def _kept(path: Path, result: Result) -> Result:
    try:
        write_result(path, result)
    except UnkeepableError:  # as of a plug-in: the block is done again
        path.unlink(missing_ok=True)
    return result


def _read(path: Path, function: Callable[[Block], Result], block: Block) -> Result:
    try:
        found: Result = read_result(path)
    except UnkeepableError:  # cut short, or changed: it is one block
        return function(block)
    return found
