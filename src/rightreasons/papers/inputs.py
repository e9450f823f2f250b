"""The inputs of a reproduction: published sets and files in a folder, figures of runs, and the scale."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cache, cached_property
from hashlib import file_digest
from io import BytesIO
from pathlib import Path
from typing import Literal

import numpy as np
import polars as pl
from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass as validated_dataclass

from rightreasons.errors import FileMissingError, UnreadableFileError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable, concatenated
from rightreasons.papers.printed import data_of
from rightreasons.papers.reproduction import Basis
from rightreasons.printable import printable
from rightreasons.sources.catalogue import load_catalogue
from rightreasons.sources.known import KnownSplit
from rightreasons.sources.read import read_pairs
from rightreasons.statistics.results import Estimate
from rightreasons.streams import file_bytes, file_opened

# The published sets behind the figures: which files they are, and how each is read.


@validated_dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Share:
    """A part of a file, whose rows with one value of a column are all in it or none.

    Parameters
    ----------
    by
        The column.
    low, high
        Its values in random order (seed 0): those from the share `low` of them to the share `high`.
    """

    by: str
    low: float
    high: float

    def of(self, pairs: PairTable) -> PairTable:
        """Return the rows of `pairs` that are in it; shares that do not overlap have no value in common."""
        values = pairs.frame[self.by].unique(maintain_order=True)
        order = np.random.default_rng(0).permutation(len(values))
        low, high = round(self.low * len(values)), round(self.high * len(values))
        inside = values.gather(order[low:high])
        return pairs.where(pl.col(self.by).is_in(inside.implode()), f"in another share of {self.by}")


@validated_dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Part:
    """One file of a set; what the fields mean stands in ``data/sets.yaml``."""

    file: str
    known: str | None = None
    columns: Mapping[str, int] = field(default_factory=dict)
    label_map: Mapping[str, str] | None = None
    only: Mapping[str, str] = field(default_factory=dict)
    after: int = 0
    question: str | None = None
    of: str | None = None
    distinct: bool = False
    share: Share | None = None


@cache
def sets() -> Mapping[str, tuple[Part, ...]]:
    """Return the sets by name."""
    return TypeAdapter(dict[str, tuple[Part, ...]]).validate_python(data_of("sets.yaml"))


@cache
def parts_by_file() -> Mapping[str, Part]:
    """Return the files of all sets by where they usually stand."""
    return {part.file: part for parts in sets().values() for part in parts}


@cache
def checksums_of(file: str) -> tuple[str, ...]:
    """Return the SHA-256 of every form of a published file, by the catalogue or ``data/checksums.yaml``."""
    part = parts_by_file().get(file)
    files = known_split(part.known).files if part is not None and part.known is not None else ()
    return tuple(checksum for forms in files for checksum in forms) or _checksums().get(file, ())


@cache
def _checksums() -> Mapping[str, tuple[str, ...]]:
    return TypeAdapter(dict[str, tuple[str, ...]]).validate_python(data_of("checksums.yaml"))


def known_split(name: str) -> KnownSplit:
    """Return a split of the catalogue, written ``dataset:split``."""
    dataset, _, split = name.partition(":")
    return load_catalogue()[dataset].splits[split]


def read_set(name: str, paths: Mapping[str, Path]) -> PairTable:
    """Read a set; rows with a gold label only, of several files each pair once.

    Parameters
    ----------
    name
        One of `sets`.
    paths
        Where its files are, by where they usually stand.

    Raises
    ------
    InputError
        If a file is broken.
    """
    tables = [_read(part, paths[part.file]) for part in sets()[name]]
    whole = tables[0] if len(tables) == 1 else concatenated(tables, name)
    several = len(tables) > 1 or sets()[name][0].distinct
    return (_distinct(whole.with_gold()) if several else whole.with_gold()).named(name)


def published_counts(name: str, pairs: PairTable) -> Mapping[Label, int]:
    """Return how many rows have each label, as the papers count them.

    Rows that the catalogue knows to be malformed in the published file are counted with their label.
    """
    counts: Mapping[Label, int] = pairs.counts()
    name_of_split = sets()[name][0].known
    if name_of_split is not None:
        split = known_split(name_of_split)
        if split.malformed and counts == split.labels:
            counts = split.label_counts[-1]
    return counts


def majority(name: str, pairs: PairTable) -> tuple[int, int]:
    """Return how many rows have the most frequent label, and how many rows there are."""
    counts = published_counts(name, pairs)
    return max(counts.values()), sum(counts.values())


def _distinct(pairs: PairTable) -> PairTable:
    first = pairs.frame.select(pl.struct("premise", "hypothesis", "label").is_first_distinct()).to_series()
    return pairs.where(first, "duplicate of an earlier row")


def _read(part: Part, path: Path) -> PairTable:
    pairs = _rows(part, path)
    if part.after:
        pairs = pairs.where(pl.int_range(pl.len()) >= part.after, "of another split")
    for column, value in part.only.items():
        pairs = pairs.where(pl.col(column) == value, f"{column} is not {value}")
    if part.share is not None:
        pairs = part.share.of(pairs)
    if part.of is None:
        return pairs
    return replace(pairs, provenance=replace(pairs.provenance, dataset=part.of))


def _rows(part: Part, path: Path) -> PairTable:
    if part.question is not None:
        return read_pairs(_from_questions(path, part.question), name=path.name)
    return read_pairs(path, columns=part.columns, label_map=part.label_map, on_malformed="drop")


def _from_questions(path: Path, pattern: str) -> pl.DataFrame:
    try:
        frame = pl.read_csv(BytesIO(file_bytes(path)), infer_schema=False).select("Question", "Answer")
    except (OSError, pl.exceptions.PolarsError) as error:
        found = f"'{printable(path.name)}' cannot be read: {printable(str(error))}"
        raise UnreadableFileError(found, "the published file, whole", "copy or download it again") from error
    sentences = pl.col("Question").str.extract_groups(pattern).struct
    return frame.select(sentences.field("premise", "hypothesis"), label=pl.col("Answer").str.to_lowercase())


# What a reproduction may draw on: published files in a folder, figures of runs, and the scale.


Scale = Literal["paper", "small"]


@dataclass(frozen=True)
class ModelFigures:
    """What runs say of one model of a paper.

    Parameters
    ----------
    figures
        By dotted name; empty where there are none.
    by
        How they were made.
    basis
        In what the model is not the paper's.
    missing_reason
        Why there are none.
    of_other_data
        Patterns of figures that are of other data whatever the model is.
    yields
        Whether answers of the published data come before those that are not of the paper's model and data; a
        run that the user names never yields.
    """

    figures: Mapping[str, Estimate]
    by: str
    basis: Basis = "same"
    missing_reason: str = ""
    of_other_data: tuple[str, ...] = ()
    yields: bool = True

    def basis_of(self, figure: str) -> Basis:
        """Return in what one figure is not the paper's."""
        other = any(fnmatchcase(figure, each) for each in self.of_other_data)
        return "other data" if other else self.basis


