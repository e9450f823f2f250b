"""The plain text of a piece of LaTeX: styles are left out, accents and marks become characters.

A command that is none of these may stand for any text, so it is an error.
"""

import re
import unicodedata

_STYLED = re.compile(
    r"\\(?:text(?:bf|it|sc|tt|rm|sf|sl|up|md|normal)?|emph|underline|uline|[mh]box|makecell|shortstack|thead|math(?:rm|bf|it|sf|tt)"
    r"|url|hl|ensuremath|nolinkurl)\*?\s*(?=\{)"
)
_WITH_FIRST = re.compile(
    r"\\(?:textcolor|color|cellcolor|rowcolor|href|hyperref|hspace|vspace|rotatebox|parbox|cite[a-z]*|label|footnote)\*?\s*(?:\[[^\]]{0,80}\])?\s*\{[^{}]{0,300}\}"
)
_SWITCH = re.compile(
    r"\\(?:(?:(?:bf|it|sc|tt|rm|sf|sl|md|up)(?:series|shape|family)?|em|normalfont|tiny|(?:script|footnote|normal)size|small"
    r"|large|Large|LARGE|huge|Huge|centering|ragged(?:right|left)|noindent|indent|hfill|strut|relax|protect|leavevmode"
    r"|allowbreak|arraybackslash|displaystyle|textstyle|unskip|sloppy|nobreak)(?![A-Za-z])|[,;!/@-])\s*"
)
_COMMAND = re.compile(r"\\[A-Za-z]+|\\")
_ACCENT = re.compile(r"\\(?:([`'^\"~=.])|([cvuHkr])(?![A-Za-z]))\s*(?:\{\\?([A-Za-z])\}|\\?([A-Za-z]))")
_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å",
    "AA": "Å", "i": "ı", "textendash": "–", "textemdash": "—", "ldots": "…", "dots": "…", "checkmark": "✓",
    "textasciitilde": "~", "textquotesingle": "'", "times": "×", "cmark": "✓", "xmark": "✗", "euro": "€",
    "textquoteright": "’", "textquotedblleft": "“", "textquotedblright": "”", "pounds": "£", "textbar": "|",
    "newline": " ", "linebreak": " ", "par": " ", "quad": " ", "qquad": " ", "enspace": " ", "space": " ",
    "textbackslash": "\ue001",
}  # fmt: skip
_LETTER = re.compile(rf"\\({'|'.join(sorted(_LETTERS, key=len, reverse=True))})(?![A-Za-z])\s?(?:\{{\}})?")
_ESCAPED = re.compile(r"\\([&%$#_{} ])")
_KEPT = "\ue000"
"""Stands before a character that was escaped, until marks are left out."""
_BACKSLASH = "\ue001"
_PLAIN = re.compile(rf"(?<!{_KEPT})[{{}}$]|(?<!{_KEPT})~|{_KEPT}")
_QUOTES = (("``", "“"), ("''", "”"), ("---", "—"), ("--", "–"))


def plain_text(piece: str) -> str:
    """Return the text of a piece of LaTeX.

    Raises
    ------
    ValueError
        If a command is none that is known here, with its name.
    """
    text = _ESCAPED.sub(rf"{_KEPT}\1", piece)
    text = _ACCENT.sub(_accented, text)
    text = _LETTER.sub(lambda found: _LETTERS[found[1]], text)
    text = _SWITCH.sub("", _STYLED.sub("", _WITH_FIRST.sub("", text)))
    if unknown := _COMMAND.search(text):
        raise ValueError(unknown[0])
    for marks, character in _QUOTES:
        text = text.replace(marks, character)
    text = _PLAIN.sub(lambda found: " " if found[0] == "~" else "", text)
    return " ".join(text.replace(_BACKSLASH, "\\").split())


def _accented(found: re.Match[str]) -> str:
    return unicodedata.normalize("NFC", (found[3] or found[4]) + _ACCENTS[found[1] or found[2]])
