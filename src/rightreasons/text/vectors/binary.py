"""Vectors in word2vec's binary format: a header, then words, each followed by little-endian float32."""

from io import BufferedIOBase
from typing import IO

import numpy as np

from rightreasons.text.vectors.streams import unreadable
from rightreasons.text.vectors.text_lines import BLOCK, HEADER
from rightreasons.text.vectors.wanted import Wanted
from rightreasons.text.vectors.word_vectors import Matrix

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


def read_binary(stream: IO[bytes] | BufferedIOBase, name: str, wanted: Wanted) -> tuple[list[str], Matrix]:
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
        found, records, end = wanted.records(rest, width, stated - read)
        for start, after in found.tolist():
            word = _decoded(rest[start:after], name)
            if word in wanted:
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
