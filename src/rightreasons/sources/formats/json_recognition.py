"""Whether a text is JSON lines or one JSON document, if it is JSON."""

import json
from typing import Any

from rightreasons.sources.raw import Content

LINES = (".jsonl", ".ndjson")
"""Endings of names of JSON lines."""
_HEAD = 4096


def is_json(first: str, ending: str) -> bool:
    """Return whether a text is JSON, from its first line and the ending of its name."""
    begins = first.lstrip().startswith(("{", "["))
    return ending in (*LINES, ".json") or (ending in {"", ".txt"} and begins)


def is_lines(content: Content, first: str, ending: str) -> bool:
    """Return whether JSON is an item a line rather than one document."""
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return ending in LINES and first.strip() not in ("[", "{")
    rows = ending in LINES and isinstance(value, dict) and "data" not in value
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
