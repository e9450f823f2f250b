"""Lines ``item.7.premise = ...``, as properties of Java have them: a row a number, a column a name."""

import re
from collections.abc import Iterator

import polars as pl

from rightreasons.printable import printable
from rightreasons.sources.formats.cells import frame_of, has_ending
from rightreasons.sources.formats.lines import lines
from rightreasons.sources.formats.surrogates import joined_halves
from rightreasons.sources.raw import BadRow, Content, Format, Parsed

ADDS = {"format": {"numbered-keys": "NUMBERED_KEYS"}}
_HEAD = 64 * 2**10
_FIELD = re.compile(
    r"\s*(?:(?P<prefix>[A-Za-z_][\w-]{0,40})[.\[_/])?(?P<number>\d{1,7})\]?[._/]"
    r"(?P<name>[A-Za-z_][\w-]{0,40})\s*[=:]\s?(?P<value>.*)"
)
_REMARK = re.compile(r"\s*(?:[#!;].*)?")
_ESCAPED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))")
_MARKS = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}
_LEAST, _OFTEN = 6, 0.9


def read_numbered_keys(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - keys name the columns
    """Read the values; a line that ends in a backslash goes on in the next.

    Where keys have several beginnings (``train.0.x``, ``test.0.x``), rows are told apart by them, and they
    are the column ``prefix``. A line that is none and no remark is malformed, as is a key that stands twice.

    Raises
    ------
    ColumnError
        If a name is one that columns of our own have.
    """
    rows: dict[tuple[str, str], dict[str, str]] = {}
    starts: list[tuple[int, tuple[str, str] | None]] = []
    problems: dict[int, str] = {}
    is_java = has_ending(content, ".properties")
    for line, text, problem in _whole(content):
        if problem:
            starts.append((line, None))
            problems[line] = problem
            continue
        if _REMARK.fullmatch(text):
            continue
        found = _FIELD.fullmatch(text)
        key = (found["prefix"] or "", found["number"].lstrip("0")) if found else None
        if found is None or key is None:
            starts.append((line, None))
            problems[line] = f"is no numbered key ('{printable(text.strip(), 40)}')"
            continue
        if key not in rows:
            starts.append((line, key))
        if found["name"] in rows.setdefault(key, {}):
            starts.append((line, None))
            problems[line] = f"has a key that stands above already ('{printable(found['name'])}')"
        else:
            value = found["value"].strip()
            rows[key][found["name"]] = _unescaped(value) if is_java else value
    names = dict.fromkeys(name for row in rows.values() for name in row)
    columns = [pl.Series(name, [row.get(name) for row in rows.values()], dtype=pl.String) for name in names]
    if len({prefix for prefix, _ in rows}) > 1:
        called = "prefix"
        while called in names:
            called = f"{called} of the key"
        columns.insert(0, pl.Series(called, [prefix for prefix, _ in rows], dtype=pl.String))
    places = [(at, line) for at, (line, key) in enumerate(starts) if key is not None]
    malformed = [BadRow(at, line, problems[line]) for at, (line, key) in enumerate(starts) if key is None]
    return Parsed(frame_of(content, columns, places), malformed)


def _unescaped(text: str) -> str:
    """Return a value as Java reads it; half of a surrogate pair becomes U+FFFD."""
    return joined_halves(
        _ESCAPED.sub(
            lambda found: chr(int(found[1], 16)) if found[1] else _MARKS.get(found[2], found[2]), text
        )
    )


def _whole(content: Content) -> Iterator[tuple[int, str, str]]:
    """Yield lines with those in which they go on, each with its number and what is wrong with it."""
    start, open_text = 0, ""
    for number, line in enumerate(lines(content), 1):
        if open_text and _FIELD.fullmatch(line):
            yield start, open_text, "ends in a backslash, but the line below it has a key of its own"
            start, open_text = 0, ""
        start = start or number
        if line.endswith("\\") and not line.endswith("\\\\"):
            open_text += line[:-1].lstrip() if open_text else line[:-1]
            continue
        yield start, f"{open_text}{line.lstrip() if open_text else line}", ""
        start, open_text = 0, ""
    if open_text:
        yield start, open_text, ""


def _matches(content: Content, _: str, ending: str) -> bool:
    if ending not in ("", ".txt"):
        return False
    whole = content.data[:_HEAD]
    head = Content(content.name, whole if len(content.data) <= _HEAD else whole[: whole.rfind(b"\n") + 1])
    said = [line for _, line, _ in _whole(head) if line.strip()]
    found = sum(_FIELD.fullmatch(line) is not None for line in said)
    return found >= _LEAST and found >= _OFTEN * len(said)


NUMBERED_KEYS = Format(read_numbered_keys, matches=_matches)
