"""SQL as a sequence of texts, names, numbers and marks, as PostgreSQL, SQLite or MySQL quotes them."""

import re

from rightreasons.errors import UnreadableFileError
from rightreasons.printable import printable
from rightreasons.sources.formats.surrogates import joined_halves

_TEXT = r"%s[^%sBACK]*(?:(?:%s%sOR_ESCAPED)[^%sBACK]*)*%s"
_SINGLE, _DOUBLE = _TEXT.replace("%s", "'"), _TEXT.replace("%s", '"')
_ESCAPED_TEXT = _SINGLE.replace("BACK", r"\\").replace("OR_ESCAPED", r"|\\.")
_FORM = rf"""
 (?P<space>\s+)
|(?P<comment>--[^\n]*|\#[^\n]*)
|(?P<block>/\*)
|(?P<escaped>[Ee]{_ESCAPED_TEXT})
|(?P<text>[NnXxBb]?{_SINGLE})
|(?P<double>{_DOUBLE})
|(?P<name>`[^`]*`|\[[^\]'"\n]*\])
|(?P<dollar>\$\w*\$)
|(?P<number>[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?![\w.$]))
|(?P<word>[\w$]+)
|(?P<mark>[(),;])
|(?P<open>['"`])
|(?P<other>::|.)
"""


def _form(*, escapes: bool) -> re.Pattern[str]:
    form = _FORM.replace("BACK", r"\\" if escapes else "").replace("OR_ESCAPED", r"|\\." if escapes else "")
    return re.compile(form, re.DOTALL | re.VERBOSE)


_FORMS = {escapes: _form(escapes=escapes) for escapes in (False, True)}
_ESCAPED = re.compile(r"''|\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{4})|([0-7]{1,3})|(.))", re.DOTALL)
_ESCAPED_OF_MYSQL = re.compile(r"''|\"\"|\\(.)", re.DOTALL)
_MARKS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v"}
_MARKS_OF_MYSQL = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "0": "\0", "Z": "\x1a", "%": "\\%", "_": "\\_"}
_RAW = "XxBb"
_OCTAL, _HEXADECIMAL = 8, 16
END = "end"
"""The kind of what stands behind the last token."""
NAMES = ("word", "name", "double")
"""The kinds of tokens that a name may be."""
EXPECTED = "INSERT INTO ... VALUES, or COPY ... FROM stdin"
"""What is read of a dump."""


