"""Word vectors from a file in any of the formats they are published in."""

import zipfile
from collections.abc import Collection
from functools import partial
from pathlib import Path

from rightreasons.streams.compression import opened
from rightreasons.text.vectors.arrays import is_npz, read_npz, read_safetensors
from rightreasons.text.vectors.quantised import read_quantised
from rightreasons.text.vectors.selection import WordSelection
from rightreasons.text.vectors.text_lines import read_lines
from rightreasons.text.vectors.word2vec_binary import is_binary, read_binary
from rightreasons.text.vectors.word_vectors import Matrix, WordVectors, checked, checksum_of, unreadable

_HEAD = 2**18


def read_vectors(
    path: str | Path, selection: Collection[str] | None = None, *, member: str | None = None
) -> WordVectors:
    """Return the vectors of some words, in the order of the file.

    The format is told by the content: text as of GloVe, fastText (``.vec``) and word2vec, or word2vec's
    binary, plain or compressed by gzip, bzip2, xz or zip; npz with the arrays ``words`` and ``vecs``, or
    ``words``, ``q`` and ``scale`` (int8); by the name: ``.safetensors`` with its words in a ``.txt`` beside
    it, and ``.yaml``, which describes bytes (`rightreasons.text.vectors.quantised`).

    Parameters
    ----------
    path
        The file.
    selection
        The words to keep, as the file writes them; None: all. Of text, lines of other words are not checked.
    member
        Which file of a zip archive, where there are several.

    Raises
    ------
    FileMissingError
        If there is no such file.
    UnreadableFileError
        If it is broken, or in no known format, or does not hold as many words as it says.
    MalformedRowError
        If a word is there twice, or its vector has a wrong length, or holds what is no finite number.
    OptionError
        If `member` is needed.
    """
    place = Path(path)
    checksum = checksum_of(place)
    words, matrix = _read(place, WordSelection(selection), member)
    return checked(words, matrix, place.name, checksum)


def _read(path: Path, selection: WordSelection, member: str | None) -> tuple[list[str], Matrix]:
    if path.suffix == ".safetensors":
        return read_safetensors(path, selection)
    if path.suffix in {".yaml", ".yml"}:
        return read_quantised(path, selection)
    if zipfile.is_zipfile(path) and is_npz(path):
        return read_npz(path, selection)
    broken = partial(unreadable, path.name)
    with opened(path, broken, member) as stream:
        binary = is_binary(stream.read(_HEAD))
    with opened(path, broken, member) as stream:
        return (read_binary if binary else read_lines)(stream, path.name, selection)
