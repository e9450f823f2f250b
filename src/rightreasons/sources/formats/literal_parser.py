"""Values as many languages write them: lists, records and calls of texts and numbers; nothing is computed."""

import re
from typing import Any

_SPACE = re.compile(r"(?:\s|//[^\n]*+|/\*[^*]*+\*++(?:[^/*][^*]*+\*++)*/)*", re.DOTALL)
_COMMENTS = {
    "#": re.compile(r"(?:\s|\#[^\n]*+)*"),
    "--": re.compile(r"(?:\s|--[^\n]*+)*"),
    "%": re.compile(r"(?:\s|%[^\n]*+|/\*[^*]*+\*++(?:[^/*][^*]*+\*++)*/)*", re.DOTALL),
    ";": re.compile(r"(?:\s|;[^\n]*+)*"),
    "//": _SPACE,
}
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*+)"|\'((?:[^\'\\]|\\.)*+)\'|`((?:[^`\\$]|\\.|\$(?!\{))*)`', re.DOTALL)
_NUMBER = re.compile(r"[-+]?(?:0x[0-9A-Fa-f]+|\d[\d_]*(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)[LlfFdDn]?(?![\w.])")
_WORD = re.compile(
    r"[&*]?(?:new\s+|&)?(?:\[\]|\[\d*\])?[@$]?[A-Za-z_$][\w$]*(?:(?:\.|::|->|\\)[\w$]+)*(?:<[^<>()\"']{0,60}>)?!?"
)
_SYMBOL = re.compile(r":([A-Za-z_][\w-]*)|~([A-Za-z_.][\w.]*)")
_KEY = re.compile(r"""["']([^"'\\\n]{1,80})["']|\[["']([^"'\\\n]{1,80})["']\]|\.?([A-Za-z_$][\w$.-]*)""")
_KEYWORD = re.compile(r":([A-Za-z_][\w-]*)(?=\s)")
_SEPARATOR = re.compile(r"=>|:(?!:)|=(?!=)")
_ESCAPED = re.compile(
    r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|\r?\n|(.))", re.DOTALL
)
_MARKS = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "b": "\b", "f": "\f"}
_CONSTANTS = {
    "true": True, "TRUE": True, "false": False, "FALSE": False, "null": None, "NULL": None, "nil": None,
    "undefined": None, "None": None, "True": True, "False": False, "NA": None, "NaN": None,
}  # fmt: skip
_CLOSING = {"[": "]", "{": "}", "(": ")"}
_MOST_DEPTH = 64
_MOST_CHARACTERS = 32 * 2**20
Item = tuple[str | None, Any]


class NoLiteralError(ValueError):
    """What stands here is no literal."""


