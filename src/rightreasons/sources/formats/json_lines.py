"""JSON lines: an object a line, or a list a line with columns by position."""

import json
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any

import polars as pl

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.json_recognition import LINES, is_json, is_lines
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.python_values import frame_of, text_lists
from rightreasons.sources.raw import LINE, ROW, BadRow, Content, Format, Parsed, check_names, documents

ADDS = {"format": {"jsonl": "JSONL"}}
_Item = tuple[int, int | None, Any, str]
_FIRST = 20


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
            items = [(number, at, *parsed_json(found)) for number, (at, found) in enumerate(filled, row)]
            if not row and items and all(is_list_of_records(value) for _, _, value, _ in items[:_FIRST]):
                return _lists(content)
            frame, bad, fields = table_of(items, fields)
            malformed += bad
            row += len(bad)
        frames.append(frame)
        row += frame.height
        line += text.count("\n")
    return Parsed(_joined(frames), tuple(malformed))


def is_list_of_records(value: Any) -> bool:
    """Return whether a value is a list with records or lists in it, so that it is no row by positions."""
    return isinstance(value, list) and any(isinstance(each, (Mapping, list)) for each in value)


def _lists(content: Content) -> Parsed:
    """Return lines of which each holds several rows."""
    text = "".join(text_blocks(content))
    filled = [(at, found) for at, found in enumerate(text.split("\n"), 1) if found.strip()]
    return documents(
        [found for _, found in filled], [at for at, _ in filled], "a list of records in each line"
    )


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
    if frame.height != lines or {ROW, LINE} & set(frame.columns) or _has_a_key_twice(text, frame):
        return None
    return frame.with_columns(
        pl.int_range(row, row + lines, dtype=pl.Int64).alias(ROW),
        pl.int_range(line, line + lines, dtype=pl.Int64).alias(LINE),
    )


def _has_a_key_twice(text: str, frame: pl.DataFrame) -> bool:
    """Whether a key may stand twice in an object, of which polars keeps the first."""
    nulls = frame.null_count().row(0, named=True)
    if not any(nulls.values()) and '" :' not in text and text.count('":') == frame.height * frame.width:
        return False  # each key stands in each line, so each stands there once
    return any(_number_filled(text, name) > frame.height - null for name, null in nulls.items())


def _number_filled(text: str, name: str) -> int:
    """Return how often a key stands in a text with a value that is not null."""
    written = [f'"{name}"{colon}' for colon in (":", " :")]
    return sum(text.count(each) - text.count(f"{each} null") - text.count(f"{each}null") for each in written)


def table_of(items: Iterable[_Item], fields: int = 0) -> tuple[pl.DataFrame, list[BadRow], int]:
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
    # Of empty objects, only the numbers show how many there are.
    frame = frame_of(rows)
    check_names(frame.columns)
    return pl.DataFrame([*frame, numbers, lines]), bad, fields


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
        value = json.loads(text, object_pairs_hook=with_each_key_once)
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


def with_each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of JSON with these keys and values, for ``object_pairs_hook``.

    Raises
    ------
    ValueError
        If a key stands twice: which of the values is meant is not known.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for at, key in enumerate(keys) if key in keys[:at])
        raise ValueError(f"the key {printable(twice)!r} stands twice in an object")
    return found


def as_json(content: Content, document: Any) -> str:
    """Return a document as JSON.

    Raises
    ------
    UnreadableFileError
        If it holds half of a surrogate pair, a key that is no text, or a number of thousands of digits.
    """
    try:
        text = json.dumps(document, ensure_ascii=False, default=str)
        text.encode("utf-8")
    except UnicodeEncodeError:
        problem = "half of a surrogate pair"
    except TypeError:
        problem = "a key that is no text"
    except ValueError:
        problem = "a number of thousands of digits"
    else:
        return text
    raise UnreadableFileError(
        f"{printable(content.name)} holds {problem}",
        "texts and numbers that JSON can hold",
        "correct the file",
    )


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


JSONL = Format(
    read_jsonl,
    LINES,
    matches=lambda content, first, ending: is_json(first, ending) and is_lines(content, first, ending),
)
