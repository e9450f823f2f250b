"""Word vectors from a file in any published format; here arrays (npz, safetensors) and bare bytes."""

import math
import zipfile
from collections.abc import Collection
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rightreasons.errors import FileMissingError, RightReasonsError
from rightreasons.guarded_yaml import guarded_yaml
from rightreasons.printable import printable, quoted
from rightreasons.streams import BROKEN, bounded, file_bytes, most_bytes, opened
from rightreasons.text.vectors.selection import WordSelection
from rightreasons.text.vectors.text_lines import is_binary, read_binary, read_lines
from rightreasons.text.vectors.word_vectors import Matrix, WordVectors, checked, checksum_of, unreadable

_ARRAYS = "the arrays words and vecs, or words, q (int8) and scale"


def is_npz(path: Path) -> bool:
    """Return whether a zip archive holds arrays."""
    try:
        with zipfile.ZipFile(path) as archive:
            return any(name.endswith(".npy") for name in archive.namelist())
    except BROKEN as error:
        raise unreadable(path.name, str(error)) from error


def read_npz(path: Path, selection: WordSelection) -> tuple[list[str], Matrix]:
    """Return the selected words and their vectors, shape (words, D).

    Parameters
    ----------
    path
        A file with the arrays ``words`` (V,) and ``vecs`` (V, D); or ``words``, ``q`` (V, D) of int8 and
        ``scale`` (V,), where a vector is ``q * scale / 127``.
    selection
        Which words are kept.

    Raises
    ------
    UnreadableFileError
        If there are other arrays, or their shapes do not fit each other, or the file is broken.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(item.file_size for item in archive.infolist())
            if size > most_bytes(path.stat().st_size):
                raise unreadable(path.name, f"arrays of {size:,} bytes")
            for item in archive.infolist():
                _check_size(archive, item)
        with np.load(path, allow_pickle=False) as arrays:
            names = set(arrays.files)
            if {"words", "vecs"} <= names:
                return _chosen(path.name, arrays["words"], arrays["vecs"], None, selection)
            if {"words", "q", "scale"} <= names:
                return _chosen(path.name, arrays["words"], arrays["q"], arrays["scale"], selection)
    except RightReasonsError:
        raise
    except Exception as error:  # whatever a broken header makes the library raise
        raise unreadable(path.name, str(error)) from error
    raise unreadable(path.name, f"the arrays {quoted(sorted(names))}, not {_ARRAYS}")


def _check_size(archive: zipfile.ZipFile, item: zipfile.ZipInfo) -> None:
    """Refuse an array that states more values than its member holds, before memory is taken for them."""
    headers = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
    with archive.open(item) as member:
        read = headers.get(np.lib.format.read_magic(member))
        if read is None:
            raise ValueError(f"{item.filename} of an unknown version")
        shape, _, dtype = read(member)
    stated = math.prod(shape) * dtype.itemsize
    if stated > item.file_size:
        raise ValueError(f"{item.filename} states {stated:,} bytes of values and holds {item.file_size:,}")


def _chosen(
    name: str,
    words: npt.NDArray[np.generic],
    values: npt.NDArray[np.generic],
    scale: npt.NDArray[np.generic] | None,
    selection: WordSelection,
) -> tuple[list[str], Matrix]:
    fitting = words.ndim == 1 and words.dtype.kind == "U" and values.ndim == 2 and values.dtype.kind in "fiu"
    fitting &= scale is None or scale.shape == words.shape
    if not fitting or len(words) != len(values):
        raise unreadable(name, f"words {words.dtype} {words.shape} and vectors {values.dtype} {values.shape}")
    kept = [row for row, word in enumerate(words.tolist()) if word in selection]
    chosen = values[kept].astype(np.float32)
    if scale is not None:
        chosen *= scale[kept].astype(np.float32)[:, None] / np.float32(127)
    return [str(words[row]) for row in kept], chosen


def read_safetensors(path: Path, selection: WordSelection) -> tuple[list[str], Matrix]:
    """Return the selected words and their vectors, shape (words, D).

    Parameters
    ----------
    path
        A file with one tensor of shape (V, D); its words are the lines of the ``.txt`` file beside it.
    selection
        Which words are kept.

    Raises
    ------
    FileMissingError
        If there is no list of words beside the file.
    UnreadableFileError
        If there is not one matrix with a row for each word, or the file is broken.
    """
    from safetensors import safe_open

    try:
        with safe_open(path, "np") as tensors:
            names = list(tensors.keys())
            if len(names) != 1:
                raise unreadable(path.name, f"the tensors {quoted(names)}, not one matrix")
            values = tensors.get_tensor(names[0])
    except RightReasonsError:
        raise
    except Exception as error:  # whatever a broken header makes the library raise
        raise unreadable(path.name, str(error)) from error
    words = np.array(words_beside(path.with_suffix(".txt")))
    return _chosen(path.name, words, values, None, selection)


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
        return _whole(path).decode().removesuffix("\n").split("\n")
    except UnicodeDecodeError:
        raise unreadable(path.name, "not UTF-8") from None


def _whole(path: Path) -> bytes:
    """Return all bytes of a file, decompressed."""
    checksum_of(path)
    with opened(path, partial(unreadable, path.name)) as stream:
        return bounded(stream, path.name, path.stat().st_size)


# Vectors as bare bytes, eight bits a number, with a YAML file that says how to read them.
#
#     words: words.gz
#     vectors: vecs.gz
#     minimum: -2.645588700353074
#     maximum: 2.6333964024164196
#
# A byte q stands for ``(q + 0.5) / 255 * (maximum - minimum) + minimum``; the half because who truncates when
# quantising is half a step too low on average.


_KEYS = ("maximum", "minimum", "vectors", "words")


def read_quantised(path: Path, selection: WordSelection) -> tuple[list[str], Matrix]:
    """Return the selected words and their vectors, shape (words, D).

    Parameters
    ----------
    path
        The YAML file; the files it names are beside it.
    selection
        Which words are kept.

    Raises
    ------
    UnreadableFileError
        If the description has other keys, or the bytes are no whole rows.
    FileMissingError
        If a file it names is not there.
    """
    words_file, vectors_file, minimum, maximum = _description(path)
    words = words_beside(words_file)
    content = _whole(vectors_file)
    if not content or len(content) % len(words):
        raise unreadable(vectors_file.name, f"{len(content):,} bytes for {len(words):,} words")
    kept = [row for row, word in enumerate(words) if word in selection]
    quantised = np.frombuffer(content, np.uint8).reshape(len(words), -1)[kept].astype(np.float64)
    values = (quantised + 0.5) / 255 * (maximum - minimum) + minimum
    return [words[row] for row in kept], values.astype(np.float32)


def _description(path: Path) -> tuple[Path, Path, float, float]:
    try:
        read = guarded_yaml(file_bytes(path))
    except ValueError as error:
        raise unreadable(path.name, str(error)) from None
    if not isinstance(read, dict) or sorted(map(str, read)) != list(_KEYS):
        raise unreadable(path.name, f"not the keys {quoted(_KEYS)}")
    numbers = (read["minimum"], read["maximum"])
    names = (read["words"], read["vectors"])
    if not all(type(number) in (int, float) and np.isfinite(number) for number in numbers):
        raise unreadable(path.name, "minimum and maximum are no numbers")
    if not all(isinstance(name, str) and Path(name).name == name for name in names):
        raise unreadable(path.name, "words and vectors are no names of files beside it")
    return path.with_name(names[0]), path.with_name(names[1]), float(numbers[0]), float(numbers[1])


# Word vectors from a file in any of the formats they are published in.


_HEAD = 2**18


def read_vectors(
    path: str | Path, selection: Collection[str] | None = None, *, member: str | None = None
) -> WordVectors:
    """Return the vectors of some words, in the order of the file.

    The format is told by the content: text as of GloVe, fastText (``.vec``) and word2vec, or word2vec's
    binary, plain or compressed by gzip, bzip2, xz or zip; npz with the arrays ``words`` and ``vecs``, or
    ``words``, ``q`` and ``scale`` (int8); by the name: ``.safetensors`` with its words in a ``.txt`` beside
    it, and ``.yaml``, which describes bytes (`rightreasons.text.vectors.reading`).

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
