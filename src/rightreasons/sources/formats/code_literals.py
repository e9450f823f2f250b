"""Source files of other languages that hold data: the values that stand in them; nothing is run."""

import json
import re
from collections.abc import Iterator
from typing import Any

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import has_ending
from rightreasons.sources.formats.json_document import table_in
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.formats.literal_parser import LiteralParser, NoLiteralError
from rightreasons.sources.raw import Content, Format, Parsed

ADDS = {"format": {"code": "CODE"}}
_COMMENTS = {
    "//": (".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".json5", ".jsonc", ".jsonp", ".go", ".rs", ".java",
           ".kt", ".kts", ".swift", ".scala", ".cs", ".dart", ".c", ".cpp", ".h"),
    "#": (".r", ".rb", ".php", ".jl", ".ex", ".exs", ".nix"),
    "--": (".lua",),
    "%": (".pl", ".pro", ".prolog", ".lp"),
    ";": (".edn", ".clj", ".cljs", ".lisp", ".el"),
}  # fmt: skip
_MOST_BYTES = 32 * 2**20
_STARTS = re.compile(
    r"(?:^|[\s;{(])(?P<name>[A-Za-z_$][\w$.]*)[^\n=\"']{0,80}?(?::=|<-|=(?![=>]))\s*(?=[^\s;])"
    r"|(?P<other>\bexport\s+default\s+|\breturn\s+|^\s*(?=[\[{]))|^\s*(?P<call>[A-Za-z_$][\w$.]*)(?=\()",
    re.MULTILINE,
)
_MOST_TRIES = 20_000
_LEAST_ROWS = 2


def read_code(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read the lists, records and calls that a source file holds.

    Raises
    ------
    UnreadableFileError
        If it is larger than 32 MiB, or holds no rows.
    """
    text = "".join(text_blocks(content)) if len(content.data) <= _MOST_BYTES else ""
    document = document_in(text, _comment(content))
    if document is None:
        raise UnreadableFileError(
            f"{printable(content.name)} holds no list of records that is read here",
            f"literals under a name, in at most {_MOST_BYTES:,} bytes",
            "save its data as JSON",
        )
    return table_in(document, json.dumps(document, ensure_ascii=False))


def document_in(text: str, comment: str = "//") -> Any:
    """Return the rows in a source text: one list, or several by name; None where there are none."""
    found: dict[str, Any] = {}
    calls: dict[str, list[Any]] = {}
    try:
        values = list(_values(text, comment))
    except NoLiteralError:  # the text ends within a list
        return None
    for name, value, is_call in values:
        if is_call and not _holds_rows(value):
            calls.setdefault(name, []).append(value)
        elif _holds_rows(value):
            found.setdefault(name, value)
    found |= {name: rows for name, rows in calls.items() if _holds_rows(rows) and name not in found}
    return next(iter(found.values())) if len(found) == 1 else found or None


def _values(text: str, comment: str) -> Iterator[tuple[str, Any, bool]]:
    """Yield the values at places where one may begin, with their names, and whether each is a call."""
    parser = LiteralParser(text, comment)
    at = 0
    for _ in range(_MOST_TRIES):
        at = parser.skip(at)
        start = _STARTS.search(text, at)
        if start is None:
            return
        try:
            if start["call"] is not None:
                value, end = parser.call(start.end())
                yield start["call"], value, True
            else:
                value, end = parser.value(start.end())
                if isinstance(value, (list, dict)):
                    yield start["name"] or "", value, False
            at = max(end, start.end())
        except NoLiteralError:
            if parser.is_cut_off:
                raise
            at = max(start.end(), start.start() + 1)


def _holds_rows(value: Any) -> bool:
    """Whether a value is a list of two records or lists at least, lists by name, or columns."""
    inside = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    if not (len(inside) >= _LEAST_ROWS and all(isinstance(each, (dict, list)) for each in inside)):
        return isinstance(value, dict) and any(_holds_rows(each) for each in inside)
    return True


def _comment(content: Content) -> str:
    return next((mark for mark, endings in _COMMENTS.items() if has_ending(content, *endings)), "//")


def _matches(content: Content, _: str, ending: str) -> bool:
    return ending == "" and any(has_ending(content, *endings) for endings in _COMMENTS.values())


CODE = Format(read_code, matches=_matches)
