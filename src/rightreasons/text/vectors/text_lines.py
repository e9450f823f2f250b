"""Vectors as lines of text: a word and its numbers, as GloVe, fastText and word2vec write them.

Numbers are parsed only of the words that are wanted. Of the other lines no more than the first token is
looked at, so that a fault in them is not found; their number is checked where the file states it.
"""

import re
import warnings
from collections.abc import Iterator
from io import BufferedIOBase
from typing import IO

import numpy as np

from rightreasons.errors import MalformedRowError
from rightreasons.printable import printable
from rightreasons.text.vectors.selection import WordSelection
from rightreasons.text.vectors.word_vectors import Matrix, unreadable

LONGEST_LINE = 32 * 2**20
HEADER = re.compile(rb"[ \t]*(\d+)[ \t]+(\d+)[ \t]*\r?\n")
"""The first line where it is a header: how many words, how many dimensions."""


def read_lines(
    stream: IO[bytes] | BufferedIOBase, name: str, selection: WordSelection
) -> tuple[list[str], Matrix]:
    """Return the wanted words and their vectors, shape (words, D).

    Parameters
    ----------
    stream
        The file from its beginning.
    name
        What messages call it.
    selection
        Which words are kept.

    Raises
    ------
    MalformedRowError
        If a wanted line has too few or too many numbers, or something else among them.
    UnreadableFileError
        If there are no lines, or not as many as the first one says.
    """
    first = stream.readline(LONGEST_LINE)
    header = HEADER.fullmatch(first)
    stated = int(header[1]) if header else None
    before = b"" if header else first
    dimensions = int(header[2]) if header else len(first.split()) - 1
    if dimensions < 1:
        raise unreadable(name, "no vector in the first line")
    rows: list[tuple[str, Matrix]] = []
    started = 2 if header else 1
    count = 0
    for count, line in enumerate(_lines(stream, name, before), 1):
        if selection.may_hold(line):
            row = _row(line, dimensions, name, started + count - 1)
            if row[0] in selection:
                rows.append(row)
    if stated is not None and count != stated:
        raise unreadable(name, f"{count:,} words where the first line says {stated:,}")
    matrix = np.array([row[1] for row in rows], dtype=np.float32).reshape(len(rows), dimensions)
    return [row[0] for row in rows], matrix


def _lines(stream: IO[bytes] | BufferedIOBase, name: str, first: bytes) -> Iterator[bytes]:
    """Yield every line, with its line feed where it has one."""
    line = first or stream.readline(LONGEST_LINE)
    while line:
        if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            raise unreadable(name, "a line without end")
        yield line
        line = stream.readline(LONGEST_LINE)


def _row(line: bytes, dimensions: int, name: str, number: int) -> tuple[str, Matrix]:
    parts = line.split(None, 1)
    word = parts[0] if parts else b""
    values = _numbers(parts[1]) if len(parts) == 2 else None
    if values is None or len(values) != dimensions:
        word, values = _spaced(line, dimensions, name, number)
    try:
        return word.decode(), values
    except UnicodeDecodeError:
        raise _ragged(name, number, line, "a word in UTF-8") from None


def _spaced(line: bytes, dimensions: int, name: str, number: int) -> tuple[bytes, Matrix]:
    """Read a line whose word has blanks in it, as a few of GloVe 840B's (``. . .``) have."""
    parts = line.rsplit(None, dimensions)
    words = parts[0].split() if len(parts) > dimensions else []
    values = _numbers(b" ".join(parts[1:]))
    if values is None or len(words) < 2 or _numbers(words[-1]) is not None:
        raise _ragged(name, number, line, f"a word and {dimensions} numbers")
    return parts[0], values


def _numbers(text: bytes) -> Matrix | None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # numpy < 2.3 only warns of what is no number
        try:
            return np.fromstring(text, dtype=np.float32, sep=" ")
        except (ValueError, DeprecationWarning):
            return None


def _ragged(name: str, number: int, line: bytes, expected: str) -> MalformedRowError:
    shown = printable(line[:60].decode("utf-8", "replace"), 60)
    return MalformedRowError(
        f"{printable(name)} line {number:,}: '{shown}'", expected, "mend the line, or get the file again"
    )
