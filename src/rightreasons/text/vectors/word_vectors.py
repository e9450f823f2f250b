"""Vectors of words as a file has them."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rightreasons.errors import FileMissingError, MalformedRowError, UnreadableFileError
from rightreasons.printable import printable
from rightreasons.streams.files import file_opened

Matrix = npt.NDArray[np.float32]


@dataclass(frozen=True)
class WordVectors:
    """The vectors of some words.

    Parameters
    ----------
    words
        The words, each once, in the order of the file.
    matrix
        Their vectors, shape (words, D), float32, finite.
    name
        Name of the file.
    checksum
        SHA-256 of its bytes.
    """

    words: tuple[str, ...]
    matrix: Matrix
    name: str
    checksum: str

    def __len__(self) -> int:
        return len(self.words)

    @property
    def dimensions(self) -> int:
        """D, the length of a vector."""
        return int(self.matrix.shape[1])

    @cached_property
    def rows(self) -> dict[str, int]:
        """Row of every word."""
        return {word: row for row, word in enumerate(self.words)}

    def lowered(self) -> "WordVectors":
        """Return the vectors of the lower-cased words; of words that become one, the first counts."""
        first: dict[str, int] = {}
        for row, word in enumerate(self.words):
            first.setdefault(word.lower(), row)
        return WordVectors(tuple(first), self.matrix[list(first.values())], self.name, self.checksum)


def checked(words: list[str], matrix: Matrix, name: str, checksum: str) -> WordVectors:
    """Return the vectors if every word is there once and every number is finite.

    Raises
    ------
    MalformedRowError
        If not, with the word.
    """
    seen: set[str] = set()
    for word in words:
        if word in seen:
            raise _faulty(name, f"word '{printable(word, 40)}' twice", "every word once")
        seen.add(word)
    infinite = np.flatnonzero(~np.isfinite(matrix).all(axis=1))
    if len(infinite):
        word = printable(words[infinite[0]], 40)
        raise _faulty(name, f"not a number in the vector of '{word}'", "finite numbers")
    return WordVectors(tuple(words), np.ascontiguousarray(matrix, dtype=np.float32), name, checksum)


def checksum_of(path: Path) -> str:
    """Return the SHA-256 of a file.

    Raises
    ------
    FileMissingError
        If there is no such file.
    UnreadableFileError
        If it cannot be read.
    """
    try:
        with file_opened(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        raise FileMissingError(
            f"no file {printable(str(path), 200)}", "a file of word vectors", "check the path"
        ) from None
    except OSError as error:
        raise unreadable(path.name, str(error.strerror)) from None


def unreadable(name: str, why: str) -> UnreadableFileError:
    """Return the error for a file whose bytes are not what they should be."""
    return UnreadableFileError(
        f"{printable(name)} ({printable(why)})",
        "word vectors as GloVe, word2vec or fastText have them, npz, safetensors, or a YAML description",
        "check the file, or get it again",
    )


def _faulty(name: str, found: str, expected: str) -> MalformedRowError:
    return MalformedRowError(f"{printable(name)}: {found}", expected, "mend the file, or get it again")
