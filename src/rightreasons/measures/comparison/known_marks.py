"""Easy and hard instances of the sets of a training: folders of ``make easy-hard``, and published files."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import polars as pl
from pydantic import ValidationError

from rightreasons.difficulty.hardness import COLUMNS, hardness_of, read_hardness
from rightreasons.errors import OptionError, RunUnreadableError
from rightreasons.measures.comparison.trained_runs import TrainedRun
from rightreasons.printable import printable, quoted
from rightreasons.runs.folder import MANIFEST
from rightreasons.runs.manifest import DataRead
from rightreasons.sentences.templates import fill
from rightreasons.streams.files import file_bytes

_MARKS = "marks.jsonl"


@dataclass(frozen=True)
class KnownMarks:
    """Which instances of a set are easy and hard, as ``make easy-hard`` wrote them, or as published.

    Parameters
    ----------
    name
        What to call this notion of easy and hard: the folder, or the file.
    frame
        Columns ``id`` and ``mark``.
    data
        What the manifest says of the set.
    key
        What identifies the work that made them, or the file.
    note
        What a reader has to know of them.
    """

    name: str
    frame: pl.DataFrame = field(repr=False)
    data: DataRead = field(repr=False)
    key: str
    note: str = ""

    def are_of(self, data: DataRead) -> bool:
        """Return whether a set is the marked one: the same content, or the same files."""
        if data.content_sha256 == self.data.content_sha256:
            return True
        files, own = ([file.sha256 for file in each.files] for each in (data, self.data))
        return files == own and bool(files) and None not in files


def marks_of(places: Sequence[str | Path], training: TrainedRun) -> tuple[KnownMarks, ...]:
    """Return the marks of the sets of a training; a file gives one for each set that it is about.

    Parameters
    ----------
    places
        Folders of ``make easy-hard``, or files that `rightreasons.difficulty.hardness.read_hardness` reads.
    training
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
    return tuple(marks for place in places for marks in _marks(Path(place), training))


def _name(place: Path) -> str:
    return place.stem if place.is_file() else place.resolve().name


def _marks(place: Path, training: TrainedRun) -> tuple[KnownMarks, ...]:
    if place.is_file():
        return _published(place, training)
    read = read_marks(place)
    if not any(read.are_of(described) for described in training.data.values()):
        raise OptionError(
            f"--marks {printable(read.name)}, of no set of '{printable(training.name)}'",
            f"marks of one of {quoted(tuple(training.data))}",
            "mark the file that was given to train as --test",
        )
    return (read,)


def _published(place: Path, training: TrainedRun) -> tuple[KnownMarks, ...]:
    found = tuple(_of_sets(place, training))
    if not found:
        raise OptionError(
            f"--marks {printable(place.name)}, with pair ids and row numbers of no set of "
            f"'{printable(training.name)}'",
            f"{' and '.join(COLUMNS[:2])} of one of {quoted(tuple(training.data))}",
            "give the marks of a file that was given to train as --test",
        )
    return found


def _of_sets(place: Path, training: TrainedRun) -> Iterator[KnownMarks]:
    published = read_hardness(place)
    for name, data in training.data.items():
        ids = training.run.items.filter(pl.col("set") == name)["id"]
        found = hardness_of(published, ids, data.account.read)  # those without gold label among them
        if found is not None:
            note = fill("beside.marks", data=name, file=place.name, found=found)
            yield KnownMarks(published.name, found.frame, data, published.checksum, note)


def read_marks(folder: Path) -> KnownMarks:
    """Read a folder of ``make easy-hard``.

    Raises
    ------
    RunUnreadableError
        If it holds no marks.
    """
    try:
        manifest = json.loads(file_bytes(folder / MANIFEST))
        frame = pl.read_ndjson(BytesIO(file_bytes(folder / _MARKS))).select(
            "id", pl.col("mark").cast(pl.String)
        )
        return KnownMarks(
            folder.resolve().name,
            frame,
            DataRead.model_validate(manifest["data"]["on"]),
            manifest["work_key"],
        )
    except (
        OSError,
        ValueError,
        KeyError,
        TypeError,
        RecursionError,
        ValidationError,
        pl.exceptions.PolarsError,
    ) as error:
        raise RunUnreadableError(
            f"no marks in '{printable(str(folder))}'",
            "a folder of `rightreasons make easy-hard`",
            "check --marks",
        ) from error
