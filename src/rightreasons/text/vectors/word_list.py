"""The words of vectors that stand in a file of their own, one a line."""

from functools import partial
from pathlib import Path

from rightreasons.errors import FileMissingError
from rightreasons.printable import printable
from rightreasons.streams.compression import bounded, opened
from rightreasons.text.vectors.word_vectors import checksum_of, unreadable


def words_beside(path: Path) -> list[str]:
    """Return the lines of a list of words.

    Raises
    ------
    FileMissingError
        If it is not there.
    UnreadableFileError
        If it is not UTF-8.
    """
    if not path.is_file():
        raise FileMissingError(
            f"no list of words {printable(str(path), 200)}",
            "one word a line, in the order of the rows",
            "put it there",
        )
    try:
        return whole_file(path).decode().removesuffix("\n").split("\n")
    except UnicodeDecodeError:
        raise unreadable(path.name, "not UTF-8") from None


def whole_file(path: Path) -> bytes:
    """Return all bytes of a file, decompressed."""
    checksum_of(path)
    with opened(path, partial(unreadable, path.name)) as stream:
        return bounded(stream, path.name, path.stat().st_size)
