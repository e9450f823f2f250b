"""What a reproduction may draw on: published files in a folder, figures of runs, and the scale."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import file_digest
from pathlib import Path
from typing import Literal

from rightreasons.errors import FileMissingError
from rightreasons.pairs import PairTable
from rightreasons.papers.reproduction import Basis
from rightreasons.papers.sets import known_split, parts_by_file, read_set, sets
from rightreasons.printable import printable
from rightreasons.statistics.results import Estimate

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
    lacking
        Why there are none.
    """

    figures: Mapping[str, Estimate]
    by: str
    basis: Basis = "same"
    lacking: str = ""


@dataclass(frozen=True)
class Materials:
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
        return tuple(name for name in _files(needs) if self._found(name) is None)

    def path(self, file: str) -> Path:
        """Return where a file is: by its place in the folder, else by its name, and checksum where known.

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
        """Read one of `rightreasons.papers.sets.sets`, once.

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

    def _found(self, file: str) -> Path | None:
        if self.folder is None:
            return None
        usual = self.folder / file
        if usual.is_file():
            return usual
        part = parts_by_file().get(file)
        known = known_split(part.known).files if part is not None and part.known is not None else ()
        wanted = {checksum for each in known for checksum in each}
        if wanted:
            return next((path for path in self._like(file) if _checksum(path) in wanted), None)
        named = [path for name in (usual.name, f"{usual.name}.gz") for path in self._by_name.get(name, [])]
        return named[0] if len(named) == 1 else None

    def _like(self, file: str) -> Iterator[Path]:
        """Return files whose name ends alike: those are the ones whose checksum is worth taking."""
        ending = Path(file).name.removesuffix(".gz").rpartition(".")[2]
        for name, paths in self._by_name.items():
            if name.removesuffix(".gz").endswith(ending):
                yield from paths

    @cached_property
    def _by_name(self) -> Mapping[str, list[Path]]:
        found: dict[str, list[Path]] = {}
        for path in sorted(self.folder.rglob("*")) if self.folder is not None else ():
            if path.is_file():
                found.setdefault(path.name, []).append(path)
        return found


def _files(needs: Sequence[str]) -> Iterator[str]:
    for name in needs:
        yield from (part.file for part in sets()[name]) if name in sets() else (name,)


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
