"""Published sets that test a model, by name: found in a folder and recognised by the catalogue."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import polars as pl

from rightreasons.errors import FileMissingError, InputError, OptionError
from rightreasons.pairs import PairTable
from rightreasons.printable import printable, quoted
from rightreasons.sources.catalogue.recognition import load_catalogue
from rightreasons.sources.catalogue.written_sets import key_of, written_sets
from rightreasons.sources.concatenation import concatenated
from rightreasons.sources.read import read_pairs

ALL = "suite:robustness"
"""Name of all sets whose files are in the folder."""
_PART = "part"


@dataclass(frozen=True)
class ChallengeSet:
    """A published set, as ``challenge_sets.yaml`` or a file of ``sets/`` states it.

    Parameters
    ----------
    name
        What ``--on`` calls it.
    dataset
        Its key in the catalogue.
    files
        Patterns of its files.
    groups
        Columns that its paper reports results by.
    source
        Where it is to be had.
    """

    name: str
    dataset: str
    files: tuple[str, ...]
    groups: tuple[str, ...]
    source: str

    @property
    def summary(self) -> str:
        """What it is, on one line."""
        return f"{load_catalogue()[self.dataset].summary}; needs --data; from {self.source}"


@cache
def challenge_sets() -> Mapping[str, ChallengeSet]:
    """Return the sets by name."""
    return {
        name: ChallengeSet(name, key_of(name), each.files, each.groups, each.source)
        for name, each in written_sets().items()
    }


def sets_in(folder: str | None) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the names of the sets that a folder holds and, by the name of each other, where it is to be had.

    Raises
    ------
    OptionError
        If there is no folder.
    """
    found = {name: _files(each, folder) for name, each in challenge_sets().items()}
    missing = {
        name: f"its files are not in the folder of --data; get them from {challenge_sets()[name].source}"
        for name, paths in found.items()
        if not paths
    }
    return tuple(name for name, paths in found.items() if paths), missing


def read_challenge_set(name: str, folder: str | None) -> tuple[PairTable, tuple[str, ...]]:
    """Return the pairs of a named set, and the columns that it is scored by.

    Of several files, the column ``part`` says which a row is from, and is scored too. Rows without gold or
    without a sentence are left out and counted.

    Raises
    ------
    OptionError
        If there is no folder.
    FileMissingError
        If it does not hold the set.
    InputError
        If a file is called as the set's and is none of it.
    """
    chosen = challenge_sets()[name]
    paths = _files(chosen, folder)
    if not paths:
        raise FileMissingError(
            f"'{name}' in '{printable(str(folder))}': none of {quoted(chosen.files)}",
            f"the files of {load_catalogue()[chosen.dataset].title} as published",
            f"get them from {chosen.source}",
        )
    tables = [_read(path, chosen) for path in paths]
    pairs = tables[0].named(name) if len(tables) == 1 else _joined(tables, name)
    groups = tuple(group for group in (_PART, *chosen.groups) if group in pairs.groups)
    return pairs, tuple(group for group in groups if pairs.frame[group].n_unique() > 1)


def _files(chosen: ChallengeSet, folder: str | None) -> list[Path]:
    if folder is None or not Path(folder).is_dir():
        raise OptionError(
            f"'{chosen.name}' without a folder of published sets"
            if folder is None
            else f"no folder '{printable(folder)}'",
            "the folder that their files are in",
            "name it with --data",
        )
    return sorted(
        {path for pattern in chosen.files for path in Path(folder).rglob(pattern) if path.is_file()}
    )


def _read(path: Path, chosen: ChallengeSet) -> PairTable:
    table = read_pairs(path, on_malformed="drop").with_gold()
    if table.provenance.dataset != chosen.dataset:
        raise InputError(
            f"'{printable(path.name)}' is not recognised as {load_catalogue()[chosen.dataset].title}",
            "the file as published",
            f"get it from {chosen.source}, or name the file itself with --on",
        )
    return table


def _joined(tables: Sequence[PairTable], name: str) -> PairTable:
    parts = [
        replace(table, frame=table.frame.with_columns(pl.lit(table.name.partition(".")[0]).alias(_PART)))
        for table in tables
    ]
    return concatenated(parts, name)
