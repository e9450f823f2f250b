"""Markdown whose headings begin records, or that has front matter: a row a section, a column a kind of part.

A record begins at each heading of the level that has most. The columns are the ``heading``, also without its
number, those above it (``heading 1``), ``quotation`` for what stands behind ``>``, keys in bold or before a
colon, headings below it, ``text`` for other paragraphs, ``items`` for lists. A page with a table is none of
records.
"""

import re
from collections import Counter
from collections.abc import Iterator

import polars as pl

from rightreasons.errors import UnreadableFileError
from rightreasons.guarded_yaml import guarded_yaml
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import frame_of, has_ending
from rightreasons.sources.formats.lines import lines
from rightreasons.sources.formats.markdown_table import holds_table
from rightreasons.sources.python_values import as_text, series_of
from rightreasons.sources.raw import Content, Format, Parsed

ADDS = {"format": {"markdown-records": "MARKDOWN_RECORDS"}}
_HEAD = 64 * 2**10
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*")
_ORG_HEADING = re.compile(r"(\*{1,6})\s+(.*?)\s*")
_KEY = re.compile(r"\s*(?:[-*+]\s+)?(?:\*\*|__|\*|_)([^*_:]{1,60}?)\s*:?\s*(?:\*\*|__|\*|_)\s*:?\s*(\S.*)?")
_PLAIN_KEY = re.compile(r"\s*(?:[-*+]\s+)?([^\W\d_][\w ()/'-]{0,40}?)\s*:\s+(\S.*)")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)])\s+(\S.*)")
_QUOTED = re.compile(r"\s{0,3}>\s?(.*)")
_FENCE = re.compile(r"\s*(?:(`{3,})[^`]*|(~{3,}).*)")
_NUMBERED = re.compile(
    r"^(?P<name>[^\W\d_][\w ]{0,40}?)?\s*#?(?P<number>\d{1,6})\s*[:.)—–-]\s*(?P<rest>\S.*)$"
)
_OF_HEADINGS = re.compile(r"heading(?: \d| without number)?")
_FRONT = "---"
_LEAST_ROWS = 2
_Record = tuple[int, dict[str, list[str]]]


