"""Vectors as arrays: npz and safetensors."""

import zipfile
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rightreasons.errors import FileMissingError
from rightreasons.printable import printable, quoted
from rightreasons.text.vectors.streams import BROKEN, unreadable, whole
from rightreasons.text.vectors.wanted import Wanted
from rightreasons.text.vectors.word_vectors import Matrix

_MOST_BYTES = 8 * 2**30
_ARRAYS = "the arrays words and vecs, or words, q (int8) and scale"


def is_npz(path: Path) -> bool:
    """Return whether a zip archive holds arrays."""
    try:
        with zipfile.ZipFile(path) as archive:
            return any(name.endswith(".npy") for name in archive.namelist())
    except BROKEN as error:
        raise unreadable(path.name, str(error)) from error


def read_npz(path: Path, wanted: Wanted) -> tuple[list[str], Matrix]:
    """Return the wanted words and their vectors, shape (words, D).

    Parameters
    ----------
    path
        A file with the arrays ``words`` (V,) and ``vecs`` (V, D); or ``words``, ``q`` (V, D) of int8 and
        ``scale`` (V,), where a vector is ``q * scale / 127``.
    wanted
        Which words are kept.

    Raises
    ------
    UnreadableFileError
        If there are other arrays, or their shapes do not fit each other, or the file is broken.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(item.file_size for item in archive.infolist()) > _MOST_BYTES:
                raise unreadable(path.name, "arrays of more than 8 GiB")
        with np.load(path, allow_pickle=False) as arrays:
            names = set(arrays.files)
            if {"words", "vecs"} <= names:
                return _chosen(path.name, arrays["words"], arrays["vecs"], None, wanted)
            if {"words", "q", "scale"} <= names:
                return _chosen(path.name, arrays["words"], arrays["q"], arrays["scale"], wanted)
    except (ValueError, *BROKEN) as error:
        raise unreadable(path.name, str(error)) from error
    raise unreadable(path.name, f"the arrays {quoted(sorted(names))}, not {_ARRAYS}")


def _chosen(
    name: str,
    words: npt.NDArray[np.generic],
    values: npt.NDArray[np.generic],
    scale: npt.NDArray[np.generic] | None,
    wanted: Wanted,
) -> tuple[list[str], Matrix]:
    fitting = words.ndim == 1 and words.dtype.kind == "U" and values.ndim == 2 and values.dtype.kind in "fiu"
    fitting &= scale is None or scale.shape == words.shape
    if not fitting or len(words) != len(values):
        raise unreadable(name, f"words {words.dtype} {words.shape} and vectors {values.dtype} {values.shape}")
    kept = [row for row, word in enumerate(words.tolist()) if word in wanted]
    chosen = values[kept].astype(np.float32)
    if scale is not None:
        chosen *= scale[kept].astype(np.float32)[:, None] / np.float32(127)
    return [str(words[row]) for row in kept], chosen


def read_safetensors(path: Path, wanted: Wanted) -> tuple[list[str], Matrix]:
    """Return the wanted words and their vectors, shape (words, D).

    Parameters
    ----------
    path
        A file with one tensor of shape (V, D); its words are the lines of the ``.txt`` file beside it.
    wanted
        Which words are kept.

    Raises
    ------
    FileMissingError
        If there is no list of words beside the file.
    UnreadableFileError
        If there is not one matrix with a row for each word, or the file is broken.
    """
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, "np") as tensors:
            names = list(tensors.keys())
            if len(names) != 1:
                raise unreadable(path.name, f"the tensors {quoted(names)}, not one matrix")
            values = tensors.get_tensor(names[0])
    except (SafetensorError, TypeError, *BROKEN) as error:
        raise unreadable(path.name, str(error)) from error
    words = np.array(words_beside(path.with_suffix(".txt")))
    return _chosen(path.name, words, values, None, wanted)


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
        return whole(path).decode().removesuffix("\n").split("\n")
    except UnicodeDecodeError:
        raise unreadable(path.name, "not UTF-8") from None
