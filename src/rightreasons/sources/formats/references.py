"""Files of references used as records: BibTeX entries, and lines of tags (``TI  - ...``) as RIS has them."""

import re
from collections.abc import Iterator, Mapping

import polars as pl

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import has_ending
from rightreasons.sources.formats.latex_text import plain_text
from rightreasons.sources.formats.lines import lines, text_blocks
from rightreasons.sources.raw import LINE, ROW, Content, Format, Parsed

ADDS = {"format": {"references": "REFERENCES"}}
_TAG = re.compile(r"(?P<name>[A-Z][A-Z0-9]{1,3})\s{1,4}-(?: (?P<value>.*)|\s*)")
_ENDS = "ER"
_ENTRY = re.compile(r"^[ \t]*@(?P<kind>\w+)\s*\{\s*(?P<key>[^,\s{}]*)\s*,", re.MULTILINE)
_FIELD = re.compile(r"\s*,?\s*(?P<name>[\w-]+)\s*=\s*")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*+)"', re.DOTALL)
_BARE = re.compile(r"[^,{}\s]+")
_NO_ENTRIES = ("comment", "string", "preamble")
_LEAST = 2
_Record = tuple[int, Mapping[str, str]]


def read_references(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - tags name the columns
    """Read the records; a tag that stands several times gives lines of one cell.

    Raises
    ------
    UnreadableFileError
        If there is none.
    """
    text = "".join(text_blocks(content))
    found = list(_entries(text)) if _ENTRY.search(text) else list(_tagged(content))
    if not found:
        raise UnreadableFileError(
            f"{printable(content.name)} holds no references",
            "entries '@KIND{KEY, ...}', or lines 'TI  - ...'",
            "name another format",
        )
    names = dict.fromkeys(name for _, record in found for name in record)
    columns = [pl.Series(name, [record.get(name) for _, record in found], dtype=pl.String) for name in names]
    numbers = pl.Series(ROW, range(len(found)), dtype=pl.Int64)
    starts = pl.Series(LINE, [line for line, _ in found], dtype=pl.Int64)
    return Parsed(pl.DataFrame([*columns, numbers, starts]))


def _tagged(content: Content) -> Iterator[_Record]:
    """Yield the line on which each record of tags begins, and its values."""
    start, record, last = 1, dict[str, str](), ""
    for number, line in enumerate(lines(content), 1):
        tag = _TAG.fullmatch(line)
        if tag is not None and tag["name"] == _ENDS:
            if record:
                yield start, record
            record, last = {}, ""
        elif tag is not None:
            start = start if record else number
            last = tag["name"]
            value = (tag["value"] or "").strip()
            record[last] = f"{record[last]}\n{value}" if last in record else value
        elif last and line.strip():
            record[last] = f"{record[last]} {line.strip()}"
    if record:
        yield start, record


def _entries(text: str) -> Iterator[_Record]:
    line, counted, at = 1, 0, 0
    while entry := _ENTRY.search(text, at):
        line += text.count("\n", counted, entry.start())
        counted = entry.start()
        fields, at = _fields(text, entry.end())
        if entry["kind"].lower() not in _NO_ENTRIES:
            yield line, {"kind": entry["kind"], "key": entry["key"], **fields}


def _fields(text: str, at: int) -> tuple[dict[str, str], int]:
    """Return the fields of an entry, and where they end."""
    found: dict[str, str] = {}
    while field := _FIELD.match(text, at):
        at = field.end()
        if text[at : at + 1] == "{":
            end = _closing(text, at)
            value = text[at + 1 : end]
            at = end + 1
        elif quoted := (_QUOTED.match(text, at) or _BARE.match(text, at)):
            value = quoted[1] if quoted.re is _QUOTED else quoted[0]
            at = quoted.end()
        else:
            break
        found[field["name"].lower()] = plain_text(value)
    return found, at


def _closing(text: str, at: int) -> int:
    """Return where a group in braces ends that begins here; the end of the text where none does."""
    deep = 0
    for mark in re.compile(r"(?<!\\)[{}]").finditer(text, at):
        deep += 1 if mark[0] == "{" else -1
        if deep == 0:
            return mark.start()
    return len(text)


def _matches(content: Content, first: str, ending: str) -> bool:
    if ending not in ("", ".txt"):
        return False
    return has_ending(content, ".bib", ".ris", ".nbib") or bool(_ENTRY.match(first) or _TAG.fullmatch(first))


REFERENCES = Format(read_references, matches=_matches)