def read_markdown_records(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read the sections of a page; its front matter stands in every row, as ``front NAME`` on a clash.

    Raises
    ------
    UnreadableFileError
        If it has neither front matter nor headings of records.
    ColumnError
        If a name is one that columns of our own have.
    """
    front, below = _front(content)
    level = _level(content)
    if not level and not front:
        raise UnreadableFileError(
            f"{printable(content.name)} has no headings that begin records",
            "a heading a record",
            "name another format",
        )
    outside: list[str] = []
    records = list(_records(content, below, level, outside)) if level else [_whole(content, below)]
    names = dict.fromkeys(name for _, record in records for name in record)
    values = [
        pl.Series(
            name,
            ["\n".join(record[name]) if name in record else None for _, record in records],
            dtype=pl.String,
        )
        for name in names
    ]
    fixed = []
    for name, value in front.items():
        own = name
        while own in names or (own != name and own in front):
            own = f"front {own}"
        fixed.append(series_of(own, [value] * len(records)))
    places = [(number, line) for number, (line, _) in enumerate(records)]
    lost = sum(bool(line.strip()) for line in outside)
    said = "1 line that stands" if lost == 1 else f"{lost:,} lines that stand"
    notes = (f"{said} in no record: not read",) if lost else ()
    return Parsed(frame_of(content, [*fixed, *values], places), notes=notes)


def _front(content: Content) -> tuple[dict[str, object], int]:
    """Return the front matter of a page, and the line below it."""
    found = lines(content)
    if next(found, "").strip() != _FRONT:
        return {}, 1
    inside: list[str] = []
    for number, line in enumerate(found, 2):
        if line.strip() in (_FRONT, "..."):
            try:
                document = guarded_yaml("\n".join(inside).encode())
            except ValueError:
                return {}, 1
            if not isinstance(document, dict):
                return {}, 1
            return {str(key): _plain(value) for key, value in document.items()}, number + 1
        inside.append(line)
    return {}, 1


def _plain(value: object) -> object:
    """Return a value of front matter; as text where it is a record or a date."""
    return value if isinstance(value, (str, int, float, bool, list)) else as_text(value)


def _headings(content: Content) -> Iterator[tuple[int, int, str]]:
    """Yield the line, level and text of each heading outside code."""
    org = has_ending(content, ".org")
    mark = ""
    for number, line in enumerate(lines(content), 1):
        fence = (found[1] or found[2]) if (found := _FENCE.fullmatch(line)) else ""
        if not mark:
            mark = fence
        elif fence.startswith(mark) and line.strip() == fence:
            mark = ""
        found = None if mark else (_ORG_HEADING if org else _HEADING).fullmatch(line)
        if found:
            yield number, len(found[1]), found[2]


def _level(content: Content) -> int:
    """Return the level whose headings begin records: the one with most; 0 where none has two.

    Of levels with as many, the upper one: what is below it names the parts of a record. So it is where the
    texts of the lower one are the same in every record.
    """
    found = list(_headings(content))
    counts = Counter(level for _, level, _ in found)
    texts = {level: Counter(text.lower() for _, each, text in found if each == level) for level in counts}
    named = [level for level in counts if len(texts[level]) > 0.5 * counts[level] or len(texts[level]) == 1]
    levels = [level for level in named or counts if counts[level] >= _LEAST_ROWS]
    return min(levels, key=lambda level: (-counts[level], level), default=0)


def _whole(content: Content, below: int) -> _Record:
    """Return what stands below front matter as one record."""
    record: dict[str, list[str]] = {}
    _add(record, [line for number, line in enumerate(lines(content), 1) if number >= below])
    return below, record


def _records(content: Content, below: int, level: int, outside: list[str]) -> Iterator[_Record]:
    """Yield the records; add the lines that stand in none to `outside`."""
    headings = {number: (deep, text) for number, deep, text in _headings(content) if number >= below}
    above: dict[int, str] = {}
    open_record: _Record | None = None
    part, texts = "", list[str]()
    for number, line in enumerate(lines(content), 1):
        if number not in headings:
            (outside if open_record is None and number >= below else texts).append(line)
            continue
        deep, text = headings[number]
        if open_record is not None:
            _add(open_record[1], texts, part)
        texts, part = [], ""
        if deep <= level and open_record is not None:
            yield open_record
            open_record = None
        if deep < level:
            above = {each: said for each, said in above.items() if each < deep} | {deep: text}
        elif deep == level:
            open_record = (number, {f"heading {each}": [said] for each, said in above.items()})
            open_record[1]["heading"] = [text]
            if found := _NUMBERED.match(text):
                open_record[1]["heading without number"] = [found["rest"]]
        elif open_record is None:
            outside.append(line)
        else:
            part = _named(text.rstrip(":"))
    if open_record is not None:
        _add(open_record[1], texts, part)
        yield open_record


def _add(record: dict[str, list[str]], texts: list[str], part: str = "") -> None:
    """Add lines to a record by what they are; all to one part where a heading names it."""
    if part:
        plain = (found[1] if (found := _QUOTED.fullmatch(line)) else line.strip() for line in texts)
        record.setdefault(part, []).append(" ".join(filter(None, plain)))
        return
    last = ""
    for line in texts:
        if not line.strip() or _FENCE.fullmatch(line):
            last = ""
        elif quoted := _QUOTED.fullmatch(line):
            last = _put(record, "quotation", quoted[1].strip(), goes_on=last == "quotation")
        elif key := (_KEY.fullmatch(line) or _PLAIN_KEY.fullmatch(line)):
            last = _put(record, _named(key[1].strip()), key[2] or "", goes_on=False)
        elif item := _ITEM.fullmatch(line):
            last = _put(record, "items", item[1], goes_on=False)
        else:
            name = last or "text"
            last = _put(record, name, line.strip(), goes_on=bool(last))


def _named(name: str) -> str:
    """Return the name of a key, which is not to be taken for a heading."""
    return f"{name} (key)" if _OF_HEADINGS.fullmatch(name) else name


def _put(record: dict[str, list[str]], name: str, text: str, *, goes_on: bool) -> str:
    values = record.setdefault(name, [])
    if goes_on and values:
        values[-1] = f"{values[-1]} {text}".strip()
    else:
        values.append(text)
    return name


def _matches(content: Content, first: str, ending: str) -> bool:
    if ending or not has_ending(content, ".md", ".markdown", ".org", ".qmd", ".rmd"):
        return False
    whole = content.data[:_HEAD]
    if holds_table(whole):
        return False
    head = Content(content.name, whole if len(content.data) <= _HEAD else whole[: whole.rfind(b"\n") + 1])
    front = first.strip() == _FRONT and bool(_front(head)[0])
    return front or bool(_level(head))


MARKDOWN_RECORDS = Format(read_markdown_records, matches=_matches)
