"""Pairs of words and the relation that holds between them, wherever they came from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

import polars as pl

Pos = Literal["n", "v", "a", "r"]
"""Noun, verb, adjective, adverb."""
Relation = Literal["antonym", "hypernym", "hyponym", "synonym", "co-hyponym"]
"""What the second word of a pair is to the first: (dog, canine) is ``hypernym``, its reverse ``hyponym``."""

ALL_POS: tuple[Pos, ...] = get_args(Pos)
RELATIONS: tuple[Relation, ...] = get_args(Relation)
SCHEMA = pl.Schema({"first": pl.String, "second": pl.String, "pos": pl.String, "relation": pl.String})


@dataclass(frozen=True, slots=True)
class Origin:
    """A file that words were read from.

    Parameters
    ----------
    name
        Its name.
    sha256
        Checksum of the file as it lies on disk.
    """

    name: str
    sha256: str


@dataclass(frozen=True)
class WordPairs:
    """Distinct ordered pairs of words.

    Parameters
    ----------
    frame
        Columns ``first`` and ``second`` (lower-case lemmas), ``pos`` (``n``, ``v``, ``a``, ``r``, or null
        where it is not known) and ``relation`` (what ``second`` is to ``first``); all strings, shape
        (pairs, 4), no row twice.
    name
        What to call them.
    origin
        The files they were read from.
    left_out
        How many rows of the source are not in `frame`, by reason.

    Raises
    ------
    ValueError
        If `frame` has other columns, repeats a row, or lacks a word or relation.
    """

    frame: pl.DataFrame
    name: str
    origin: tuple[Origin, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.frame.schema != SCHEMA:
            raise ValueError(f"word pairs have the columns {SCHEMA}, not {self.frame.schema}")
        if self.frame.select("first", "second", "relation").null_count().sum_horizontal().item():
            raise ValueError("a word or relation is null")
        if self.frame.is_duplicated().any():
            raise ValueError("a word pair is there twice")

    def __len__(self) -> int:
        return self.frame.height

    def of_relation(self, relation: str) -> "WordPairs":
        """Return the pairs of one relation only."""
        return WordPairs(self.frame.filter(relation=relation), self.name, self.origin, self.left_out)


def pairs_frame(rows: Iterable[tuple[str, str, str | None, str]]) -> pl.DataFrame:
    """Return rows of (first, second, pos, relation) as the frame of `WordPairs`."""
    return pl.DataFrame(list(rows), schema=SCHEMA, orient="row")
