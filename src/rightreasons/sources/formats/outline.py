"""Paragraphs with lists below them: a row an item, with the paragraph above it in the column ``above``.

Items are the lines that most often begin in one way: indented, by a bullet, a letter or a number. What nearly
all of them begin or end with in brackets, or behind a dash or an arrow, is the column ``mark``. Never
recognised: a line names it.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from rightreasons.sources.formats.lines import lines
from rightreasons.sources.raw import LINE, ROW, Content, Format, Parsed

ADDS = {"format": {"outline": "OUTLINE"}}
_ENTRY = re.compile(
    r"(?P<space>\s*)(?P<mark>(?:[-*+•–—→‣◦☐☑]|\(?(?:[A-Za-z]|\d{1,4}|[ivx]{1,5})[.):])\s+)?(?P<text>\S.*)"
)
_MARKS = (
    re.compile(r"(?P<text>.*\S)\s*[\[(](?P<mark>[^\[\]()]{1,40})[\])]\s*[.;]?\s*"),
    re.compile(r"[\[(](?P<mark>[^\[\]()]{1,40})[\])]:?\s*(?P<text>\S.*)"),
    re.compile(r"(?P<text>.*\S)\s+(?:--?>?|=>|[–—→⇒:|])\s*(?P<mark>[^.!?]{1,40}?)\s*[.;]?\s*"),
)
_KEY = re.compile(r"(?:\*\*|__)[^*_:]{1,40}:?\s*(?:\*\*|__):?\s+(?=\S)")
_STYLE = re.compile(r"(?<!\w)(\*\*|__|\*|_|`)(?=\S)([^*_`]{1,2000}?)(?<=\S)\1(?!\w)")
_LEAST, _OFTEN, _MOST_MARKS = 3, 0.9, 12
_Kind = tuple[int, str]


@dataclass
class _Entry:
    """A line, with those that go on with it: where it begins, in which way, and its text."""

    line: int
    kind: _Kind
    text: str


def read_outline(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read every item with the paragraph above it."""
    entries = _entries(content)
    kind = _kind_of_items(entries)
    rows: list[tuple[int, str, str]] = []
    above = ""
    for entry in entries:
        if entry.kind != kind:
            above = _bare(entry.text)
        elif above:
            rows.append((entry.line, above, _bare(entry.text)))
    texts, marks = _marked([item for _, _, item in rows])
    columns = [
        pl.Series("above", [above for _, above, _ in rows], dtype=pl.String),
        pl.Series("item", texts, dtype=pl.String),
        *([pl.Series("mark", marks, dtype=pl.String)] if marks else []),
        pl.Series(ROW, range(len(rows)), dtype=pl.Int64),
        pl.Series(LINE, [line for line, _, _ in rows], dtype=pl.Int64),
    ]
    return Parsed(pl.DataFrame(columns))


def _bare(text: str) -> str:
    """Return a text without the key in bold that begins it, and without the marks of Markdown."""
    found = _KEY.match(text)
    plain = text[found.end() :] if found else text
    return _STYLE.sub(r"\2", plain).strip()


def _entries(content: Content) -> list[_Entry]:
    """Return the lines that begin something; one without a mark goes on with the line right above it."""
    found: list[_Entry] = []
    after_blank = True
    for number, line in enumerate(lines(content), 1):
        entry = _ENTRY.fullmatch(line)
        if entry is None:
            after_blank = True
            continue
        kind = (len(entry["space"].expandtabs(4)), _kind(entry["mark"]))
        last = found[-1] if found else None
        goes_on = last is not None and not after_blank and not kind[1] and (last.kind[1] or kind == last.kind)
        if last is not None and goes_on and kind[0] >= last.kind[0]:
            last.text = f"{last.text} {entry['text'].strip()}"
        else:
            found.append(_Entry(number, kind, entry["text"].strip()))
        after_blank = False
    return found


def _kind(mark: str | None) -> str:
    """Return what sort of mark begins a line: a number, a letter, a bullet or none."""
    plain = (mark or "").strip().strip("(.):")
    return "" if not mark else "number" if plain.isdecimal() else "letter" if plain.isalpha() else "bullet"


def _kind_of_items(entries: Sequence[_Entry]) -> _Kind | None:
    counts = Counter(entry.kind for entry in entries if entry.kind != (0, ""))
    kind = max(counts, key=lambda each: (counts[each], each[0]), default=None)
    return kind if kind is not None and counts[kind] >= _LEAST else None


def _marked(items: list[str]) -> tuple[list[str], list[str | None]]:
    """Return items without the marks that nearly all have, and these; none where they have none."""
    for pattern in _MARKS:
        found = [pattern.fullmatch(item) for item in items]
        marks = [each["mark"].strip() if each else None for each in found]
        distinct = {mark for mark in marks if mark}
        if sum(map(bool, found)) >= _OFTEN * len(items) and 1 < len(distinct) <= _MOST_MARKS:
            return [each["text"] if each else item for each, item in zip(found, items, strict=True)], marks
    return items, []


OUTLINE = Format(read_outline, matches=lambda *_: False)
