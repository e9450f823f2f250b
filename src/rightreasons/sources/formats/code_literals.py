"""JavaScript and TypeScript that hold data: the lists and records that stand in them; nothing is run.

What would have to be computed is refused where it is beside rows, and so is a list that the code changes.
"""

import re
from collections.abc import Iterator
from typing import Any

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.cells import has_ending
from rightreasons.sources.formats.json_document import table_in
from rightreasons.sources.formats.json_lines import as_json
from rightreasons.sources.formats.lines import text_blocks
from rightreasons.sources.formats.literal_parser import LiteralParser, NoLiteralError
from rightreasons.sources.raw import Content, Format, Parsed

ADDS = {"format": {"code": "CODE"}}
_ENDINGS = (".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".json5", ".jsonc", ".jsonp")
_NOT_READ = (
    *(
        ".r",
        ".rb",
        ".php",
        ".jl",
        ".ex",
        ".exs",
        ".nix",
        ".lua",
        ".pl",
        ".pro",
        ".prolog",
        ".lp",
        ".edn",
        ".clj",
    ),
    *(
        ".cljs",
        ".lisp",
        ".el",
        ".go",
        ".rs",
        ".java",
        ".kt",
        ".kts",
        ".swift",
        ".scala",
        ".cs",
        ".dart",
        ".c",
    ),
    *(".cpp", ".h"),
)
_MOST_BYTES = 32 * 2**20
_NEXT = re.compile(
    r"(?P<comment>//[^\n]*|/\*[^*]*(?:\*(?!/)[^*]*)*\*/)|(?P<open>/\*)"
    r"|(?P<text>\"[^\"\\\n]*(?:\\.[^\"\\\n]*)*\"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'|`[^`\\]*(?:\\.[^`\\]*)*`)"
    r"|^[ \t]*(?P<call>[A-Za-z_$][\w$.]*)(?=\()|(?P<value>[\[{])",
    re.MULTILINE | re.DOTALL,
)
_NAMED = re.compile(
    r"[^\w$]*(?:(?:export|default|const|let|var|static|readonly)\s+)*(?P<name>[A-Za-z_$][\w$.]*)"
)
_CHANGED = re.compile(
    r"(?<![\w$.])(?P<name>[A-Za-z_$][\w$.]*?)(?:\.(?:push|unshift|splice|pop|shift|fill|concat)\s{0,9}\("
    r"|(?:\[[^\]\n]{0,80}\](?:\.[\w$]{1,80})?|\.length)\s{0,9}[-+*]?=(?![=>])|\s{0,9}\+=)"
)
_WORD = re.compile(r"[A-Za-z_$@#\"'`]")
_CAST = re.compile(r"(?:as|satisfies)\s")
_LEAST_ROWS = 2


def read_code(content: Content, *, headerless: bool = False) -> Parsed:  # noqa: ARG001 - one shape for all readers
    """Read the lists, records and calls that a source file holds.

    Raises
    ------
    UnreadableFileError
        If it is larger than 32 MiB or of another language, holds no rows, or rows that would have to be
        computed.
    """
    if has_ending(content, *_NOT_READ):
        raise _error(content, "is source code", "JavaScript, TypeScript or Python, if it is code")
    if len(content.data) > _MOST_BYTES:
        raise _error(content, f"has {len(content.data):,} bytes", f"at most {_MOST_BYTES:,}")
    text = "".join(text_blocks(content))
    source = _Source(content, text)
    source.read()
    found = source.found
    if not found:
        raise _error(content, "holds no list of records")
    document = next(iter(found.values())) if len(found) == 1 else found
    return table_in(document, as_json(content, document))


class _Source:
    """A source file that is being read: its lists by name."""

    def __init__(self, content: Content, text: str) -> None:
        self.content = content
        self.text = text
        self.found: dict[str, Any] = {}
        self._parser = LiteralParser(text)
        self._calls: dict[str, list[Any]] = {}
        self._not_read: dict[str, int] = {}

    def read(self) -> None:
        """Take the lists of records, and calls of one name as records."""
        for name, value, at in self._values():
            self._take(name, value, at)
        for name, values in self._calls.items():
            if _holds_rows(values):
                if name in self._not_read:
                    raise self._refused(
                        self._not_read[name], f"calls {printable(name, 40)} with what is computed"
                    )
                self._take(name, values, 0)
        for change in _CHANGED.finditer(self.text):
            if change["name"] in self.found:
                raise self._refused(change.start(), f"changes the list {printable(change['name'], 40)}")

    def _take(self, name: str, value: Any, at: int) -> None:
        if name in self.found:
            raise self._refused(at, f"has a second list of records under the name '{printable(name, 40)}'")
        self.found[name] = value

    def _values(self) -> Iterator[tuple[str, Any, int]]:
        """Yield the lists and records with rows, with their names and places; keep calls."""
        at = 0
        while start := _NEXT.search(self.text, at):
            before, at = at, start.end()
            if start["open"]:
                raise self._refused(start.start(), "has a comment that nothing closes")
            try:
                if start["call"]:
                    value, at = self._parser.call(start.end())
                    if not _holds_rows(value):
                        if not start["call"].startswith("console."):
                            self._calls.setdefault(start["call"], []).append(value)
                        continue
                elif start["value"]:
                    value, at = self._parser.value(start.start())
                else:
                    continue
            except NoLiteralError as error:
                if error.in_rows:
                    raise self._refused(
                        error.at, "has something between records that is no text or number"
                    ) from None
                if start["call"]:
                    self._not_read.setdefault(start["call"], start.start())
                continue
            if _holds_rows(value):
                if not start["call"]:
                    self._check_end(at)
                yield start["call"] or self._name(before, start.start()), value, start.start()

    def _check_end(self, at: int) -> None:
        """Check that nothing is made of a list behind it."""
        after = self._parser.skip(at)
        ends = not self.text[after : after + 1] or self.text[after] in ";,)}]"
        next_line = "\n" in self.text[at:after] and _WORD.match(self.text, after)
        if not (ends or next_line or _CAST.match(self.text, after)):
            raise self._refused(after, "makes something else of a list of records")

    def _name(self, before: int, at: int) -> str:
        """Return the name that stands before a list in its line."""
        line = self.text[max(before, self.text.rfind("\n", before, at) + 1) : at]
        head, *behind = line.split("=")
        found = _NAMED.match(head) if len(behind) == 1 else None
        return found["name"] if found else ""

    def _refused(self, at: int, problem: str) -> UnreadableFileError:
        return _error(self.content, f"line {self.text.count(chr(10), 0, at) + 1} {problem}")


def _error(
    content: Content, problem: str, expected: str = "lists of texts and numbers"
) -> UnreadableFileError:
    return UnreadableFileError(f"{printable(content.name)} {problem}", expected, "save its data as JSON")


def _holds_rows(value: Any) -> bool:
    """Whether a value is a list of two records or lists at least, lists by name, or columns."""
    inside = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    if not (len(inside) >= _LEAST_ROWS and all(isinstance(each, (dict, list)) for each in inside)):
        return isinstance(value, dict) and any(_holds_rows(each) for each in inside)
    return True


CODE = Format(
    read_code,
    matches=lambda content, _, ending: ending == "" and has_ending(content, *_ENDINGS, *_NOT_READ),
)
