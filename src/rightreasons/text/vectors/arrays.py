"""Word vectors as arrays, in npz or in safetensors with the words beside it."""

import math
import zipfile
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rightreasons.errors import RightReasonsError
from rightreasons.printable import quoted
from rightreasons.streams.compression import BROKEN, most_bytes
from rightreasons.text.vectors.selection import WordSelection
from rightreasons.text.vectors.word_list import words_beside
from rightreasons.text.vectors.word_vectors import Matrix, unreadable

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
