"""What a set of patterns was mined from and how, and the Parquet file that keeps both."""

import json
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, get_args

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.equal_texts import numbered_texts
from rightreasons.artifacts.patterns.levels import NOTHING, Matrix, Patterns
from rightreasons.artifacts.patterns.settings import PatternSettings, SentenceRole
from rightreasons.artifacts.writings import Writings
from rightreasons.errors import FileMissingError, OneClassError, OptionError, UnreadableFileError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.streams import file_bytes
from rightreasons.text.tokenisations import choose_tokenisation, tokens
from rightreasons.text.tokens import Tokens

# The tokens and the writings of one side of a table, and the codes of its gold labels.


def sentence_tokens(pairs: PairTable, side: SentenceRole, tokenisation: str | None = None) -> Tokens:
    """Return the tokens of the hypotheses or the premises.

    Parameters
    ----------
    pairs
        The table.
    side
        ``"hypothesis"`` or ``"premise"``.
    tokenisation
        Its name; None takes the table's own parses where every row has one, otherwise ``word-punct``.

    Raises
    ------
    OptionError
        If there is no such side.
    TokenisationError
        If ``"parse"`` is asked for and a row has no parse.
    """
    if side not in get_args(SentenceRole):
        raise OptionError(f"side '{side}'", " or ".join(get_args(SentenceRole)), "choose one of them")
    column = pairs.parse_column(side)
    name = tokenisation or choose_tokenisation([column is not None], [pairs.frame[side]])
    return tokens(pairs.frame[side], name, pairs.frame[column] if column else None)


def side_writings(pairs: PairTable, side: SentenceRole) -> Writings:
    """Return which rows have the same text on one side, up to case and white space; every row has gold.

    Raises
    ------
    OneClassError
        If fewer than two labels occur.
    """
    codes, labels = gold_codes(pairs)
    return Writings(numbered_texts(pairs, side), codes, len(labels))


def gold_codes(pairs: PairTable) -> tuple[npt.NDArray[np.int64], tuple[Label, ...]]:
    """Return the position of every row's gold label among the labels that occur, and those labels.

    Raises
    ------
    OneClassError
        If fewer than two labels occur.
    """
    labels = pairs.labels
    if len(labels) < 2:
        raise OneClassError(
            f"{len(pairs):,} rows with {len(labels)} different gold labels", "two or more", "add other rows"
        )
    names = [label.value for label in labels]
    codes = pairs.gold.cast(pl.String).replace_strict(names, list(range(len(names))), return_dtype=pl.Int64)
    return codes.to_numpy(), labels


# What a set of patterns was mined from, and how: everything needed to use it again.


@dataclass(frozen=True, slots=True)
class Origin:
    """The dataset and the settings of a set of patterns.

    Parameters
    ----------
    dataset
        Name of the table it was mined from.
    settings
        Lengths, gaps and minimum count.
    threshold
        lambda: patterns with p(l|b) > lambda are in the set.
    side
        Which side of the pairs was mined.
    tokenisation
        Name of the tokenisation; used again when other pairs are marked.
    label_totals
        Instances of every label.
    frequent
        How many patterns reached the minimum count, whatever their p(l|b).
    highest
        The highest p(l|b) among these, None if there are none.

    Raises
    ------
    OptionError
        If the threshold is not within [0, 1].
    """

    dataset: str
    settings: PatternSettings
    threshold: float
    side: SentenceRole
    tokenisation: str
    label_totals: dict[str, int]
    frequent: int
    highest: float | None

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise OptionError(
                f"lambda {self.threshold}", "a probability from 0 to 1", "give one, such as 0.5"
            )

    @property
    def instances(self) -> int:
        """How many instances were mined."""
        return sum(self.label_totals.values())

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Origin":
        """Return what `as_dict` was made from."""
        return cls(**{**values, "settings": PatternSettings(**values["settings"])})


# A set of patterns as one Parquet file: a row a pattern, and where it comes from in the metadata.


KEY = "rightreasons.patterns"
VERSION = 1


def save(path: Path, evidence: pl.DataFrame, origin: Origin) -> None:
    """Write patterns and origin to `path`, replacing what is there only when all is written."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    metadata = {KEY: json.dumps({"version": VERSION, **origin.as_dict()})}
    evidence.write_parquet(unfinished, metadata=metadata)
    unfinished.replace(path)


def load(path: Path) -> tuple[Patterns, pl.DataFrame, Origin]:
    """Read what `save` wrote.

    Raises
    ------
    FileMissingError
        If there is no such file.
    UnreadableFileError
        If it is not a file of patterns.
    """
    if not path.is_file():
        raise FileMissingError(f"no file {path}", "a file of patterns", "check the path")
    try:
        data = BytesIO(file_bytes(path))
        stored = json.loads(pl.read_parquet_metadata(data)[KEY])
        evidence = pl.read_parquet(data)
    except (OSError, pl.exceptions.PolarsError, KeyError, ValueError) as error:
        raise _unreadable(path) from error
    if stored.pop("version", None) != VERSION:
        raise _unreadable(path)
    origin = Origin.from_dict(stored)
    return _patterns(evidence, origin.settings.max_words), evidence, origin


def _unreadable(path: Path) -> UnreadableFileError:
    return UnreadableFileError(
        f"{path} is not a file of patterns of version {VERSION}",
        "one that PatternSet.save wrote",
        "mine again",
    )


def _patterns(evidence: pl.DataFrame, max_words: int) -> Patterns:
    vocabulary = evidence["words"].explode().unique().drop_nulls().sort()
    index = {word: place for place, word in enumerate(vocabulary.to_list())}
    words = [[index[word] for word in row] for row in evidence["words"].to_list()]
    return Patterns(vocabulary, _matrix(words, max_words), _matrix(evidence["gaps"].to_list(), max_words - 1))


def _matrix(rows: list[list[int]], width: int) -> Matrix:
    matrix = np.full((len(rows), width), NOTHING, dtype=np.int32)
    for place, row in enumerate(rows):
        matrix[place, : len(row)] = row
    return matrix
