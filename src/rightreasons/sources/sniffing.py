"""Tell the format of a file: from its first bytes, then from its name, then from its first line."""

import json
from pathlib import PurePath
from typing import Any

from rightreasons.errors import OptionError, UnknownFormatError, UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats import FORMATS
from rightreasons.sources.formats.blocks import is_block_line
from rightreasons.sources.formats.columnar import FILE_MAGIC
from rightreasons.sources.formats.delimited_text import first_line, separator_of
from rightreasons.sources.raw import Content

SUFFIXES = {
    ".jsonl": "json", ".ndjson": "json", ".json": "json",
    ".csv": "delimited", ".tsv": "delimited", ".txt": "text",
    ".xlsx": "excel", ".xlsm": "excel", ".xlsb": "excel", ".xls": "excel", ".ods": "excel",
    ".parquet": "parquet", ".arrow": "arrow", ".feather": "arrow", ".ipc": "arrow",
}  # fmt: skip
LINES = (".jsonl", ".ndjson")
COMPRESSED = (".gz", ".gzip", ".bz2", ".xz")
_MAGIC = ((b"PAR1", "parquet"), (FILE_MAGIC, "arrow"), (b"\xff\xff\xff\xff", "arrow"))
_HEAD = 4096


def suffix_of(name: str) -> str:
    """Return the ending that tells the kind of a file, in lower case, without the one of its compression."""
    path = PurePath(name.lower())
    return (path.with_suffix("") if path.suffix in COMPRESSED else path).suffix


def binary_format(content: Content) -> str | None:
    """Return the name of the binary format that the first bytes or the ending tell, or None."""
    for magic, name in _MAGIC:
        if content.data.startswith(magic):
            return name
    return "excel" if SUFFIXES.get(suffix_of(content.name)) == "excel" else None


def format_of(content: Content, stated: str | None = None) -> str:
    """Return the name of the format of `content`, one of `FORMATS`.

    Parameters
    ----------
    content
        The bytes, decompressed.
    stated
        What the user said; it is believed.

    Raises
    ------
    OptionError
        If what was stated is no format.
    UnknownFormatError
        If neither name nor content tell.
    UnreadableFileError
        If the bytes are no text and no known binary format.
    """
    if stated is not None:
        if stated not in FORMATS:
            raise OptionError(f"format '{printable(stated)}'", f"one of {', '.join(FORMATS)}", "correct it")
        return stated
    binary = binary_format(content)
    if binary is not None:
        return binary
    kind = SUFFIXES.get(suffix_of(content.name), "unknown")
    if kind in FORMATS and kind != "json":
        return kind
    return _text_format(content, kind)


def _text_format(content: Content, kind: str) -> str:
    if b"\0" in content.data[: 2 * _HEAD] and not content.data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnreadableFileError(
            f"{printable(content.name)} holds binary data",
            "text, Parquet or Arrow",
            "check that it is the right file; UTF-16 without a mark needs --encoding utf-16-le or utf-16-be",
        )
    first = first_line(content)
    if kind in {"text", "unknown"} and is_block_line(first):
        return "blocks"
    if kind == "json" or (kind != "delimited" and first.lstrip().startswith(("{", "["))):
        return _json_format(content, first)
    separator = separator_of(content)
    if kind == "unknown" and separator not in first:
        raise UnknownFormatError(
            f"{printable(content.name)} begins with '{printable(first, 60)}'",
            f"a format that name or content tell ({', '.join(FORMATS)})",
            "name it with --format",
        )
    return "tsv" if separator == "\t" else "csv"


def _json_format(content: Content, first: str) -> str:
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return "jsonl" if suffix_of(content.name) in LINES and first.strip() != "[" else "json"
    lines = suffix_of(content.name) in LINES and isinstance(value, dict) and "data" not in value
    return "jsonl" if lines or _goes_on_after(content, first) or _is_row(value) else "json"


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
