"""Lines that hold ``key="value"``, or end in a record of JSON, as logs do.

Other lines, and what stands before the first key, are left out.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from rightreasons.printable import printable
from rightreasons.sources.formats.cells import frame_of
from rightreasons.sources.formats.json_lines import parsed_json
from rightreasons.sources.formats.lines import lines
from rightreasons.sources.formats.surrogates import joined_halves
from rightreasons.sources.python_values import as_text
from rightreasons.sources.raw import BadRow, Content, Format, Parsed

ADDS = {"format": {"log": "LOG"}}
_HEAD = 64 * 2**10
_NAME = re.compile(r"(?:^|(?<=[\s,;|\[{(]))([A-Za-z_][\w.-]{0,60})=")
_VALUES = {
    '"': re.compile(r'"([^"\\]*(?:(?:\\.|"")[^"\\]*)*)"(?=[\s,;|\])}]|$)'),
    "'": re.compile(r"'([^'\\]*(?:(?:\\.|'')[^'\\]*)*)'(?=[\s,;|\])}]|$)"),
}
_RECORD = re.compile(r"^[^{\"]{1,200}\{\s*\".*\}\s*$")
_ESCAPED = {mark: re.compile(rf"\\u([0-9A-Fa-f]{{4}})|\\([\\nrt\"'/])|{mark}({mark})") for mark in ('"', "'")}
_MARKS = {"n": "\n", "t": "\t", "r": "\r"}
_AROUND = " \t\r,;|[{("
_CLOSING = {"]": "[", ")": "(", "}": "{"}
_LEAST_ROWS, _LEAST_FIELDS, _OFTEN = 3, 2, 0.9


class _Line(NamedTuple):
    """What a line holds.

    Parameters
    ----------
    fields
        Its values.
    problem
        Why they cannot be told apart; empty where they can.
    quoted
        How many of them stand in quotation marks, or in JSON.
    loose
        Whether one without quotation marks has several words.
    left_out
        Whether there are words behind a value in quotation marks that belong to none.
    """

    fields: dict[str, str]
    problem: str = ""
    quoted: int = 0
    loose: bool = False
    left_out: bool = False


def read_log(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - names stand in every line
    """Read the lines that have the fields of most; what is left out is counted in a note.

    A value without quotation marks goes on to the next name; a line whose values cannot be told apart is
    malformed.

    Raises
    ------
    ColumnError
        If a name is one that columns of our own have.
    """
    found = [(number, _read(line)) for number, line in enumerate(lines(content), 1) if line.strip()]
    common = _common([line.fields for _, line in found if not line.problem])
    told = [
        (number, line) for number, line in found if line.problem or (common and common <= line.fields.keys())
    ]
    problems = [(at, number, _problem(line, common)) for at, (number, line) in enumerate(told)]
    malformed = tuple(BadRow(*each) for each in problems if each[2])
    whole = [(at, number) for at, number, problem in problems if not problem]
    rows = [told[at][1].fields for at, _ in whole]
    names = dict.fromkeys(name for fields in rows for name in fields)
    columns = [pl.Series(name, [fields.get(name) for fields in rows], dtype=pl.String) for name in names]
    lacking = [common - line.fields.keys() for _, line in found if not line.problem]
    left_out = [each for each in lacking if each]
    behind = [number for at, number in whole if told[at][1].left_out]
    notes = [_left_out(left_out)] if left_out else []
    if behind:
        told_of = f"{len(behind):,}, first line {behind[0]:,}"
        notes.append(f"lines with words behind a quoted value that are not read: {told_of}")
    return Parsed(frame_of(content, columns, whole), malformed, notes=tuple(notes))


def _problem(line: _Line, common: set[str]) -> str:
    if line.problem or not line.loose or line.fields.keys() == common:
        return line.problem
    names = ", ".join(printable(name) for name in sorted(line.fields.keys() - common)[:_LEAST_ROWS])
    return f"has values of several words without quotation marks, and '{names}', which may be part of one"


def _left_out(lacking: Sequence[set[str]]) -> str:
    """Say how many lines are no rows, and which fields they lack."""
    *names, last = (printable(name) for name in sorted(set.union(*lacking)))
    link = "and" if all(each == lacking[0] for each in lacking) else "or"
    fields = f"{', '.join(names)} {link} {last}" if names else last
    if len(lacking) == 1:
        return f"1 line was left out: it lacks {fields}"
    return f"{len(lacking):,} lines were left out: they lack {fields}"


def _read(line: str) -> _Line:
    """Return the fields of a line, or of the JSON that it ends in."""
    if _RECORD.search(line):
        value, problem = parsed_json(line[line.index("{") :])
        if not problem and isinstance(value, dict):
            stated = {str(key): text for key, each in value.items() if (text := as_text(each)) is not None}
            return _Line(stated, quoted=len(stated))
    found: dict[str, str] = {}
    quoted, loose, left_out = 0, False, False
    name = _NAME.search(line)
    while name:
        called, start = name[1], name.end()
        if called in found:
            return _Line(found, f"has '{printable(called)}' twice")
        if pattern := _VALUES.get(line[start : start + 1]):
            whole = pattern.match(line, start)
            following = None if whole is None else _NAME.search(line, whole.end())
            between = (
                "" if whole is None else line[whole.end() : following.start() if following else len(line)]
            )
            if whole is None or '"' in between or line[start] in between:
                return _Line(
                    found, f"has a quotation mark within the value of '{printable(called)}', or none after it"
                )
            found[called] = joined_halves(_ESCAPED[line[start]].sub(_meant, whole[1]))
            quoted += 1
            left_out |= any(map(str.isalnum, between))
        else:
            following = _NAME.search(line, start)
            found[called] = _bare(line[start : following.start() if following else len(line)])
            loose |= len(found[called].split()) > 1
        name = following
    return _Line(found, "", quoted, loose, left_out)


def _meant(found: re.Match[str]) -> str:
    """Return the character that an escaped or doubled one stands for."""
    if found[1]:
        return chr(int(found[1], 16))
    return _MARKS.get(found[2], found[2]) if found[2] else str(found[3])


def _bare(text: str) -> str:
    """Return a value without what parts it from the next, and a bracket that it does not open."""
    value = text.rstrip(_AROUND)
    last = value[-1:]
    if last in _CLOSING and value.count(_CLOSING[last]) < value.count(last):
        value = value[:-1].rstrip(_AROUND)
    return value.strip()


def _common(rows: list[dict[str, str]]) -> set[str]:
    """Return the fields of the lines that together hold most words."""
    words: Counter[frozenset[str]] = Counter()
    for row in rows:
        if len(row) >= _LEAST_FIELDS:
            words[frozenset(row)] += sum(len(value.split()) for value in row.values())
    return set(max(words.items(), key=lambda each: each[1])[0]) if words else set()


def _matches(content: Content, _: str, ending: str) -> bool:
    if ending not in ("", ".txt"):
        return False
    head = content.data[:_HEAD].decode("utf-8", "replace")
    whole = head if len(content.data) <= _HEAD else head.rpartition("\n")[0]
    filled = [line for line in whole.split("\n") if line.strip()]
    some = [line for line in filled if _read(line).quoted >= _LEAST_FIELDS]
    return len(some) >= _LEAST_ROWS and len(some) >= _OFTEN * len(filled)


LOG = Format(read_log, matches=_matches)
