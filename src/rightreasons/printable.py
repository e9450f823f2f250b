"""Make untrusted text harmless where a person reads it: no control characters, no hidden direction marks."""

import shlex
import unicodedata

LONGEST_CELL = 5_000
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def printable(text: str, limit: int = 80) -> str:
    """Return `text` on one line, with control and direction characters written out and its length bounded.

    Parameters
    ----------
    text
        Any string, for example a cell of a file that nobody has checked.
    limit
        The most characters kept; what was cut is said by an ellipsis and the full length.
    """
    kept = text[:limit]
    # Most text is plain; looking at each of its characters would take 50 times as long.
    shown = kept if kept.isprintable() else "".join(_visible(character) for character in kept)
    return shown if len(text) <= limit else f"{shown}… ({len(text):,} characters)"


def error_text(error: BaseException, limit: int = 200) -> str:
    """Return kind and text of an error of somebody else's code, also where it has no text to give."""
    kind = type(error).__name__
    try:
        return printable(f"{kind}: {error}", limit)
    except BaseException:  # its __str__ may raise whatever it likes
        return printable(kind, limit)


def pasteable(line: str) -> str:
    """Return a line to paste; words that no terminal should get raw are as bash has them, ``$'...'``."""
    if line.isprintable():
        return line
    return " ".join(map(_shell_word, shlex.split(line)))


def _shell_word(word: str) -> str:
    return shlex.quote(word) if word.isprintable() else f"$'{''.join(map(_escaped, word))}'"


def _escaped(character: str) -> str:
    if character.isprintable():
        return f"\\{character}" if character in "\\'" else character
    return "".join(f"\\x{byte:02x}" for byte in character.encode("utf-8", "surrogateescape"))


def _visible(character: str) -> str:
    if unicodedata.category(character) not in _HIDDEN:
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def may_be_formula(text: str) -> bool:
    """Return whether a spreadsheet may take a cell for a formula: it begins with = + - @ of any width.

    Full-width, small and raised forms count too; so do breaks, behind which a formula may stand.
    """
    first = unicodedata.normalize("NFKC", text.lstrip(" \u00a0\u3000")[:1])
    return first.startswith(("=", "+", "-", "\u2212", "@", "\t", "\r", "\n"))


def in_unicode(name: str) -> str:
    """Return the name of a file with bytes that are no UTF-8 written out, so that it can stand in data."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def quoted(items: list[str] | tuple[str, ...], limit: int = 12) -> str:
    """Return a comma-separated list of quoted, printable items, at most `limit` of them."""
    shown = ", ".join(f"'{printable(item, 40)}'" for item in items[:limit])
    return shown if len(items) <= limit else f"{shown}, … ({len(items):,} in all)"


def harmless(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula: an apostrophe goes before what may be one."""
    shown = printable(text, LONGEST_CELL)
    return f"'{shown}" if may_be_formula(text) else shown
