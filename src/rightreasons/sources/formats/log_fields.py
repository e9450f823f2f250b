"""Lines that hold ``key="value"``, or end in a record of JSON, as logs do; other lines are left out."""

import re
from collections import Counter

import polars as pl

from rightreasons.sources.formats.json_lines import parsed_json
from rightreasons.sources.formats.lines import lines
from rightreasons.sources.python_values import as_text
from rightreasons.sources.raw import LINE, ROW, Content, Format, Parsed

ADDS = {"format": {"log": "LOG"}}
_HEAD = 64 * 2**10
_FIELD = re.compile(
    r"""(?:^|(?<=[\s,;|\[{(]))([A-Za-z_][\w.-]{0,60})=(?:"((?:[^"\\]|\\.)*+)"|'((?:[^'\\]|\\.)*+)'|([^\s,;|"'\])}]++))"""
)
_QUOTED = re.compile(r"""[\s,;|\[{(][A-Za-z_][\w.-]{0,60}=["']|^[A-Za-z_][\w.-]{0,60}=["']""")
_RECORD = re.compile(r"^[^{\"]{1,200}\{\s*\".*\}\s*$")
_ESCAPED = re.compile(r"\\(.)")
_MARKS = {"n": "\n", "t": "\t"}
_LEAST_ROWS, _LEAST_FIELDS, _OFTEN = 3, 2, 0.5


def read_log(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - names stand in every line
    """Read the lines that have the fields of most; what is left out is counted in a note."""
    found = [(number, fields_of(line)) for number, line in enumerate(lines(content), 1) if line.strip()]
    common = _common([fields for _, fields in found])
    rows = [(number, fields) for number, fields in found if common and common <= fields.keys()]
    names = dict.fromkeys(name for _, fields in rows for name in fields)
    columns = [pl.Series(name, [fields.get(name) for _, fields in rows], dtype=pl.String) for name in names]
    numbers = pl.Series(ROW, range(len(rows)), dtype=pl.Int64)
    starts = pl.Series(LINE, [number for number, _ in rows], dtype=pl.Int64)
    lost = len(found) - len(rows)
    notes = (
        (f"{lost:,} lines of {len(found):,} without '{'=, '.join(sorted(common))}=' are no rows",)
        if lost
        else ()
    )
    return Parsed(pl.DataFrame([*columns, numbers, starts]), notes=notes)


def fields_of(line: str) -> dict[str, str]:
    """Return the fields of a line, or of the JSON that it ends in; of a name that stands twice the first."""
    if _RECORD.search(line):
        value, problem = parsed_json(line[line.index("{") :])
        if not problem and isinstance(value, dict):
            return {str(key): text for key, each in value.items() if (text := as_text(each)) is not None}
    found: dict[str, str] = {}
    for name, double, single, bare in _FIELD.findall(line):
        quoted = double or single
        value = _ESCAPED.sub(lambda each: _MARKS.get(each[1], each[1]), quoted) if quoted else bare
        found.setdefault(name, value)
    return found


def _common(rows: list[dict[str, str]]) -> set[str]:
    """Return the fields of the lines that hold the longest texts: those that nine in ten of them have."""
    words: Counter[frozenset[str]] = Counter()
    for row in rows:
        if len(row) >= _LEAST_FIELDS:
            words[frozenset(row)] += sum(len(value.split()) for value in row.values())
    return set(max(words.items(), key=lambda each: each[1])[0]) if words else set()


def _matches(content: Content, _: str, ending: str) -> bool:
    if ending not in ("", ".txt"):
        return False
    head = content.data[:_HEAD].decode("utf-8", "replace").split("\n")
    filled = [line for line in head if line.strip()]
    some = [line for line in filled if _RECORD.search(line) or len(_QUOTED.findall(line)) >= _LEAST_FIELDS]
    return len(some) >= _LEAST_ROWS and len(some) >= _OFTEN * len(filled)


LOG = Format(read_log, matches=_matches)
