"""The words of parses in brackets, binary or PTB, as columns of texts."""

from typing import Literal

import numpy as np
import polars as pl

from rightreasons.errors import ParseError
from rightreasons.printable import printable

ADDS = {"tokenisation": {"parse": "leaves"}}


ParseKind = Literal["binary", "ptb"]


_SPACE = r" \t\r\n"


_WORD = rf"[^{_SPACE}()]+"


_NAMED_BRACKET = rf"\([^{_SPACE}()]"


# One bracket around everything; a binary parse may also be a word alone.
_WHOLE = {
    "binary": rf"^(?s:[{_SPACE}]*(?:\(.*\)|(?:{_WORD})?)[{_SPACE}]*)$",
    "ptb": rf"^(?s:[{_SPACE}]*(?:\(.*\))?[{_SPACE}]*)$",
}


_BROKEN = {
    # a bracket around nothing, a bracket with a name
    "binary": rf"\([{_SPACE}]*\)|{_NAMED_BRACKET}",
    # a bracket around no more than a name, a word before something else, a word behind a bracket
    "ptb": rf"\([{_SPACE}]*(?:{_WORD})?[{_SPACE}]*\)"
    rf"|[{_SPACE})]{_WORD}(?:[{_SPACE}]+[^{_SPACE})]|\()"
    rf"|\)[{_SPACE}]*{_WORD}",
}


_EXAMPLE = {"binary": "( ( Two women ) sleep )", "ptb": "(S (NP (CD Two) (NNS women)) (VP (VBP sleep)))"}


_BLOCK = 10_000


def kind_of(parses: pl.Series) -> ParseKind:
    """Return the kind of the first parse that has a bracket; ``"binary"`` if none has.

    A PTB parse is told by a name that follows a bracket directly, such as ``(NP``.
    """
    first = parses.filter(parses.str.contains("(", literal=True)).head(1)
    return "ptb" if first.str.contains(_NAMED_BRACKET).any() else "binary"


def leaves(parses: pl.Series) -> pl.Series:
    """Return the tokens of every parse, from left to right.

    Escapes that stand for brackets in the text (``-LRB-``, ``-RRB-``, ...) are kept as the data have them.

    Parameters
    ----------
    parses
        Parses of one kind, shape (n,).

    Returns
    -------
    pl.Series
        ``List(String)``, shape (n,): null for null, no tokens for an empty parse.

    Raises
    ------
    ParseError
        If a parse is not well-formed, or not of the kind of the others; the row is counted from 0.
    """
    kind = kind_of(parses)
    row = _first_malformed(parses, kind)
    if row is not None:
        raise ParseError(
            f"parse '{printable(parses[row])}' in row {row:,}",
            f"a well-formed {kind} parse, like '{_EXAMPLE[kind]}'",
            "mend the parse, or tokenise the text itself, as with --tokenisation word-punct",
        )
    if kind == "binary":
        return parses.str.extract_all(_WORD)
    words = parses.str.extract_all(rf"{_WORD}[{_SPACE}]*\)")
    return words.list.eval(pl.element().str.strip_chars_end(") \t\r\n"))


def _first_malformed(parses: pl.Series, kind: ParseKind) -> int | None:
    sound = parses.str.contains(_WHOLE[kind]) & ~parses.str.contains(_BROKEN[kind])
    rows = (~sound).arg_true().head(1).to_list()
    unbalanced = _first_unbalanced(parses)
    return min(rows if unbalanced is None else [*rows, unbalanced], default=None)


def _first_unbalanced(parses: pl.Series) -> int | None:
    for start in range(0, len(parses), _BLOCK):
        row = _first_unbalanced_of(parses.slice(start, _BLOCK).fill_null(""))
        if row is not None:
            return start + row
    return None


def _first_unbalanced_of(parses: pl.Series) -> int | None:
    ends = parses.str.len_bytes().cast(pl.Int64).cum_sum().to_numpy()
    characters = np.frombuffer(parses.str.join("").item().encode(), dtype=np.uint8)
    # The two brackets are 0x28 and 0x29: the last bit tells the closing one.
    brackets = np.flatnonzero((characters & 0xFE) == 0x28)
    if not len(brackets):
        return None
    depth = np.cumsum(1 - 2 * (characters[brackets] & 1).astype(np.int8), dtype=np.int32)
    # One tree a row: its last bracket closes the first one, and none before it does.
    right = depth > 0
    last = np.searchsorted(brackets, ends) - 1
    last = last[last >= 0]
    right[last] = depth[last] == 0
    wrong = np.flatnonzero(~right)
    return int(np.searchsorted(ends, brackets[wrong[0]], side="right")) if len(wrong) else None
