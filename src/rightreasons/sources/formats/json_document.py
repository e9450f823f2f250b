"""One JSON document: a list of rows, an object of columns, or either of them under a key of its own."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import polars as pl

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable, quoted
from rightreasons.sources.formats.cells import has_ending
from rightreasons.sources.formats.json_lines import (
    as_json,
    is_list_of_records,
    parsed_json,
    table_of,
    with_each_key_once,
)
from rightreasons.sources.formats.json_recognition import ASSIGNED, is_json, is_lines
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.formats.literal_parser import whole_literal
from rightreasons.sources.python_values import series_of
from rightreasons.sources.raw import Content, Format, Parsed, documents, numbered
from rightreasons.sources.splits import split_in

ADDS = {"format": {"json": "JSON"}}
_SPACE = re.compile(r"\s*")
_FIRST = 20
_DEEPEST = 8
_LEAST_ALIKE = 0.4
_MOSTLY = 0.9
_LEAST_COLUMNS = 2
_WORDS_OF_A_TEXT = 5
_MANY_CELLS, _LEAST_FILLED = 2_000_000, 0.05
"""Cells from which on a table must hold something in this share of them."""
_MOST_FIELDS, _LEAST_SHARED = 12, 0.1
"""Names up to which keys are those of a table anyway; share of them that a row of a table has on average."""


def read_json(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read a JSON document.

    Raises
    ------
    UnreadableFileError
        If it is not valid JSON.
    """
    text = _without_script("".join(text_blocks(content)))
    document, problem = parsed_json(text)
    if problem and (one_after_another := _objects(text)):
        document, problem, text = one_after_another, "", as_json(content, one_after_another)
    if problem and (relaxed := whole_literal(text)) is not None:
        document, problem, text = relaxed, "", as_json(content, relaxed)
    if problem:
        raise UnreadableFileError(
            f"{printable(content.name)} {problem}", "one JSON document", "check that the file is whole"
        )
    return table_in(document, text)


def table_in(document: Any, text: str) -> Parsed:
    """Return the rows or columns of a document; one of no table's shape as its text.

    Parameters
    ----------
    document
        What was read.
    text
        The same as JSON.
    """
    if _refers(document):
        return documents([text], [None], _shape(document))
    found = _in_it(document)
    rows = isinstance(found, list) and not (found and all(map(is_list_of_records, found[:_FIRST])))
    if rows and not _is_sparse(found):
        frame, bad, _ = table_of((at, None, item, "") for at, item in enumerate(found))
        return Parsed(frame, tuple(bad))
    if isinstance(found, dict) and _columns(found):
        return Parsed(numbered(pl.DataFrame([series_of(name, column) for name, column in found.items()])))
    return documents([text], [None], _shape(document))


def _is_sparse(rows: list[Any]) -> bool:
    """Whether records have keys of their own, so that a table of them would hold next to nothing."""
    lengths = [len(row) for row in rows if isinstance(row, dict)]
    names = {key for row in rows if isinstance(row, dict) for key in row}
    cells = len(names) * len(lengths)
    return cells > _MANY_CELLS and sum(lengths) < _LEAST_FILLED * cells


def _without_script(text: str) -> str:
    """Return the document of a script that does nothing but name it."""
    found = ASSIGNED.match(text)
    return text[found.end() :].rstrip().removesuffix(";") if found else text


def _in_it(document: Any) -> Any:
    """Return the rows or columns of a document, wherever they usually are; else the document."""
    if isinstance(document, (dict, list)) and (by_position := _by_position(document)):
        return by_position
    if not isinstance(document, dict):
        return document
    data = document.get("data")
    if isinstance(data, list):
        return _with_names(data, document.get("columns"))
    return data if isinstance(data, dict) else _rows_by_key(_by_column(_only_rows(document)))


def _objects(text: str) -> list[Any]:
    """Return objects that stand one after another, each over several lines; none if it is anything else."""
    read = json.JSONDecoder(object_pairs_hook=with_each_key_once).raw_decode
    found, at = [], 0
    try:
        while at < len(text):
            value, at = read(text, at)
            found.append(value)
            at = _SPACE.match(text, at).end()  # type: ignore[union-attr]  # it matches nothing, too
    except (ValueError, RecursionError):
        return []
    return found if len(found) > 1 and all(isinstance(each, dict) for each in found) else []


def _with_names(rows: list[Any], names: Any) -> list[Any]:
    """Return lists as records, where the names of their fields stand beside them (pandas, ``split``)."""
    named = isinstance(names, list) and all(isinstance(name, str) for name in names)
    if not named or not all(isinstance(row, list) and len(row) == len(names) for row in rows):
        return rows
    return [dict(zip(names, row, strict=True)) for row in rows]


def _by_column(document: Any) -> Any:
    """Return columns by name, each with its values by number of row (pandas), as columns of lists."""
    if not isinstance(document, dict) or len(document) < _LEAST_COLUMNS:
        return document
    columns = list(document.values())
    if not all(isinstance(column, dict) and column.keys() == columns[0].keys() for column in columns):
        return document
    numbers = all(map(str.isdecimal, columns[0])) and not all(map(str.isdecimal, document))
    plain = not any(isinstance(value, (list, dict)) for column in columns for value in column.values())
    if not numbers or not plain or not columns[0]:
        return document
    return {name: list(column.values()) for name, column in document.items()}


