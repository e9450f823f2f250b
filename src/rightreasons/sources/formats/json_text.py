"""JSON: an object or a list a line, or one document of rows or columns."""

import json
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any

import polars as pl

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable, quoted
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.raw import (
    LINE,
    ROW,
    BadRow,
    Content,
    Format,
    Parsed,
    frame_of,
    numbered,
    series_of,
    text_lists,
)
from rightreasons.sources.splits import split_in

ADDS = {"format": {"jsonl": "JSONL", "json": "JSON"}}

# JSON lines: an object a line, or a list a line with columns by position.


_Item = tuple[int, int | None, Any, str]


def read_jsonl(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read JSON lines; a line that is no object (or not a list as long as the first) is malformed.

    polars reads what it can, a block at a time; a block that it refuses, or in which it would replace a
    character, is read again line by line, which also finds the lines at fault.
    """
    frames: list[pl.DataFrame] = []
    malformed: list[BadRow] = []
    line, row, fields = 1, 0, 0
    for text in text_blocks(content):
        frame = _by_polars(text, row, line)
        if frame is None:
            filled = ((line + at, found) for at, found in enumerate(text.split("\n")) if found.strip())
            items = ((number, at, *parsed_json(found)) for number, (at, found) in enumerate(filled, row))
            frame, bad, fields = _table(items, fields)
            malformed += bad
            row += len(bad)
        frames.append(frame)
        row += frame.height
        line += text.count("\n")
    return Parsed(_joined(frames), tuple(malformed))


def _by_polars(text: str, row: int, line: int) -> pl.DataFrame | None:
    """Return a block of which every line is an object, as polars reads it; None if it is anything else."""
    # polars turns a lone surrogate into another character, and Python's reader would not.
    if "\\ud" in text or "\\uD" in text:
        return None
    try:
        frame = pl.read_ndjson(BytesIO(text.encode()), infer_schema_length=None)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        return None
    lines = text.count("\n") + (not text.endswith("\n"))
    if frame.height != lines or {ROW, LINE} & set(frame.columns):
        return None
    return frame.with_columns(
        pl.int_range(row, row + lines, dtype=pl.Int64).alias(ROW),
        pl.int_range(line, line + lines, dtype=pl.Int64).alias(LINE),
    )


def _table(items: Iterable[_Item], fields: int = 0) -> tuple[pl.DataFrame, list[BadRow], int]:
    """Return the rows that are objects, or lists as long as the first; the others; and how long lists are."""
    rows: list[dict[str, Any]] = []
    places: list[tuple[int, int | None]] = []
    bad: list[BadRow] = []
    for row, line, value, problem in items:
        fields = fields or (len(value) if isinstance(value, list) else 0)
        found, wrong = ({}, problem) if problem else _row(value, fields)
        if wrong:
            bad.append(BadRow(row, line, wrong))
        else:
            rows.append(found)
            places.append((row, line))
    numbers = pl.Series(ROW, [row for row, _ in places], dtype=pl.Int64)
    lines = pl.Series(LINE, [line for _, line in places], dtype=pl.Int64)
    # Of empty objects, only the numbers tell how many there are.
    return pl.DataFrame([*frame_of(rows), numbers, lines]), bad, fields


def _row(item: Any, fields: int) -> tuple[dict[str, Any], str]:
    if isinstance(item, dict):
        return item, ""
    if not isinstance(item, list):
        return {}, "is neither an object nor a list"
    if len(item) != fields:
        return {}, f"has {len(item)} of {fields} fields"
    return {str(position): value for position, value in enumerate(item)}, ""


def parsed_json(text: str) -> tuple[Any, str]:
    """Return the value of a JSON text and, if it has none, what is wrong with it."""
    try:
        value = json.loads(text)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return None, "holds half of a surrogate pair"
    except (ValueError, RecursionError) as error:
        return (
            None,
            f"is not valid JSON ({type(error).__name__ if isinstance(error, RecursionError) else error})",
        )
    return value, ""


def _joined(frames: Sequence[pl.DataFrame]) -> pl.DataFrame:
    if not frames:
        return pl.DataFrame(schema={ROW: pl.Int64, LINE: pl.Int64})
    try:
        return pl.concat(frames, how="diagonal_relaxed")
    except pl.exceptions.PolarsError:  # a column that is nested in one block only
        return pl.concat([_as_text_lists(frame) for frame in frames], how="diagonal_relaxed")


def _as_text_lists(frame: pl.DataFrame) -> pl.DataFrame:
    columns = [
        column
        if column.name in {ROW, LINE}
        else text_lists(column.name, [[value] for value in column.to_list()])
        for column in frame
    ]
    return pl.DataFrame(columns)


# One JSON document: a list of rows, an object of columns, or either of them under a key of its own.


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
        frame, bad, _ = _table((at, None, item, "") for at, item in enumerate(document))
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


# Which of the two a text is, if it is JSON.


_LINES = (".jsonl", ".ndjson")
_HEAD = 4096


def _is_json(first: str, ending: str) -> bool:
    begins = first.lstrip().startswith(("{", "["))
    return ending in (*_LINES, ".json") or (ending in {"", ".txt"} and begins)


def _is_lines(content: Content, first: str, ending: str) -> bool:
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return ending in _LINES and first.strip() != "["
    rows = ending in _LINES and isinstance(value, dict) and "data" not in value
    return rows or _goes_on_after(content, first) or _is_row(value)


def _goes_on_after(content: Content, first: str) -> bool:
    """Whether anything but white space follows the first line."""
    line = first.encode("utf-8")
    after = content.data.find(line) + len(line)
    return any(
        content.data[start : start + _HEAD].strip() for start in range(after, len(content.data), _HEAD)
    )


def _is_row(value: Any) -> bool:
    """Whether a value alone in its file is one row, not a table."""
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return bool(items) and not any(isinstance(item, (list, dict)) for item in items)


JSONL = Format(
    read_jsonl,
    _LINES,
    matches=lambda content, first, ending: _is_json(first, ending) and _is_lines(content, first, ending),
)
JSON = Format(
    read_json,
    (".json",),
    matches=lambda content, first, ending: _is_json(first, ending) and not _is_lines(content, first, ending),
)
