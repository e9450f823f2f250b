"""Lines ``item.7.premise = ...``, as properties of Java have them: a row a number, a column a name."""

import re
from collections.abc import Iterator

import polars as pl

from rightreasons.sources.formats.lines import lines
from rightreasons.sources.raw import LINE, ROW, Content, Format, Parsed

ADDS = {"format": {"numbered-keys": "NUMBERED_KEYS"}}
_HEAD = 64 * 2**10
_FIELD = re.compile(
    r"\s*(?:[A-Za-z_][\w-]{0,40}[.\[_/])?(?P<number>\d{1,7})\]?[._/](?P<name>[A-Za-z_][\w-]{0,40})\s*[=:]\s?(?P<value>.*)"
)
_REMARK = re.compile(r"\s*(?:[#!;].*)?")
_LEAST, _OFTEN = 6, 0.9


def read_numbered_keys(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - keys name the columns
    """Read the values; a line that ends in a backslash goes on in the next."""
    rows: dict[int, dict[str, str]] = {}
    places: dict[int, int] = {}
    for line, text in _whole(content):
        if found := _FIELD.fullmatch(text):
            number = int(found["number"])
            places.setdefault(number, line)
            rows.setdefault(number, {}).setdefault(found["name"], found["value"].strip())
    names = dict.fromkeys(name for row in rows.values() for name in row)
    columns = [pl.Series(name, [row.get(name) for row in rows.values()], dtype=pl.String) for name in names]
    numbers = pl.Series(ROW, range(len(rows)), dtype=pl.Int64)
    return Parsed(pl.DataFrame([*columns, numbers, pl.Series(LINE, list(places.values()), dtype=pl.Int64)]))


def _whole(content: Content) -> Iterator[tuple[int, str]]:
    start, open_text = 0, ""
    for number, line in enumerate(lines(content), 1):
        start = start or number
        if line.endswith("\\") and not line.endswith("\\\\"):
            open_text += line[:-1].lstrip() if open_text else line[:-1]
            continue
        yield start, f"{open_text}{line.lstrip() if open_text else line}"
        start, open_text = 0, ""
    if open_text:
        yield start, open_text


def _matches(content: Content, _: str, ending: str) -> bool:
    if ending not in ("", ".txt"):
        return False
    whole = content.data[:_HEAD]
    head = Content(content.name, whole if len(content.data) <= _HEAD else whole[: whole.rfind(b"\n") + 1])
    said = [line for _, line in _whole(head) if not _REMARK.fullmatch(line)]
    found = sum(_FIELD.fullmatch(line) is not None for line in said)
    return found >= _LEAST and found >= _OFTEN * len(said)


NUMBERED_KEYS = Format(read_numbered_keys, matches=_matches)
