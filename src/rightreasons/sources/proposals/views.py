"""Other ways to look at the same files: as lines, as blocks of lines, as one JSON document."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl

from rightreasons.errors import RightReasonsError
from rightreasons.sources.opening.folders import files_in, size_of
from rightreasons.sources.opening.names import Member, parse_name
from rightreasons.sources.opening.paths import open_member, open_path
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.raw import HIDDEN, RawTable

_MOST_BYTES = 20_000_000
_MOST_FILES = 2_000
_OF_TEXT = {"csv", "tsv", "lines", "line-blocks", "blocks", "key-values", "fixed-width", "markdown-records"}
_FORMATS = {
    "lines": "each line as one text",
    "outline": "each item of a list with the paragraph above it",
    "line-blocks": "lines between blank ones, or of a file, as one row",
}
_MOST_CELLS = 6
_LISTED = 8.0
"""A list below a paragraph is about it."""
_DOCUMENT = "json-document"


@dataclass(frozen=True)
class View:
    """The tables of data in another format.

    Parameters
    ----------
    format
        Its name.
    because
        What it makes of the files, as a clause.
    parts
        The tables, each with the options that it is read by.
    score
        How much more likely it is than other views.
    """

    format: str
    because: str
    parts: Sequence[tuple[RawTable, ReadOptions]]
    score: float = 0.0


def views(data: str | None, parts: Sequence[tuple[RawTable, ReadOptions]]) -> Iterator[View]:
    """Yield the tables that data give in the formats in which they may be meant instead.

    Parameters
    ----------
    data
        What the user called the data; None if they are in memory.
    parts
        The tables that they gave, each with the options that it was read by; no format is stated in them.
    """
    whole = all(raw.parsed.no_table for raw, _ in parts)
    if data is None or not parts or parts[0][1].format is not None or whole:
        return
    formats = {raw.files[0].format for raw, _ in parts if raw.files}
    for name, because in _formats(formats):
        try:
            own = replace(parts[0][1], format=name, quoting="auto")
            found = _opened(data, own)
        except (RightReasonsError, OSError):
            continue
        if found:
            yield View(name, because, found, _LISTED if name == "outline" else 0.0)


def _formats(found: set[str]) -> Iterator[tuple[str, str]]:
    """Yield formats in which files of these formats may be read instead, and what they make of them."""
    if found and found <= _OF_TEXT:
        yield from ((name, because) for name, because in _FORMATS.items() if name not in found)
    if found == {"json"}:
        yield _DOCUMENT, "the document as it is"


def _opened(data: str, options: ReadOptions) -> list[tuple[RawTable, ReadOptions]]:
    where, _ = parse_name(data)
    if isinstance(where, Member):
        return [part for part in open_member(where, options).parts if part[0].read]
    if not isinstance(where, Path) or not _is_small(where):
        return []
    return [part for part in open_path(where, options).parts if part[0].read]


def _is_small(path: Path) -> bool:
    if path.is_file():
        return path.stat().st_size <= _MOST_BYTES
    loaders = list(files_in(path).values())
    return len(loaders) <= _MOST_FILES and sum(map(size_of, loaders)) <= _MOST_BYTES


def is_prose(raw: RawTable) -> bool:
    """Whether a table was made of sentences by their commas: all cells but the first begin with a space."""
    frame = raw.parsed.frame.drop(HIDDEN, strict=False)
    plain = raw.files and raw.files[0].format == "csv" and 1 < frame.width <= _MOST_CELLS and frame.height
    if not plain or not all(kind == pl.String for kind in frame.schema.values()):
        return False
    spaced = frame.select(pl.nth(range(1, frame.width)).str.starts_with(" ").all())
    return all(spaced.row(0))
