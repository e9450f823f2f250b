"""YAML that holds rows, as suites of test cases do: a list of mappings, also under a key; read as JSON is."""

import json
import re
from typing import Any

from rightreasons.errors import UnreadableFileError
from rightreasons.guarded_yaml import MOST_BYTES, guarded_yaml
from rightreasons.printable import printable
from rightreasons.sources.formats.json_document import table_in
from rightreasons.sources.formats.json_lines import as_json
from rightreasons.sources.raw import Content, Format, Parsed

ADDS = {"format": {"yaml": "YAML"}}
_FEWEST_ROWS = 2
_PARTED = re.compile(rb"^(?:---|\.\.\.)[ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE)


def read_yaml(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read a YAML document.

    Raises
    ------
    UnreadableFileError
        If it is no YAML, or breaks the bounds of all YAML that is read.
    """
    try:
        document = yaml_document(content.data)
    except ValueError as error:
        raise UnreadableFileError(
            f"{printable(content.name)} is not read as YAML ({error})",
            "one document",
            "convert it to JSON",
        ) from None
    text = as_json(content, document)
    return table_in(json.loads(text), text)  # dates as texts, wherever they stand


def yaml_document(data: bytes) -> Any:
    """Return what a YAML text holds: its document, or a list of several, which lines ``---`` part.

    Raises
    ------
    ValueError
        As `guarded_yaml`.
    """
    if len(data) > MOST_BYTES:
        return guarded_yaml(data)
    parts = [part for part in _PARTED.split(data) if part.strip()]
    return [guarded_yaml(part) for part in parts] if len(parts) > 1 else guarded_yaml(data)


def holds_rows(document: Any) -> bool:
    """Return whether a YAML document is data, and neither a recipe nor a list of files."""
    if isinstance(document, dict):
        lists = [value for value in document.values() if isinstance(value, list)]
        keyed = len(document) >= _FEWEST_ROWS and all(isinstance(each, dict) for each in document.values())
        return any(map(_is_rows, lists)) or (keyed and _is_rows(list(document.values())))
    return isinstance(document, list) and _is_rows(document)


def _is_rows(items: list[Any]) -> bool:
    """Whether items are mappings of two keys or more, none of which is the path of a file."""
    mappings = len(items) >= _FEWEST_ROWS and all(isinstance(item, dict) for item in items)
    return mappings and all(len(item) > 1 and "path" not in item for item in items)


YAML = Format(read_yaml, matches=lambda *_: False)
