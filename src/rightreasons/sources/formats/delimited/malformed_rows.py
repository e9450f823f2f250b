"""Delimited text by stated quoting; why rows are malformed, and the option that reads all of them."""

from collections.abc import Sequence
from dataclasses import replace

from rightreasons.errors import InputError
from rightreasons.sources.formats.delimited.comma_separated import SWALLOWED, read_csv
from rightreasons.sources.formats.delimited.plain_fields import split_lines
from rightreasons.sources.formats.delimited.separators import separator_of
from rightreasons.sources.formats.delimited.tab_separated import read_tsv
from rightreasons.sources.raw import HIDDEN, Content, Parsed

_OTHERS = ("\t", ";", ",", "|")
_NOT_CLOSED = "a quotation mark is not closed, and rows behind it stand inside it"
_NAMES = {"\t": "a tab", ",": "a comma", ";": "a semicolon", "|": "a bar"}


def read_delimited(content: Content, *, quoting: bool, noting: bool, headerless: bool) -> Parsed:
    """Read delimited text, and say of malformed rows why they are so.

    Parameters
    ----------
    content
        The file.
    quoting
        Whether quotation marks enclose cells.
    noting
        Whether cells that stand in quotation marks are noted, where these enclose nothing.
    headerless
        Whether it has no header.
    """
    if quoting:
        parsed = read_csv(content, headerless=headerless)
    elif noting:
        parsed = read_tsv(content, headerless=headerless)
    else:
        parsed = split_lines(content, separator_of(content), headerless=headerless)
    if not parsed.malformed:
        return parsed
    if quoting and (told := _swallowed(content, parsed, headerless=headerless)):
        return told
    cause, option = explained(content, parsed, quoting=quoting, headerless=headerless)
    return replace(parsed, cause=cause, reads_all=option)


def _swallowed(content: Content, parsed: Parsed, *, headerless: bool) -> Parsed | None:
    """Return what was read, with the way to read more, where a quotation mark takes rows behind it in."""
    if all(bad.problem != SWALLOWED for bad in parsed.malformed):
        return None
    other = _read_otherwise(content, separator_of(content), quoting=True, headerless=headerless)
    if other is None or 2 * len(other.malformed) >= len(parsed.malformed):
        return replace(parsed, cause=_NOT_CLOSED)
    if not other.malformed:
        return replace(parsed, cause=_NOT_CLOSED, reads_all="--quoting off")
    return replace(parsed, cause=_NOT_CLOSED, reads_more="--quoting off --on-malformed drop")


def explained(content: Content, parsed: Parsed, *, quoting: bool, headerless: bool) -> tuple[str, str]:
    """Return the likely cause of malformed rows, and the option that reads all rows; each may be empty.

    Parameters
    ----------
    content
        The file.
    parsed
        What was read of it; some rows are malformed.
    quoting
        Whether quotation marks enclosed cells.
    headerless
        Whether it has no header.
    """
    separator = separator_of(content)
    name = _NAMES.get(separator, f"'{separator.strip()}'")
    lines, fields = _lines(content, parsed), len(parsed.frame.drop(HIDDEN).columns)
    other = _read_otherwise(content, separator, quoting=quoting, headerless=headerless)
    if other is not None and _is_whole(other, parsed):
        if quoting:
            return "a quotation mark is text and encloses nothing", "--quoting off"
        within = name if all(_fields(line, separator) > fields for line in lines) else "a line break"
        return f"{within} stands inside quotation marks, which enclose cells", "--quoting on"
    return _seen_in(lines, separator, name, fields), ""


def _read_otherwise(content: Content, separator: str, *, quoting: bool, headerless: bool) -> Parsed | None:
    try:
        if quoting:
            return split_lines(content, separator, headerless=headerless)
        return read_csv(content, headerless=headerless)
    except InputError:
        return None


def _is_whole(other: Parsed, parsed: Parsed) -> bool:
    """Whether a reading has the same columns, no malformed rows, and has not lost any in a cell."""
    rows = parsed.frame.height
    return other.frame.columns == parsed.frame.columns and not other.malformed and other.frame.height >= rows


def _lines(content: Content, parsed: Parsed) -> Sequence[str]:
    """Return the lines that malformed rows begin on."""
    whole = content.data.split(b"\n")
    places = [bad.line for bad in parsed.malformed[:20] if bad.line is not None]
    return [whole[line - 1].decode("utf-8", "replace") for line in places if line <= len(whole)]


def _fields(line: str, separator: str) -> int:
    return line.count(separator) + 1


def _seen_in(lines: Sequence[str], separator: str, name: str, fields: int) -> str:
    if not lines:
        return ""
    found = [_fields(line, separator) for line in lines]
    if all(count > fields for count in found):
        return f"{name} stands inside a text that is not in quotation marks"
    for other in _OTHERS:
        if other != separator and all(_fields(line, other) == fields for line in lines):
            return f"{_NAMES[other]} separates the cells of these rows, and {name} those of the others"
    if all(count < fields for count in found):
        return f"{name} is missing between two cells, or a line break stands inside one"
    return ""
