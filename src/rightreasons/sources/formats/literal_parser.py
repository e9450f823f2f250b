"""Values as JavaScript writes them: lists, records and calls of texts and numbers; nothing is computed."""

import re
from typing import Any

_SPACE = re.compile(r"(?:\s+|//[^\n]*|/\*[^*]*(?:\*(?!/)[^*]*)*\*/)*")
_TEXT = re.compile(
    r'"([^"\\]*(?:\\.[^"\\]*)*)"|\'([^\'\\]*(?:\\.[^\'\\]*)*)\'|`([^`\\$]*(?:(?:\\.|\$(?!\{))[^`\\$]*)*)`',
    re.DOTALL,
)
_NUMBER = re.compile(
    r"[-+]?(?:0[xX][0-9A-Fa-f]{1,30}|(?:0|[1-9][\d_]{0,300})n?(?:\.\d{0,300})?(?:[eE][-+]?\d{1,9})?|\.\d{1,300})(?![\w.])"
)
_WORD = re.compile(r"(new\s+)?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")
_KEY = re.compile(r"[A-Za-z_$][\w$]*")
_ESCAPED = re.compile(
    r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|\r?\n|(.))", re.DOTALL
)
_MARKS = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "b": "\b", "f": "\f", "v": "\v"}
_CONSTANTS = {"true": True, "false": False, "null": None, "undefined": None, "NaN": None}
_CLOSING = {"[": "]", "{": "}", "(": ")"}
_MOST_DEPTH = 64
_MOST_CHARACTERS = 32 * 2**20


class NoLiteralError(ValueError):
    """What stands here is no literal.

    Parameters
    ----------
    at
        Where in the text.
    in_item
        Whether it stands in a list, a record or the arguments of a call.
    in_rows
        Whether that is one of the items of a list, or follows an item that is one: rows are lost with it.
    """

    def __init__(self, at: int, *, in_item: bool = False, in_rows: bool = False) -> None:
        super().__init__(at)
        self.at = at
        self.in_item = in_item
        self.in_rows = in_rows


class LiteralParser:
    """Goes through a text from one value to what follows it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def skip(self, at: int) -> int:
        """Return where something follows that is neither space nor comment."""
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def value(self, at: int, depth: int = 0) -> tuple[Any, int]:
        """Return the value that begins here, and where it ends.

        Raises
        ------
        NoLiteralError
            If there is none.
        """
        if depth > _MOST_DEPTH:
            raise NoLiteralError(at, in_rows=True)
        at = self.skip(at)
        if found := _TEXT.match(self.text, at):
            return self._texts(found)
        if number := _NUMBER.match(self.text, at):
            return _number(number[0]), number.end()
        begins = self.text[at : at + 1]
        if begins == "{":
            return self._record(at, depth)
        if begins == "[":
            return self._list(at, depth)
        return self._word(at, depth)

    def call(self, at: int, depth: int = 0) -> tuple[Any, int]:
        """Return the arguments of a call, whose bracket opens here: a list, or the one there is."""
        values, end = self._list(at, depth)
        if not values:
            raise NoLiteralError(at)
        return values[0] if len(values) == 1 else values, end

    def _word(self, at: int, depth: int) -> tuple[Any, int]:
        """Return a constant, the last part of a name with a dot, or the arguments of what a class makes."""
        word = _WORD.match(self.text, at)
        if word is None:
            raise NoLiteralError(at)
        last = word[0].rpartition(".")[2]
        after = self.skip(word.end())
        if self.text.startswith("(", after):
            if word[1] is None and not last[:1].isupper():
                raise NoLiteralError(at, in_item=_TEXT.match(self.text, self.skip(after + 1)) is not None)
            return self.call(after, depth + 1)
        if word[0] in _CONSTANTS:
            return _CONSTANTS[word[0]], word.end()
        if last == word[0]:
            raise NoLiteralError(at)
        return last, word.end()

    def _list(self, at: int, depth: int) -> tuple[list[Any], int]:
        closing = _CLOSING[self.text[at]]
        found: list[Any] = []
        at = self.skip(at + 1)
        while not self.text.startswith(closing, at):
            try:
                value, end = self.value(at, depth + 1)
                at = self._past_comma(end, closing)
            except NoLiteralError as error:
                in_rows = error.in_item or any(isinstance(each, (dict, list)) for each in found)
                lost = error.in_rows or (in_rows and closing == "]")
                raise NoLiteralError(error.at, in_item=True, in_rows=lost) from None
            found.append(value)
        return found, at + 1

    def _record(self, at: int, depth: int) -> tuple[dict[str, Any], int]:
        found: dict[str, Any] = {}
        at = self.skip(at + 1)
        while not self.text.startswith("}", at):
            try:
                name, end = self._name(at)
                if name in found:  # which of the two is meant?
                    raise NoLiteralError(at)
                value, end = self.value(end, depth + 1)
                at = self._past_comma(end, "}")
            except NoLiteralError as error:
                in_rows = any(isinstance(each, (dict, list)) for each in found.values())
                raise NoLiteralError(error.at, in_item=True, in_rows=in_rows or error.in_rows) from None
            found[name] = value
        return found, at + 1

    def _past_comma(self, at: int, closing: str) -> int:
        """Return what follows a value: the closing bracket, or the next value."""
        at = self.skip(at)
        if self.text.startswith(",", at):
            return self.skip(at + 1)
        if not self.text.startswith(closing, at):
            raise NoLiteralError(at)
        return at

    def _name(self, at: int) -> tuple[str, int]:
        """Return the name of a field, and where its value begins."""
        text, word, number = (each.match(self.text, at) for each in (_TEXT, _KEY, _NUMBER))
        found = text or word or number
        after = self.skip(found.end()) if found else at
        if found is None or not self.text.startswith(":", after):
            raise NoLiteralError(after)
        return _unescaped(text) if text else found[0], after + 1

    def _texts(self, found: re.Match[str]) -> tuple[str, int]:
        """Return a text, with those that ``+`` adds to it."""
        parts = [_unescaped(found)]
        end = found.end()
        while True:
            after = self.skip(end)
            more = _TEXT.match(self.text, self.skip(after + 1)) if self.text.startswith("+", after) else None
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
    except NoLiteralError:
        return None
    whole = parser.skip(end) >= len(text)
    return value if whole and value and isinstance(value, (list, dict)) else None


def _unescaped(found: re.Match[str]) -> str:
    text = next(part for part in found.groups() if part is not None)
    if "\\" not in text:
        return text
    try:
        halves = _ESCAPED.sub(_character, text).encode("utf-16-le", "surrogatepass")
        return halves.decode("utf-16-le")
    except ValueError:  # half of a surrogate pair, or no character
        raise NoLiteralError(found.start()) from None


def _character(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    if code is not None:
        return chr(int(code, 16))
    return "" if found[4] is None else _MARKS.get(found[4], found[4])


def _number(text: str) -> int | float:
    plain = text.replace("_", "").rstrip("n").lower()
    if "x" in plain:
        return int(plain, 16)
    return float(plain) if "." in plain or "e" in plain else int(plain)
