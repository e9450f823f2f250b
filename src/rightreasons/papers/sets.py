"""The published sets behind the figures: which files they are, and how each is read."""

from collections.abc import Mapping
from dataclasses import field
from functools import cache
from pathlib import Path

import polars as pl
from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass

from rightreasons.labels import Label
from rightreasons.pairs import PairTable, concatenated
from rightreasons.papers.printed import data_of
from rightreasons.sources.catalogue import load_catalogue
from rightreasons.sources.known import KnownSplit
from rightreasons.sources.read import read_pairs


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Part:
    """One file of a set; what the fields mean stands in ``data/sets.yaml``."""

    file: str
    known: str | None = None
    columns: Mapping[str, int] = field(default_factory=dict)
    label_map: Mapping[str, str] | None = None
    only: Mapping[str, str] = field(default_factory=dict)
    asked: str | None = None


@cache
def sets() -> Mapping[str, tuple[Part, ...]]:
    """Return the sets by name."""
    return TypeAdapter(dict[str, tuple[Part, ...]]).validate_python(data_of("sets.yaml"))


@cache
def parts_by_file() -> Mapping[str, Part]:
    """Return the files of all sets by where they usually stand."""
    return {part.file: part for parts in sets().values() for part in parts}


def known_split(known: str) -> KnownSplit:
    """Return a split of the catalogue, written ``dataset:split``."""
    dataset, _, split = known.partition(":")
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
    if len(tables) == 1:
        return tables[0].with_gold().named(name)
    whole = concatenated(tables, name).with_gold()
    first = whole.frame.select(pl.struct("premise", "hypothesis", "label").is_first_distinct()).to_series()
    return whole.where(first, "duplicate of an earlier row")


def majority(name: str, pairs: PairTable) -> tuple[int, int]:
    """Return how many rows have the most frequent label, and how many rows there are.

    Rows that the catalogue knows to be malformed in the published file are counted with their label, as the
    papers count them.
    """
    counts: Mapping[Label, int] = pairs.counts()
    known = sets()[name][0].known
    if known is not None:
        split = known_split(known)
        if split.malformed and counts == split.labels:
            counts = split.label_counts[-1]
    return max(counts.values()), sum(counts.values())


def _read(part: Part, path: Path) -> PairTable:
    if part.asked is not None:
        return read_pairs(_asked(path, part.asked), name=path.name)
    pairs = read_pairs(path, columns=part.columns, label_map=part.label_map, on_malformed="drop")
    for column, value in part.only.items():
        pairs = pairs.where(pl.col(column) == value, f"{column} is not {value}")
    return pairs


def _asked(path: Path, pattern: str) -> pl.DataFrame:
    frame = pl.read_csv(path, infer_schema=False)
    sentences = pl.col("Question").str.extract_groups(pattern).struct
    return frame.select(sentences.field("premise", "hypothesis"), label=pl.col("Answer").str.to_lowercase())
