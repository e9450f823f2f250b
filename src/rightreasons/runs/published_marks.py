"""Easy and hard instances of the sets of a training: folders of ``make easy-hard``, and published files."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.difficulty.hardness import COLUMNS, hardness_of, read_hardness
from rightreasons.errors import OptionError
from rightreasons.printable import printable, quoted
from rightreasons.runs.trained_sides import KnownMarks, TrainedSide, read_marks


def marks_of(places: Sequence[str | Path], side: TrainedSide) -> tuple[KnownMarks, ...]:
    """Return the marks of the sets of a training; a file gives one for each set that it is about.

    Parameters
    ----------
    places
        Folders of ``make easy-hard``, or files that `rightreasons.difficulty.hardness.read_hardness` reads.
    side
        The training.

    Raises
    ------
    OptionError
        If marks are of no set of the training, or two have the same name.
    RightReasonsError
        If a folder or file holds no marks.
    """
    names = [_name(Path(place)) for place in places]
    if len(set(names)) < len(names):
        raise OptionError(f"--marks {quoted(names)}", "folders or files of different names", "rename one")
    return tuple(marks for place in places for marks in _marks(Path(place), side))


def _name(place: Path) -> str:
    return place.stem if place.is_file() else place.resolve().name


def _marks(place: Path, side: TrainedSide) -> tuple[KnownMarks, ...]:
    if place.is_file():
        return _published(place, side)
    (known,) = read_marks([place])
    if not any(known.are_of(described) for described in side.data.values()):
        raise OptionError(
            f"--marks {printable(known.name)}, of no set of '{printable(side.name)}'",
            f"marks of one of {quoted(tuple(side.data))}",
            "mark the file that was given to train as --test",
        )
    return (known,)


def _published(place: Path, side: TrainedSide) -> tuple[KnownMarks, ...]:
    found = tuple(_of_sets(place, side))
    if not found:
        raise OptionError(
            f"--marks {printable(place.name)}, with pair ids and row numbers of no set of "
            f"'{printable(side.name)}'",
            f"{' and '.join(COLUMNS[:2])} of one of {quoted(tuple(side.data))}",
            "give the marks of a file that was given to train as --test",
        )
    return found


def _of_sets(place: Path, side: TrainedSide) -> Iterator[KnownMarks]:
    published = read_hardness(place)
    for name, data in side.data.items():
        ids = side.side.items.filter(pl.col("set") == name)["id"]
        said = hardness_of(published, ids, _rows(data))
        if said is not None:
            note = f"{name}: marks of {place.name}: {said}"
            yield KnownMarks(published.name, said.frame, data, published.checksum, note)


def _rows(data: Mapping[str, Any]) -> int:
    """Return the rows of a set as a file, those without gold label among them."""
    return int((data.get("account") or {}).get("read", data["rows"]))
