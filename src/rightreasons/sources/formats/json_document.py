"""One JSON document: a list of rows, an object of columns, or either of them under a key of its own."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable, quoted
from rightreasons.sources.formats.json_lines import parsed_json, table_of
from rightreasons.sources.formats.json_recognition import is_json, is_lines
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.python_values import series_of
from rightreasons.sources.raw import Content, Format, Parsed, numbered
from rightreasons.sources.splits import split_in

ADDS = {"format": {"json": "JSON"}}


def read_json(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read a JSON document.

    Raises
    ------
    UnreadableFileError
        If it is not valid JSON, or valid JSON of another shape.
    """
    document, problem = parsed_json("".join(text_blocks(content)))
    if problem:
        raise UnreadableFileError(
            f"{printable(content.name)} {problem}", "one JSON document", "check that the file is whole"
        )
    if isinstance(document, dict) and isinstance(document.get("data"), (list, dict)):
        document = document["data"]
    elif isinstance(document, dict):
        document = _rows_by_key(_only_rows(document))
    if isinstance(document, list):
        frame, bad, _ = table_of((at, None, item, "") for at, item in enumerate(document))
        return Parsed(frame, tuple(bad))
    if isinstance(document, dict) and _columns(document):
        return Parsed(numbered(pl.DataFrame([series_of(name, column) for name, column in document.items()])))
    raise UnreadableFileError(
        f"{printable(content.name)} holds {_shape(document)}",
        "a list of objects, or an object of columns of one length",
        "convert it to JSON lines with one object a line",
    )


def _only_rows(document: Mapping[str, Any]) -> Any:
    """Return the one list of objects beside things that are no lists, or the document itself."""
    lists = [value for value in document.values() if isinstance(value, list)]
    if len(lists) != 1 or not lists[0] or not all(isinstance(item, dict) for item in lists[0]):
        return document
    return lists[0]


def _rows_by_key(document: Any) -> Any:
    """Return an object of objects, or of lists of objects, as a list of objects that hold the key too.

    The key is called ``split`` where every one names a split, else ``key``.
    """
    if not isinstance(document, dict) or not document or not all(map(_is_rows, document.values())):
        return document
    rows = [
        (key, row)
        for key, value in document.items()
        for row in (value if isinstance(value, list) else [value])
    ]
    name = "split" if all(split_in(key) for key in document) else "key"
    return [{name: key, **row} for key, row in rows]


def _is_rows(value: Any) -> bool:
    items = value if isinstance(value, list) else [value]
    return bool(items) and all(isinstance(item, dict) and item for item in items)


def _columns(document: Mapping[str, Any]) -> bool:
    values = list(document.values())
    return all(isinstance(value, list) for value in values) and len({len(value) for value in values}) == 1


def _shape(document: Any) -> str:
    if not isinstance(document, dict):
        return "a single value"
    return f"an object with the keys {quoted(tuple(document), 6)}"


JSON = Format(
    read_json,
    (".json",),
    matches=lambda content, first, ending: is_json(first, ending) and not is_lines(content, first, ending),
)
