"""Records of lines ``key: value``, whatever the keys are called: every record is a row, every key a column.

A record ends at a blank line or a line of marks (``-----``), or where its keys begin anew. A line without a
key goes on with the value before it; ``### Key``, ``3. Key: value`` and ``# key = value`` begin a value too.
Other headings, comments (``%``) and sections in brackets part records; a number begins one. Where keys stand
in comments (CoNLL), other lines are the column ``lines``.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import polars as pl

from rightreasons.sources.formats.blocks import BLOCKS
from rightreasons.sources.formats.delimited.separators import first_line
from rightreasons.sources.formats.lines import lines
from rightreasons.sources.raw import LINE, ROW, BadRow, Content, Format, Parsed

ADDS = {"format": {"key-values": "KEY_VALUES"}}

RULE = re.compile(r"\s*([-=*_~#])(?:\s?\1){2,}\s*")
"""A line of marks between records."""
_HEAD = 64 * 2**10
_LEAST_RECORDS, _LEAST_KEYS = 3, 2
_MOST_KEYS = 40
_OFTEN = 0.9
_LETTER = r"(?:[^\W_]|[()?'])"
_WORD = rf"{_LETTER}+(?:_+{_LETTER}[\w()?']*(?![\w()?']))?"
_FIELD = (
    re.compile(  # what follows a part begins with none of its characters, as lines may be long and of one
        r"(?:[-*]\s+)?(?:\d{1,7}[.)]\s+)?(?P<marks>[#*_]{0,6})\s?"
        rf"(?P<key>[^\W\d_][^\W_]*(?:_+{_WORD})?(?:[ /-]_*{_WORD}){{0,3}})"
        r"\s?(?P<colon>:)?(?P=marks)?(?P<also>:)?(?:\s+(?P<value>\S.*))?"
    )
)
_EQUALS = re.compile(r"(?P<comment>#\s*)?(?P<key>[^\W\d_][\w.-]*)\s*=\s*(?P<value>\S.*)?")
_SPACED = re.compile(r"(?P<key>[A-Z][A-Za-z]{0,11}\d{0,2})(?: {2,}|\t+ *)(?P<value>\S.*)")
_ARROW = re.compile(r"(?P<key>=>|->|\u2192|\u21d2) *(?P<value>\S.*)")
"""Keys without a colon: `P1  A man sleeps.`, and a verdict behind an arrow."""
_HEADING = re.compile(r"\s*#{1,6}\s+\S.*|\s*\[[^\[\]]{1,60}\]\s*|\s*%.*|= .{1,60} =\s*")
_NUMBERED = re.compile(r"\s*[(\[]?(?:[A-Za-z]{1,20}[ _.-]?)?\d{1,6}[)\]]?[.:]?\s*")
ITEM = "item"
"""What the line is called that a record begins with, where it is a number or a name with one."""
OTHER = "lines"
"""What lines that are no comments are called, where keys stand in comments."""
_Line = tuple[int, str, str | None, str]


def read_key_values(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read records; lines before the first key are malformed."""
    keys = _keys(content)
    rows: list[Mapping[str, str]] = []
    places: list[tuple[int, int]] = []
    malformed: list[BadRow] = []
    for number, (line, record) in enumerate(
        _records(_lines(content, keys), by_blank=_by_blank(content, keys))
    ):
        if "" in record:
            malformed.append(BadRow(number, line, f"begins with no key ('{record[''][:40]}')"))
        else:
            rows.append(record)
            places.append((number, line))
    names = dict.fromkeys(name for row in rows for name in row)
    columns = [pl.Series(name, [row.get(name) for row in rows], dtype=pl.String) for name in names]
    numbers = pl.Series(ROW, [row for row, _ in places], dtype=pl.Int64)
    starts = pl.Series(LINE, [line for _, line in places], dtype=pl.Int64)
    return Parsed(pl.DataFrame([*columns, numbers, starts]), tuple(malformed))


def is_key_values(content: Content) -> bool:
    """Whether the head of a text is records of keys and values, most of which have the same keys."""
    first = first_line(content)
    if "\t" in first or (_field(first) is None and not _parts_records(first)):
        return False
    head = _head(content)
    keys = _keys(head)
    if not _LEAST_KEYS <= len(keys) <= _MOST_KEYS:
        return False
    by_blank = _by_blank(head, keys)
    found = [record for _, record in _records(_lines(head, keys), by_blank=by_blank)]
    parts = list(_parts(head, keys)) if by_blank else [set(record) for record in found]
    parts = parts if len(content.data) <= _HEAD else parts[:-1]
    counts = Counter(key for part in parts for key in part)
    common = [key for key, number in counts.items() if number >= _OFTEN * len(parts)]
    keyed = not any("" in record for record in found)
    return len(parts) >= _LEAST_RECORDS and len(common) >= _LEAST_KEYS and keyed