def _by_position(document: Any) -> list[Any]:
    """Return lists whose items differ in kind from position to position as records (TabFact, DREAM); or none.

    The fields are called by their positions, from 0; of lists by key it is in the field ``key``.
    """
    values = list(document.values()) if isinstance(document, dict) else document
    size = len(values[0]) if values and isinstance(values[0], list) else 0
    if not 1 < size <= _MOST_FIELDS or len(values) <= size:
        return []
    if not all(isinstance(value, list) and len(value) == size for value in values):
        return []
    kinds = {tuple(type(item) for item in value) for value in values}
    mixed = len(kinds) == 1 and len(set(next(iter(kinds)))) > 1 and list in next(iter(kinds))
    if not mixed:
        return []
    records = [{str(at): item for at, item in enumerate(value)} for value in values]
    keys = [{"key": key} for key in document] if isinstance(document, dict) else [{} for _ in records]
    return [{**key, **record} for key, record in zip(keys, records, strict=True)]


def _only_rows(document: Mapping[str, Any]) -> Any:
    """Return the one list of objects beside things that hold none, texts beside it in each; or all.

    A list of plain values beside it may be as long as it is only where it is one of several columns.
    """
    every = [value for value in document.values() if isinstance(value, list)]
    lists = [value for value in every if any(isinstance(item, (dict, list)) for item in value)]
    if len(lists) != 1 or not all(isinstance(item, dict) for item in lists[0]):
        return document
    if any(len(value) >= len(lists[0]) for value in every if value is not lists[0]):
        return document
    texts = {key: value for key, value in document.items() if isinstance(value, str) and _is_text(value)}
    return [{**texts, **row} for row in lists[0]] if texts else lists[0]


def _refers(document: Any) -> bool:
    """Whether records of a list name keys of a record beside it, under which texts stand (ContractNLI)."""
    values = document.values() if isinstance(document, dict) else ()
    beside = [value for value in values if isinstance(value, dict)]
    lists = [value for value in values if isinstance(value, list) and any(isinstance(x, dict) for x in value)]
    return bool(beside) and any(_names_keys(rows, beside) for rows in lists)


def _names_keys(rows: list[Any], beside: Sequence[Mapping[str, Any]]) -> bool:
    keys = {
        key
        for record in beside
        if any(map(_holds_text, record.values())) or len(record) >= max(_FIRST, _MOSTLY * len(rows))
        for key in record
    }
    return bool(keys) and all(keys & set(_words_in(row)) for row in rows[:_FIRST])


def _holds_text(value: Any) -> bool:
    values = value.values() if isinstance(value, dict) else [value]
    return any(isinstance(each, str) and _is_text(each) for each in values)


def _words_in(value: Any, depth: int = 0) -> Iterator[str]:
    """Yield the keys and short values in nested data."""
    if isinstance(value, dict):
        yield from map(str, value)
    elif isinstance(value, (str, int)):
        yield str(value)
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in items if depth < _DEEPEST else ():
        yield from _words_in(each, depth + 1)


def _is_text(value: str) -> bool:
    """Whether a text may be one that all rows are about, and no name or date."""
    return len(value.split()) >= _WORDS_OF_A_TEXT


def _rows_by_key(document: Any) -> Any:
    """Return an object of objects, or of lists of objects, as a list of objects that hold the key too.

    The key is called ``split`` where every one names a split, else ``key``.
    """
    if not isinstance(document, dict) or not document or not all(map(_is_rows, document.values())):
        return document
    if _is_keyed_again([value for value in document.values() if isinstance(value, dict)]):
        return document
    if _are_apart([value for value in document.values() if isinstance(value, list)]):
        return document
    rows = [
        (key, row)
        for key, value in document.items()
        for row in (value if isinstance(value, list) else [value])
    ]
    name = "split" if all(split_in(key) for key in document) else "key"
    return [{name: key, **row} for key, row in rows]


def _are_apart(lists: Sequence[Sequence[Mapping[str, Any]]]) -> bool:
    """Whether lists of objects are tables of their own: one has hardly a field that another has."""
    names = [{name for row in rows for name in row} for rows in lists]
    return any(len(one & other) < _LEAST_ALIKE * len(one | other) for one, other in combinations(names, 2))


def _is_keyed_again(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Whether what seem to be rows are further objects by key: their keys are not those of a table.

    So it is where rows share none of their keys, or few of many, or where many keys all hold records alike.
    """
    names = {name for row in rows for name in row}
    size = sum(map(len, rows))
    if len(rows) > 1 and size == len(names):
        return True
    if not rows or len(names) <= _MOST_FIELDS:
        return False
    shared = size / (len(rows) * len(names))
    values = [value for row in rows for value in row.values()]
    inside = values[0].keys() if isinstance(values[0], dict) else set()
    alike = bool(inside) and all(isinstance(value, dict) and value.keys() & inside for value in values)
    return alike or (len(rows) > 1 and shared < _LEAST_SHARED)


def _is_rows(value: Any) -> bool:
    items = value if isinstance(value, list) else [value]
    return bool(items) and all(isinstance(item, dict) and item for item in items)


def _columns(document: Mapping[str, Any]) -> bool:
    values = list(document.values())
    lists = all(isinstance(value, list) for value in values) and len({len(value) for value in values}) == 1
    return lists and sum(map(_is_text, document)) < _MOSTLY * len(document)


def _shape(document: Any) -> str:
    if isinstance(document, list):
        return "a list of lists of records"
    if not isinstance(document, dict):
        return "a single value"
    return f"an object with the keys {quoted(tuple(document), 6)}"


JSON = Format(
    read_json,
    (".json",),
    matches=lambda content, first, ending: (
        is_json(first, ending)
        and not is_lines(content, first, ending)
        and not has_ending(content, ".ipynb", ".py", ".pyi")
    ),
)
