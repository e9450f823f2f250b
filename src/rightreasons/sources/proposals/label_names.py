"""Names of labels that a file beside the data lists: ``label2id``, ``id2label``, a list, lines."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rightreasons.errors import RightReasonsError
from rightreasons.labels import read_labels
from rightreasons.sources.opening.folders import size_of
from rightreasons.sources.raw import Beside

_MOST_BYTES, _MOST_FILES = 20_000, 50
_FEWEST, _MOST = 2, 10
_DEEPEST = 3


def label_names(beside: Beside) -> list[tuple[str, ...]]:
    """Return the names of labels that small files list, each in the order of the numbers from 0 on.

    Parameters
    ----------
    beside
        The files of the folder.
    """
    small = [name for name, loader in beside.load.items() if 0 < size_of(loader) <= _MOST_BYTES]
    found: dict[tuple[str, ...], None] = {}
    for name in small if len(small) <= _MOST_FILES else ():
        try:
            text = beside.text(beside.load[name]())
        except (RightReasonsError, UnicodeDecodeError):
            continue
        found |= dict.fromkeys(filter(_are_labels, _lists_in(text)))
    return list(found)


def _lists_in(text: str) -> Iterator[tuple[str, ...]]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        yield tuple(line.strip() for line in text.strip().split("\n"))
        return
    yield from _inside(document, 0)


def _inside(document: Any, depth: int) -> Iterator[tuple[str, ...]]:
    """Yield lists of texts, and records from names to numbers or from numbers to names."""
    if isinstance(document, list) and all(isinstance(each, str) for each in document):
        yield tuple(document)
    if not isinstance(document, Mapping):
        return
    by_number = {value: key for key, value in document.items() if isinstance(value, int)}
    by_number |= {int(key): value for key, value in document.items() if str(key).isdecimal()}
    if len(by_number) == len(document) and sorted(by_number) == list(range(len(by_number))):
        yield tuple(str(by_number[at]) for at in range(len(by_number)))
    for value in document.values() if depth < _DEEPEST else ():
        yield from _inside(value, depth + 1)


def _are_labels(names: tuple[str, ...]) -> bool:
    if not _FEWEST <= len(names) <= _MOST or len(set(names)) < len(names):
        return False
    reading = read_labels(names)
    return not reading.unknown and len(set(reading.meaning.values()) - {None}) > 1
