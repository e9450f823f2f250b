"""Tell the format of a file: from its first bytes, then from its name, then from its first line."""

from collections.abc import Mapping
from functools import cache
from pathlib import PurePath

from rightreasons.errors import OptionError, UnknownFormatError, UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats import FORMATS
from rightreasons.sources.formats.delimited.separators import first_line
from rightreasons.sources.opening.plain_tables import is_plain_table
from rightreasons.sources.raw import Content, Format

COMPRESSED = (".gz", ".gzip", ".bz2", ".xz", ".zst")
_LAST = ("key-values", "fixed-width", "line-blocks", "tsv", "csv")  # these have no mark of their own
_NO_TABLES = (
    "arff",
    "code",
    "latex",
    "log",
    "markdown-records",
    "numbered-keys",
    "python",
    "sql",
    "vertical",
    "wiki",
)
"""Told by single lines, such as a cell of a table may hold too."""
_HEAD = 4096


@cache
def formats() -> Mapping[str, Format]:
    """Return every format by name."""
    return {name: FORMATS.load(name) for name in FORMATS}


@cache
def data_endings() -> frozenset[str]:
    """Return the endings of all formats."""
    return frozenset(ending for each in formats().values() for ending in each.endings)


def suffix_of(name: str) -> str:
    """Return the ending that tells the kind of a file, in lower case, without the one of its compression."""
    path = PurePath(name.lower())
    return (path.with_suffix("") if path.suffix in COMPRESSED else path).suffix


def binary_format(content: Content) -> str | None:
    """Return the name of the binary format that the first bytes or the ending tell, or None."""
    binary = {name: each for name, each in formats().items() if each.is_binary}
    for name, each in binary.items():
        if each.magic and content.data.startswith(each.magic):
            return name
    ending = suffix_of(content.name)
    return next((name for name, each in binary.items() if not each.magic and ending in each.endings), None)


def format_of(content: Content, stated: str | None = None) -> str:
    """Return the name of the format of `content`, one of `FORMATS`.

    Parameters
    ----------
    content
        The bytes, decompressed.
    stated
        What the user named; it is believed.

    Raises
    ------
    OptionError
        If what was stated is no format.
    UnknownFormatError
        If neither name nor content tell.
    UnreadableFileError
        If the bytes are no text and no known binary format.
    """
    by_name = formats()
    if stated is not None:
        if stated not in by_name:
            raise OptionError(f"format '{printable(stated)}'", f"one of {', '.join(by_name)}", "correct it")
        return stated
    binary = binary_format(content)
    if binary is not None:
        return binary
    ending = suffix_of(content.name)
    named = [name for name, each in by_name.items() if each.is_binary and ending in each.endings]
    return named[0] if named else _text_format(content, ending if ending in data_endings() else "")


def _text_format(content: Content, ending: str) -> str:
    if b"\0" in content.data[: 2 * _HEAD] and not content.data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnreadableFileError(
            f"{printable(content.name)} holds binary data",
            "text, Parquet or Arrow",
            "check that it is the right file; UTF-16 without a mark needs --encoding utf-16-le or utf-16-be",
        )
    first = first_line(content)
    text = {name: each for name, each in formats().items() if not each.is_binary}
    for name in (*(name for name in text if name not in _LAST), *_LAST):
        if text[name].is_of(content, first, ending) and not (name in _NO_TABLES and is_plain_table(content)):
            return name
    raise UnknownFormatError(
        f"{printable(content.name)} begins with '{printable(first, 60)}'",
        f"a format that name or content tell ({', '.join(formats())})",
        "name it with --format",
    )