class Tokens:
    """Goes through SQL token by token; comments are passed over.

    Parameters
    ----------
    name
        What messages call the file.
    text
        The SQL.
    escapes
        Whether a backslash escapes what follows it in every text, as in MySQL, not only in ``E'...'``.
    """

    def __init__(self, name: str, text: str, *, escapes: bool) -> None:
        self.text = text
        self.kind, self.raw, self.start, self.end = "", "", 0, 0
        self.is_first = True  # on its line
        self._name = name
        self._escapes = escapes
        self._line, self._counted = 1, 0
        self.advance()

    @property
    def word(self) -> str:
        """The token in upper case where it is a word, else nothing."""
        return self.raw.upper() if self.kind == "word" else ""

    @property
    def part_of_name(self) -> str:
        """The token without the marks that enclose it, where it is of a name."""
        return self.raw if self.kind == "word" else self.raw[1:-1]

    @property
    def line(self) -> int:
        """The line on which the token begins."""
        self._line += self.text.count("\n", self._counted, self.start)
        self._counted = self.start
        return self._line

    def advance(self) -> None:
        """Go to the next token."""
        self.is_first = self.end == 0
        while True:
            found = _FORMS[self._escapes].match(self.text, self.end)
            if found is None:
                self.kind, self.raw, self.start = END, "", len(self.text)
                return
            self.kind, self.raw, self.start, self.end = (
                str(found.lastgroup),
                found[0],
                found.start(),
                found.end(),
            )
            if self.kind == "open":
                raise self.error(f"has {self.raw} that nothing closes")
            if self.kind == "block":
                self._to("*/")
            elif self.kind == "dollar" and not self._escapes:
                self._to(self.raw)
                return
            elif self.kind not in ("space", "comment"):
                return
            self.is_first = self.is_first or self.kind == "comment" or "\n" in self.raw

    def take(self, *words: str) -> bool:
        """Go past one of some words or marks, if the token is one."""
        if self.word in words or (self.kind in ("mark", "other") and self.raw in words):
            self.advance()
            return True
        return False

    def past(self, pattern: re.Pattern[str]) -> bool:
        """Go past what is next found of a pattern, and return whether there is any."""
        found = pattern.search(self.text, self.start)
        if found is not None:
            self.end = found.end()
            self.advance()
        return found is not None

    def lines_from_here(self) -> tuple[list[tuple[int, str]], bool]:
        r"""Return the lines below the token, with their numbers, up to ``\.``, and whether that is there."""
        number = self.line
        at = self.text.find("\n", self.start)
        found: list[tuple[int, str]] = []
        ended = False
        while 0 <= at < len(self.text) - 1 and not ended:
            end = self.text.find("\n", at + 1)
            row = self.text[at + 1 : end if end >= 0 else len(self.text)].removesuffix("\r")
            number, at = number + 1, end
            ended = row == "\\."
            if not ended:
                found.append((number, row))
        self.end = len(self.text) if at < 0 else at
        self.advance()
        return found, ended

    def value(self) -> str:
        """Return the text that the token is; what it is as it is written, of anything else."""
        if self.kind == "dollar":
            edge = self.raw.index("$", 1) + 1
            return self.raw[edge:-edge]
        if self.kind == "escaped":
            return unescaped(self.raw[2:-1], "'")
        if self.kind == "double" or (self.kind == "text" and self.raw[0] not in _RAW):
            quote = self.raw[-1]
            inside = self.raw[self.raw.index(quote) + 1 : -1]
            if self._escapes:
                return _ESCAPED_OF_MYSQL.sub(lambda found: _of_mysql(found, quote), inside)
            return inside.replace(quote * 2, quote)
        return self.raw

    def name(self) -> tuple[str, ...]:
        """Go past a name, and return its parts.

        Raises
        ------
        UnreadableFileError
            If there is none.
        """
        found: list[str] = []
        while True:
            if self.kind not in NAMES:
                raise self.error(f"has '{printable(self.raw, 20)}' where a name is due")
            found.append(self.part_of_name)
            self.advance()
            if not self.take("."):
                return tuple(found)

    def names(self) -> list[str]:
        """Go past a list of names in brackets, if one begins here, and return them."""
        found: list[str] = []
        if not self.take("("):
            return found
        while True:
            found.append(self.name()[-1])
            if self.take(")"):
                return found
            if not self.take(","):
                raise self.error(f"has '{printable(self.raw, 20)}' in a list of columns")

    def error(self, problem: str) -> UnreadableFileError:
        """Return the error for what is not understood, with the line."""
        return UnreadableFileError(
            f"{printable(self._name)} line {self.line} {problem}", EXPECTED, "save the table as CSV"
        )

    def _to(self, end: str) -> None:
        """Lengthen the token to where `end` stands."""
        at = self.text.find(end, self.end)
        if at < 0:
            raise self.error(f"has {printable(self.raw, 20)} that nothing closes")
        self.end = at + len(end)
        self.raw = self.text[self.start : self.end]


def unescaped(text: str, quote: str = "") -> str:
    """Return a text of PostgreSQL without its backslashes, and without one of two marks that enclose it."""
    if "\\" not in text and "''" not in text:
        return text
    return joined_halves(_ESCAPED.sub(lambda found: _character(found, quote), text))


def _character(found: re.Match[str], quote: str) -> str:
    if found[0] == "''":
        return quote or found[0]
    if found[4] is not None:
        return _MARKS.get(found[4], found[4])
    number = int(found[3], _OCTAL) if found[3] else int(found[1] or found[2], _HEXADECIMAL)
    return chr(number)


def _of_mysql(found: re.Match[str], quote: str) -> str:
    if found[1] is None:
        return quote if found[0] == quote * 2 else found[0]
    return _MARKS_OF_MYSQL.get(found[1], found[1])