def _parts(content: Content, keys: Mapping[str, str]) -> Iterator[set[str]]:
    """Yield the keys of what stands between blank lines, in which a key may occur several times."""
    part: set[str] = set()
    for _, text, key, _ in _lines(content, keys):
        if not text and part:
            yield part
            part = set()
        part |= {key} if key else set()
    if part:
        yield part


def _head(content: Content) -> Content:
    whole = content.data[:_HEAD]
    return content if len(content.data) <= _HEAD else Content(content.name, whole[: whole.rfind(b"\n") + 1])


def _field(line: str) -> tuple[str, str] | None:
    """Return key and value of a line, or None."""
    stated = _EQUALS.fullmatch(line.strip())
    if stated:
        return stated["key"], stated["value"] or ""
    found = _FIELD.fullmatch(line.strip())
    bare = _SPACED.fullmatch(line.strip()) or _ARROW.fullmatch(line.strip())
    if bare and not (found and (found["colon"] or found["also"])):
        return bare["key"], bare["value"]
    if not found:
        return None
    heading = found["marks"] and not found["value"]
    return (found["key"], found["value"] or "") if found["colon"] or found["also"] or heading else None


def _keys(content: Content) -> Mapping[str, str]:
    """Return the keys of a text as they are first written, by their lower case.

    Where every line has one, all are; else those that begin as many lines as half the records.
    """
    spelled: dict[str, str] = {}
    counts: Counter[str] = Counter()
    every = True
    for line in lines(_head(content)):
        field = _field(line)
        if field is not None:
            spelled.setdefault(field[0].lower(), field[0])
            counts[field[0].lower()] += 1
        elif line.strip() and not _parts_records(line):
            every = False
    first = next(iter(counts.values()), 0)
    least = 1 if every else max(2, first / 2)
    return {key: name for key, name in spelled.items() if counts[key] >= least}


def _lines(content: Content, keys: Mapping[str, str]) -> Iterator[_Line]:
    """Yield number, text, key and value of each line: no key where it has none, no text where it parts."""
    in_comments = bool((found := _EQUALS.fullmatch(first_line(content).strip())) and found["comment"])
    last: str | None = None
    for number, line in enumerate(lines(content), 1):
        field = _field(line)
        if not line.strip() or RULE.fullmatch(line):
            last = None
            yield number, "", last, ""
        elif field is not None and field[0].lower() in keys:
            last = keys[field[0].lower()]
            yield number, line, last, field[1]
        elif in_comments and last not in (None, OTHER):
            last = OTHER
            yield number, line, OTHER, line
        elif last is None and _NUMBERED.fullmatch(line):
            last = ITEM
            yield number, line, ITEM, line.strip()
        elif last is None and _parts_records(line):
            yield number, "", None, ""
        else:
            yield number, line, None, line if last == OTHER else line.strip()


def _parts_records(line: str) -> bool:
    """Whether a line stands between records: one of marks, a heading that is no key, or ``[a section]``."""
    return bool(RULE.fullmatch(line) or _HEADING.fullmatch(line) or _NUMBERED.fullmatch(line))


def _by_blank(content: Content, keys: Mapping[str, str]) -> bool:
    """Whether what stands between blank lines are records: none has one key only."""
    found, sizes = 0, []
    for _, text, key, _ in _lines(_head(content), keys):
        found += key is not None
        if not text and found:
            sizes.append(found)
            found = 0
    return bool(sizes) and min(sizes) > 1


def _records(found: Iterable[_Line], *, by_blank: bool) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the line on which each record begins, and values by key; text before the first is under ''."""
    start, values = 0, dict[str, list[str]]()
    for number, text, key, value in found:
        ends = (not text and by_blank) or (key is not None and key in values)
        if ends and values:
            yield start, _joined(values)
            values = {}
        if text:
            start = start if values else number
            values.setdefault(key or next(reversed(values), ""), []).append(value)
    if values:
        yield start, _joined(values)


def _joined(values: Mapping[str, Sequence[str]]) -> Mapping[str, str]:
    return {key: "\n".join(filter(None, parts)) for key, parts in values.items()}


def _matches(content: Content, first: str, ending: str) -> bool:
    return ending in {"", ".txt"} and not BLOCKS.is_of(content, first, ending) and is_key_values(content)


KEY_VALUES = Format(read_key_values, matches=_matches)