@dataclass(frozen=True)
class ReproductionInputs:
    """What is at hand.

    Parameters
    ----------
    folder
        Where the published files are, in any arrangement; None: nowhere.
    scale
        ``small`` also takes figures from a part of the data where the whole is not public, marked so.
    runs
        Figures of runs, by model as the cells name it.
    seed
        For whatever is drawn.
    """

    folder: Path | None = None
    scale: Scale = "paper"
    runs: Mapping[str, ModelFigures] = field(default_factory=dict)
    seed: int = 0
    _read: dict[str, PairTable] = field(default_factory=dict, init=False, repr=False, compare=False)
    _used: dict[str, Path] = field(default_factory=dict, init=False, repr=False, compare=False)

    def missing(self, needs: Sequence[str]) -> tuple[str, ...]:
        """Return those of some files that are not there; a set stands for its files."""
        return tuple(name for name in dict.fromkeys(files_of(needs)) if self._found(name) is None)

    def foreign(self, needs: Sequence[str]) -> tuple[str, ...]:
        """Return those of some files that are there and are not the published ones.

        A file is told by its checksum; where none is known, by its labels or rows, if their counts are.

        Raises
        ------
        InputError
            If a file without a known checksum is broken.
        """
        return tuple(file for name in needs for file in files_of([name]) if self._is_foreign(name, file))

    def path(self, file: str) -> Path:
        """Return where a file is: by its checksum where one is known, in its usual place or anywhere.

        Where there is no such file, the one in its place (`foreign` tells it); where no checksum is known,
        the one in its place, else the only one of its name, of which there may be copies.

        Raises
        ------
        FileMissingError
            If it is not there.
        """
        found = self._found(file)
        if found is None:
            where = "no folder of data" if self.folder is None else f"'{printable(str(self.folder))}'"
            raise FileMissingError(f"no file '{file}' in {where}", "a published file", "see --data")
        self._used[file] = found
        return found

    def pairs(self, name: str) -> PairTable:
        """Read one of `rightreasons.papers.inputs.sets`, once.

        Raises
        ------
        InputError
            If a file is missing or broken.
        """
        if name not in self._read:
            self._read[name] = read_set(name, {part.file: self.path(part.file) for part in sets()[name]})
        return self._read[name]

    @property
    def tables(self) -> tuple[PairTable, ...]:
        """The sets that were read so far."""
        return tuple(self._read.values())

    def checksums(self) -> Mapping[str, str]:
        """Return the SHA-256 of every file that was used so far."""
        return {file: _checksum(path) for file, path in self._used.items()}

    def _is_foreign(self, name: str, file: str) -> bool:
        found, expected = self._found(file), checksums_of(file)
        if found is None or expected:
            return found is not None and _checksum(found) not in expected
        part = next((each for each in sets().get(name, ()) if each.file == file), None)
        if part is None or part.known is None:
            return False
        split, pairs = known_split(part.known), self.pairs(name)
        if not split.labels:
            return bool(split.rows) and pairs.account.read not in split.rows
        return not (part.only or part.share) and pairs.counts() not in split.label_counts

    def _found(self, file: str) -> Path | None:
        if self.folder is None:
            return None
        usual = self.folder / file
        expected = checksums_of(file)
        if expected and not (usual.is_file() and _checksum(usual) in expected):
            published = next((path for path in self._like(file) if _checksum(path) in expected), None)
            return published or (usual if usual.is_file() else None)
        if usual.is_file():
            return usual
        named = [path for name in (usual.name, f"{usual.name}.gz") for path in self._by_name.get(name, [])]
        return named[0] if len({_checksum(path) for path in named}) == 1 else None

    def _like(self, file: str) -> Iterator[Path]:
        """Return files whose name ends alike, the same name first: their checksums are worth taking."""
        own = Path(file).name
        ending = own.removesuffix(".gz").rpartition(".")[2]
        yield from self._by_name.get(own, ())
        for name, paths in self._by_name.items():
            if name != own and name.removesuffix(".gz").endswith(ending):
                yield from paths

    @cached_property
    def _by_name(self) -> Mapping[str, list[Path]]:
        found: dict[str, list[Path]] = {}
        for path in sorted(self.folder.rglob("*")) if self.folder is not None else ():
            if path.is_file():
                found.setdefault(path.name, []).append(path)
        return found


def files_of(needs: Sequence[str]) -> Iterator[str]:
    """Return the files of some needs of steps: a set stands for its files, a file for itself."""
    for name in needs:
        yield from (part.file for part in sets()[name]) if name in sets() else (name,)


def _checksum(path: Path) -> str:
    """Return the SHA-256 of a file, read once as long as it stays as it is."""
    about = path.stat()
    return _read_checksum(path, about.st_size, about.st_mtime_ns)


@cache
def _read_checksum(path: Path, _size: int, _modified: int) -> str:
    with file_opened(path) as file:
        return file_digest(file, "sha256").hexdigest()
