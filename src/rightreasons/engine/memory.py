"""What several pieces of work have in common, made once; and the pool of processes that shares it."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import polars as pl


Value = TypeVar("Value")


_Memory = dict[str, OrderedDict[Hashable, Any]]
_EXPECTED = "expected"


_open: ContextVar[_Memory | None] = ContextVar("memory", default=None)


@contextmanager
def remembering() -> Iterator[None]:
    """Remember until the context ends; inside a context that remembers, its memory goes on."""
    token = _open.set({} if _open.get() is None else _open.get())
    try:
        yield
    finally:
        _open.reset(token)


def remember_from_now_on() -> None:
    """Remember until this process ends: what a process of a pool begins with."""
    _open.set({})


def expect(names: Iterable[str]) -> None:
    """Say what work will still be done here, so that what it needs is made while that costs least."""
    memory = _open.get()
    if memory is not None:
        memory.setdefault(_EXPECTED, OrderedDict()).update(dict.fromkeys(names))


def is_expected(name: str) -> bool:
    """Return whether work of this name was said to be done here."""
    memory = _open.get()
    return memory is not None and name in memory.get(_EXPECTED, ())


def remembered(what: str, key: Hashable, make: Callable[[], Value], entries: int = 8) -> Value:
    """Return what was made of the same key before; it is made where nothing remembers it.

    Parameters
    ----------
    what
        The kind of thing.
    key
        Everything that it depends on.
    make
        Makes it. Nobody may change what comes back.
    entries
        How many of this kind are remembered; the one that was not asked for longest goes first.
    """
    memory = _open.get()
    if memory is None:
        return make()
    kind: OrderedDict[Hashable, Value] = memory.setdefault(what, OrderedDict())
    if key not in kind:
        kind[key] = make()
    kind.move_to_end(key)
    while len(kind) > entries:
        kind.popitem(last=False)
    return kind[key]


def frame_key(frame: "pl.DataFrame") -> str:
    """Return a checksum of columns and rows; "" where nothing remembers, since nobody will look."""
    if _open.get() is None:
        return ""
    # the frame is kept along, so that no other one gets its id
    return remembered("frame key", id(frame), lambda: (_checksum(frame), frame), entries=32)[0]


def _checksum(frame: "pl.DataFrame") -> str:
    digest = hashlib.sha256(repr(frame.schema).encode())
    for seed in (0, 1):  # 128 bits a row
        digest.update(frame.hash_rows(seed).to_numpy().tobytes())
    return digest.hexdigest()


def file_key(path: Path) -> tuple[str, int, int]:
    """Return what tells a file from what stood there before: place, size and time of its last change."""
    found = path.stat()
    return str(path.absolute()), found.st_size, found.st_mtime_ns
