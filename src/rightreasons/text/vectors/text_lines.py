"""Vectors as lines of text (GloVe, fastText, word2vec), and in word2vec's binary format."""

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

# Vectors as lines of text: a word and its numbers, as GloVe, fastText and word2vec write them.
#
# Numbers are parsed only of the words that are wanted. Of the other lines no more than the first token is
# looked at, so that a fault in them is not found; their number is checked where the file states it.


BLOCK = 16 * 2**20
HEADER = re.compile(rb"[ \t]*(\d+)[ \t]+(\d+)[ \t]*\r?\n")
"""The first line where it is a header: how many words, how many dimensions."""
_Row = tuple[str, Matrix]


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
    first = stream.readline(BLOCK)
    header = HEADER.fullmatch(first)
    stated = int(header[1]) if header else None
    before = b"" if header else first
    dimensions = int(header[2]) if header else len(first.split()) - 1
    if dimensions < 1:
        raise unreadable(name, "no vector in the first line")
    rows: list[_Row] = []
    line = 2 if header else 1
    started = line
    for block in _blocks(stream, name, before):
        found, lines = selection.lines(block)
        for start, end, number in found.tolist():
            row = _row(block[start:end], dimensions, name, line + number)
            if row[0] in selection:
                rows.append(row)
        line += lines
    if stated is not None and line - started != stated:
        raise unreadable(name, f"{line - started:,} words where the first line says {stated:,}")
    matrix = np.array([row[1] for row in rows], dtype=np.float32).reshape(len(rows), dimensions)
    return [row[0] for row in rows], matrix


def _blocks(stream: IO[bytes] | BufferedIOBase, name: str, before: bytes) -> Iterator[bytes]:
    """Yield whole lines, each with its line feed."""
    rest = before
    while piece := stream.read(BLOCK):
        rest += piece
        cut = rest.rfind(b"\n") + 1
        if cut:
            yield rest[:cut]
            rest = rest[cut:]
        elif len(rest) > 2 * BLOCK:
            raise unreadable(name, "a line without end")
    if rest:
        yield rest if rest.endswith(b"\n") else rest + b"\n"


def _row(line: bytes, dimensions: int, name: str, number: int) -> _Row:
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


# Vectors in word2vec's binary format: a header, then words, each followed by little-endian float32.


_OF_NUMBERS = frozenset(b"0123456789+-.eE \t\r\nnaifNAIF")
_MOST_DIMENSIONS = 2**16


def is_binary(head: bytes) -> bool:
    """Return whether the beginning of a file is that of word2vec's binary format.

    A header stands there in fastText's and word2vec's text too; but a vector in text is of characters that
    numbers are written with.
    """
    header = HEADER.match(head)
    if header is None:
        return False
    _, _, behind = head[header.end() :].partition(b" ")
    return not set(behind[: 4 * int(header[2])]) <= _OF_NUMBERS


def read_binary(
    stream: IO[bytes] | BufferedIOBase, name: str, selection: WordSelection
) -> tuple[list[str], Matrix]:
    """Return the wanted words and their vectors, shape (words, D).

    Raises
    ------
    UnreadableFileError
        If there are not as many words as the header says, or a wanted one is not UTF-8.
    """
    header = HEADER.fullmatch(stream.readline(100))
    if header is None or not 1 <= int(header[2]) <= _MOST_DIMENSIONS:
        raise unreadable(name, "no header of word2vec")
    stated, width = int(header[1]), 4 * int(header[2])
    words: list[str] = []
    vectors: list[Matrix] = []
    read, rest = 0, b""
    while piece := stream.read(BLOCK):
        rest += piece
        found, records, end = selection.records(rest, width, stated - read)
        for start, after in found.tolist():
            word = _decoded(rest[start:after], name)
            if word in selection:
                words.append(word)
                vectors.append(np.frombuffer(rest, "<f4", width // 4, after + 1).copy())
        read += records
        rest = rest[end:]
    if read != stated or rest.strip(b"\n"):
        raise unreadable(name, f"{read:,} words, {len(rest):,} bytes over, where the header says {stated:,}")
    return words, np.array(vectors, dtype=np.float32).reshape(len(words), width // 4)


def _decoded(word: bytes, name: str) -> str:
    try:
        return word.decode()
    except UnicodeDecodeError:
        raise unreadable(name, f"a word that is not UTF-8: {word[:40]!r}") from None
