"""A set of patterns as one Parquet file: a row a pattern, and where it comes from in the metadata."""

import json
from io import BytesIO
from pathlib import Path

import numpy as np
import polars as pl

from rightreasons.artifacts.patterns.origin import Origin
from rightreasons.artifacts.patterns.pattern_counts import NOTHING, Matrix, Patterns
from rightreasons.errors import FileMissingError, UnreadableFileError
from rightreasons.streams.files import file_bytes
from rightreasons.writing import replacing

KEY = "rightreasons.patterns"
VERSION = 1


def save(path: Path, evidence: pl.DataFrame, origin: Origin) -> None:
    """Write patterns and origin to `path`, replacing what is there only when all is written."""
    metadata = {KEY: json.dumps({"version": VERSION, **origin.as_dict()})}
    with replacing(path) as unfinished:
        evidence.write_parquet(unfinished, metadata=metadata)


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
