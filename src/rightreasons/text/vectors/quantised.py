"""Word vectors as bare bytes, eight bits a number, with a YAML file that says how to read them.

    words: words.gz
    vectors: vecs.gz
    minimum: -2.645588700353074
    maximum: 2.6333964024164196

A byte q stands for ``(q + 0.5) / 255 * (maximum - minimum) + minimum``; the half because who truncates when
quantising is half a step too low on average.
"""

from pathlib import Path

import numpy as np

from rightreasons.guarded_yaml import guarded_yaml
from rightreasons.printable import quoted
from rightreasons.streams.files import file_bytes
from rightreasons.text.vectors.selection import WordSelection
from rightreasons.text.vectors.word_list import whole_file, words_beside
from rightreasons.text.vectors.word_vectors import Matrix, unreadable

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
    content = whole_file(vectors_file)
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
