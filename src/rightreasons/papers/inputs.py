"""What a reproduction may draw on: published files in a folder, figures of runs, and the scale."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import file_digest
from pathlib import Path
from typing import Literal

from rightreasons.errors import FileMissingError
from rightreasons.pairs import PairTable
from rightreasons.papers.compared.reproduction import Basis
from rightreasons.papers.published_sets import checksums_of, known_split, read_set, sets
from rightreasons.printable import printable
from rightreasons.references import FigureRef, FigureSelection
from rightreasons.statistics.results import Estimate
from rightreasons.streams.files import file_opened

Scale = Literal["paper", "small"]


@dataclass(frozen=True)
class ModelFigures:
    """What runs say of one model of a paper.

    Parameters
    ----------
    figures
        By reference; empty where there are none.
    by
        How they were made.
    basis
        In what the model is not the paper's.
    missing_reason
        Why there are none.
    of_other_data
        Figures that are of other data whatever the model is.
    yields
        Whether answers of the published data come before those that are not of the paper's model and data; a
        run that the user names never yields.
    """

    figures: Mapping[FigureRef, Estimate]
    by: str
    basis: Basis = "same"
    missing_reason: str = ""
    of_other_data: tuple[FigureSelection, ...] = ()
    yields: bool = True

    def basis_of(self, figure: FigureRef) -> Basis:
        """Return in what one figure is not the paper's."""
        other = any(each.covers(figure) for each in self.of_other_data)
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
        """Read one of `rightreasons.papers.published_sets.sets`, once.

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
