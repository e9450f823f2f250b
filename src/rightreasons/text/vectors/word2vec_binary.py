"""Vectors in word2vec's binary format: a header, then words, each followed by little-endian float32."""

from collections.abc import Iterator
from io import BufferedIOBase
from typing import IO

import numpy as np

from rightreasons.text.vectors.selection import WordSelection
from rightreasons.text.vectors.text_lines import HEADER
from rightreasons.text.vectors.word_vectors import Matrix, unreadable

BLOCK = 16 * 2**20
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
        end = 0
        for start, after in _records(rest, width, stated - read):
            read, end = read + 1, after + 1 + width
            if selection.may_hold(rest[start:after]):
                word = _decoded(rest[start:after], name)
                if word in selection:
                    words.append(word)
                    vectors.append(np.frombuffer(rest, "<f4", width // 4, after + 1).copy())
        rest = rest[end:]
    if read != stated or rest.strip(b"\n"):
        raise unreadable(name, f"{read:,} words, {len(rest):,} bytes over, where the header says {stated:,}")
    return words, np.array(vectors, dtype=np.float32).reshape(len(words), width // 4)


def _records(data: bytes, width: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield where the word of each whole record starts and ends.

    A record is a word, a space, and a vector of `width` bytes, between which a line feed may stand.
    """
    start = 0
    for _ in range(most):
        while data.startswith(b"\n", start):
            start += 1
        after = data.find(b" ", start)
        if after < 0 or after + 1 + width > len(data):
            return
        yield start, after
        start = after + 1 + width


def _decoded(word: bytes, name: str) -> str:
    try:
        return word.decode()
    except UnicodeDecodeError:
        raise unreadable(name, f"a word that is not UTF-8: {word[:40]!r}") from None
