"""The published sets behind the figures: which files they are, and how each is read."""

from collections.abc import Mapping
from dataclasses import field, replace
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import polars as pl
from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass as validated_dataclass

from rightreasons.errors import UnreadableFileError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.papers.printed import data_of
from rightreasons.printable import printable
from rightreasons.sources.catalogue.known import KnownSplit
from rightreasons.sources.catalogue.recognition import load_catalogue
from rightreasons.sources.concatenation import concatenated
from rightreasons.sources.read import read_pairs
from rightreasons.streams.files import file_bytes


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
