"""Data that do not fit in memory in one piece are refused, with the line that reads them in blocks.

They are not read in blocks unasked: what needs all rows is then measured on a sample, and the same command
would find other figures on another machine.
"""

import shlex
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from rightreasons.engine.objects import is_object
from rightreasons.errors import ExhaustedError, InputError, PlaceError
from rightreasons.numbers import count, decimals
from rightreasons.printable import printable
from rightreasons.sources.opening.names import parse_name
from rightreasons.streams.compression import compression_of
from rightreasons.streams.files import file_bytes, file_opened

BYTES_A_PAIR = 1_300
"""Memory that an audit in one piece takes for a pair, measured on 5.5 million (docs/scale.md)."""
LEAST_BYTES = 100 * 2**20
"""Files that are smaller together are read without a look."""
_HEAD = 2**20
_EXPANSION, _BYTES_OF_A_PAIR = 4, 200
"""Of compressed text: how many times as large it is, about, and how long a line."""
_MARK = b"PAR1"
_CGROUP = Path("/sys/fs/cgroup")


def refuse_outgrown(
    data: object, available: int | None = None, *, command: str = "audit", a_pair: int = BYTES_A_PAIR
) -> None:
    """Do nothing for data that can be read in one piece, as far as their size tells.

    Parameters
    ----------
    data
        What a user named.
    available
        Bytes of memory; None: what this machine has free, where it says so.
    command
        What is done with it.
    a_pair
        Bytes that it takes for a pair.

    Raises
    ------
    PlaceError
        If it is in an object store, which is read in blocks only.
    ExhaustedError
        If it needs more memory than there is.
    """
    if not isinstance(data, str | Path):
        return
    if is_object(str(data)):
        raise PlaceError(
            f"{printable(str(data), 200)} is in an object store",
            "--engine, by which objects are read in blocks",
            _line(data, command),
        )
    files = list(_files(str(data)))
    if sum(path.stat().st_size for path in files) < LEAST_BYTES:
        return
    there = available_bytes() if available is None else available
    pairs = sum(map(_pairs, files))
    if there is None or pairs * a_pair <= there:
        return
    needed = decimals(pairs * a_pair / 1e9)
    raise ExhaustedError(
        f"about {count(pairs)} pairs, which take about {needed} GB of memory in one piece",
        f"at most the {decimals(there / 1e9)} GB that are free",
        _line(data, command),
    )


def _line(data: str | Path, command: str) -> str:
    return f"rightreasons {command} {shlex.quote(printable(str(data), 200))} --engine local"


def _files(name: str) -> Iterator[Path]:
    """Yield the files that a name is of; none of standard input, and of what whoever reads it refuses."""
    try:
        where = parse_name(name, None)[0]
    except InputError:
        return
    if not isinstance(where, Path):
        return
    if where.is_file():
        yield where
    elif where.is_dir():
        yield from (path for path in where.rglob("*") if path.is_file())


def _pairs(path: Path) -> int:
    """Return about how many rows a file has: as Parquet states, or by the length of its first lines."""
    with file_opened(path) as file:
        head = file.read(_HEAD)
    if head.startswith(_MARK):
        try:
            return int(pl.scan_parquet(path, glob=False).select(pl.len()).collect().item())
        except pl.exceptions.PolarsError:  # whoever reads it says what is wrong with it
            return 0
    size = path.stat().st_size
    if compression_of(head) is not None:
        return size * _EXPANSION // _BYTES_OF_A_PAIR
    return size * head.count(b"\n") // max(len(head), 1)


def available_bytes() -> int | None:
    """Return how much memory is free on this machine, or in its container; None if it does not say."""
    try:
        lines = file_bytes(Path("/proc/meminfo")).decode().splitlines()
        free = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))
    except (OSError, ValueError, StopIteration):
        return None
    try:
        limit, used = (
            int(file_bytes(Path("/sys/fs/cgroup") / name)) for name in ("memory.max", "memory.current")
        )
    except (OSError, ValueError):  # no container, or one without a limit
        return free
    return max(min(free, limit - used), 0)
