"""Names of labels that a file beside the data lists: ``label2id``, ``id2label``, a list, lines."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rightreasons.errors import RightReasonsError
from rightreasons.sources.opening.folders import size_of
from rightreasons.sources.proposals.labelling import Listed
from rightreasons.sources.proposals.told import texts_beside
from rightreasons.sources.proposals.words import meaning_of_word
from rightreasons.sources.raw import Beside, RawTable

_MOST_BYTES, _MOST_FILES = 20_000, 50
_FEWEST, _MOST = 2, 10
_DEEPEST = 3
_NUMBERED = re.compile(r"(\d{1,4})\W+(.*)")
_POSITION = re.compile(r"[0-9]{1,4}")


def listed_beside(raw: RawTable) -> list[Listed]:
    """Return the names of labels that small files list, and what texts say that may explain values.

    Parameters
    ----------
    raw
        The table.
    """
    own = [raw.parsed.remarks] if raw.parsed.remarks else []
    return [*label_names(raw.beside), *texts_beside(raw.beside), *own] if raw.beside else [*own]


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
        yield from _of_lines([line.strip() for line in text.strip().split("\n")])
        return
    yield from _inside(document, 0)


def _of_lines(lines: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield lines in their order, or in that of the numbers that all begin with; none with other numbers."""
    numbered = [match for line in lines[: _MOST + 1] if (match := _NUMBERED.fullmatch(line))]
    names = {int(match[1]): match[2] for match in numbered}
    if len(names) == len(lines) and max(names) - min(names) < len(lines) and min(names) in (0, 1):
        yield tuple(names[at] for at in sorted(names))
    if not any(re.search(r"\d", line) for line in lines):
        yield tuple(lines)


def _inside(document: Any, depth: int) -> Iterator[tuple[str, ...]]:
    """Yield lists of texts, and records from names to numbers or from numbers to names."""
    if isinstance(document, list) and all(isinstance(each, str) for each in document):
        yield tuple(document)
    if not isinstance(document, Mapping):
        return
    by_number = {value: key for key, value in document.items() if isinstance(value, int)}
    by_number |= {int(key): value for key, value in document.items() if _POSITION.fullmatch(str(key))}
    if len(by_number) == len(document) and sorted(by_number) == list(range(len(by_number))):
        yield tuple(str(by_number[at]) for at in range(len(by_number)))
    for value in document.values() if depth < _DEEPEST else ():
        yield from _inside(value, depth + 1)


def _are_labels(names: tuple[str, ...]) -> bool:
    if not _FEWEST <= len(names) <= _MOST or len(set(names)) < len(names):
        return False
    meant = {meaning_of_word(name) for name in names}
    return None not in meant and len(meant) > 1
