"""Whether a text is JSON lines or one JSON document, if it is JSON."""

import json
import re
from typing import Any

from rightreasons.sources.raw import Content

LINES = (".jsonl", ".ndjson")
"""Endings of names of JSON lines."""
ASSIGNED = re.compile(r"\s*(?:export\s+)?(?:(?:const|let|var)\s+)?[A-Za-z_$][\w$.]*\s*=(?=\s*[\[{])")
"""What stands before a document that a script holds: ``const items =``."""
_BEGINS = re.compile(r'\s*[\[{]\s*(?:$|["{\[\]}]|-?\d[\d.eE+-]*\s*(?:$|[,\]])|true|false|null|NaN)')
_HEAD = 4096


def is_json(first: str, ending: str) -> bool:
    """Return whether a text is JSON, from its first line and the ending of its name."""
    begins = _BEGINS.match(first) or ASSIGNED.match(first)
    return ending in (*LINES, ".json") or (ending in {"", ".txt"} and bool(begins))


def is_lines(content: Content, first: str, ending: str) -> bool:
    """Return whether JSON is an item a line rather than one document."""
    if ASSIGNED.match(first):
        return False
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
