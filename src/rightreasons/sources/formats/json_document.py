"""One JSON document: a list of rows, an object of columns, or either of them under a key of its own."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable, quoted
from rightreasons.sources.formats.json_text import parsed_json
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.formats.values import frame_of, series_of
from rightreasons.sources.raw import LINE, ROW, BadRow, Content, Parsed, numbered


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
        document = _only_rows(document)
    if isinstance(document, list):
        return _from_rows(document)
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


def _columns(document: Mapping[str, Any]) -> bool:
    values = list(document.values())
    return all(isinstance(value, list) for value in values) and len({len(value) for value in values}) == 1


def _shape(document: Any) -> str:
    if not isinstance(document, dict):
        return "a single value"
    return f"an object with the keys {quoted(tuple(document), 6)}"


def _from_rows(items: Sequence[Any]) -> Parsed:
    rows: list[dict[str, Any]] = []
    bad: list[BadRow] = []
    kept: list[int] = []
    fields = next((len(item) for item in items if isinstance(item, list)), 0)
    for number, item in enumerate(items):
        value, problem = _row(item, fields)
        if problem:
            bad.append(BadRow(number, None, problem))
        else:
            rows.append(value)
            kept.append(number)
    numbers = pl.Series(ROW, kept, dtype=pl.Int64)
    frame = pl.DataFrame([*frame_of(rows), numbers, pl.Series(LINE, [None] * len(kept), dtype=pl.Int64)])
    return Parsed(frame, tuple(bad))


def _row(item: Any, fields: int) -> tuple[dict[str, Any], str]:
    if isinstance(item, dict):
        return item, ""
    if not isinstance(item, list):
        return {}, "is neither an object nor a list"
    if len(item) != fields:
        return {}, f"has {len(item)} of {fields} fields"
    return {str(position): value for position, value in enumerate(item)}, ""