class LiteralParser:
    """Goes through a text from one value to what follows it.

    Parameters
    ----------
    text
        The text.
    comment
        What begins a comment.
    """

    def __init__(self, text: str, comment: str = "//") -> None:
        self.text = text
        self.is_cut_off = False
        self.space = _COMMENTS[comment]

    def skip(self, at: int) -> int:
        """Return where something follows that is neither space nor comment."""
        found = self.space.match(self.text, at)
        return found.end() if found else at

    def value(self, at: int, depth: int = 0) -> tuple[Any, int]:
        """Return the value that begins here, and where it ends.

        Raises
        ------
        NoLiteralError
            If there is none.
        """
        if depth > _MOST_DEPTH:
            raise NoLiteralError
        at = self.skip(at)
        if at >= len(self.text):
            self.is_cut_off = True
        if found := _TEXT.match(self.text, at):
            return self._texts(found)
        if number := _NUMBER.match(self.text, at):
            return _number(number[0]), number.end()
        if self.text[at : at + 1] in ("[", "{"):
            word = _WORD.match(self.text, at) if self.text[at] == "[" else None
            if word is not None and self.text[word.end() : word.end() + 1] == "{":
                at = word.end()
            items, end = self.items(at, depth)
            return _of_items(items, self.text[at]), end
        if symbol := _SYMBOL.match(self.text, at):
            return symbol[1] or symbol[2], symbol.end()
        return self._word(at, depth)

    def _word(self, at: int, depth: int) -> tuple[Any, int]:
        word = _WORD.match(self.text, at)
        if word is None:
            raise NoLiteralError
        after = self.skip(word.end())
        if self.text[after : after + 1] in ("(", "{"):
            if self.text[after] == "(":
                return self.call(after, depth)
            items, end = self.items(after, depth)
            return _of_items(items, "{"), end
        if word[0] in _CONSTANTS:
            return _CONSTANTS[word[0]], word.end()
        if self.text[after : after + 2] == "=>" or word[0] in ("function", "async", "return", "if"):
            raise NoLiteralError
        return re.split(r"\.|::|->|\\", word[0])[-1], word.end()

    def call(self, at: int, depth: int = 0) -> tuple[Any, int]:
        """Return the arguments of a call: as a record, a list, or the one there is."""
        items, end = self.items(at, depth)
        return _of_call(items), end

    def items(self, at: int, depth: int = 0) -> tuple[list[Item], int]:
        """Return what stands between brackets that begin here, each with its name or None."""
        closing = _CLOSING[self.text[at]]
        found: list[Item] = []
        at = self.skip(at + 1)
        while self.text[at : at + 1] != closing:
            name, at = self._name(at)
            value, at = self.value(at, depth + 1)
            if name is None and isinstance(value, (str, int)) and (mark := self._separator(at)):
                name = str(value)
                value, at = self.value(mark, depth + 1)
            found.append((name, value))
            at = self.skip(at)
            if self.text[at : at + 1] in (",", ";"):
                at = self.skip(at + 1)
            elif not self.text[at : at + 1]:
                self.is_cut_off = True
                raise NoLiteralError
        return found, at + 1

    def _separator(self, at: int) -> int | None:
        found = _SEPARATOR.match(self.text, self.skip(at))
        return found.end() if found else None

    def _name(self, at: int) -> tuple[str | None, int]:
        """Return the name of an item that is no text: a word or a symbol before a separator."""
        word = _KEY.match(self.text, at)
        if word is not None and (end := self._separator(word.end())):
            return word[1] or word[2] or word[3], end
        symbol = _KEYWORD.match(self.text, at)
        if symbol is not None:
            mark = self._separator(symbol.end())
            return symbol[1], mark or symbol.end()
        return None, at

    def _texts(self, found: re.Match[str]) -> tuple[str, int]:
        """Return a text, with those that ``+`` or ``..`` adds to it."""
        parts = [_unescaped(found)]
        end = found.end()
        while True:
            after = self.skip(end)
            plus = next((mark for mark in ("+", "..", "~") if self.text.startswith(mark, after)), None)
            more = _TEXT.match(self.text, self.skip(after + len(plus))) if plus else None
            if more is None:
                return "".join(parts), end
            parts.append(_unescaped(more))
            end = more.end()


def whole_literal(text: str) -> Any:
    """Return the list or record that a text is but for comments and trailing commas; None if it is none."""
    parser = LiteralParser(text)
    if len(text) > _MOST_CHARACTERS:
        return None
    try:
        value, end = parser.value(0)
    except (NoLiteralError, RecursionError):
        return None
    whole = parser.skip(end) >= len(text)
    return value if whole and value and isinstance(value, (list, dict)) else None


def _unescaped(found: re.Match[str]) -> str:
    text = next(part for part in found.groups() if part is not None)
    return _ESCAPED.sub(_character, text) if "\\" in text else text


def _character(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    if code is not None:
        number = int(code, 16)
        return chr(number) if number < 0xD800 or 0xDFFF < number < 0x110000 else "\ufffd"
    return "" if found[4] is None else _MARKS.get(found[4], found[4])


def _number(text: str) -> int | float | str:
    plain = text.replace("_", "").rstrip("LlfFdDn") if not text.startswith("0x") else text
    try:
        return int(plain, 0) if "." not in plain and "e" not in plain.lower() else float(plain)
    except ValueError:
        return text


def _of_items(items: list[Item], bracket: str) -> Any:
    """Return items as a record where all have names, as a list where none has one."""
    named = [name for name, _ in items if name is not None]
    if items and len(named) == len(items):
        return dict(items)
    if named:
        raise NoLiteralError
    return [] if not items and bracket == "[" else {} if not items else [value for _, value in items]


def _of_call(items: list[Item]) -> Any:
    if not items:
        raise NoLiteralError
    named = {name: value for name, value in items if name is not None}
    values = [value for name, value in items if name is None]
    if not named:
        return values[0] if len(values) == 1 else values
    lists = {name: value for name, value in named.items() if isinstance(value, list)}
    if not values and len(lists) > 1 and len({len(value) for value in lists.values()}) == 1:
        return lists  # columns; other arguments say how they are made
    return {**{str(at): value for at, value in enumerate(values)}, **named}
