"""Bracketed parses: whole columns of them checked and read, and one of them as a tree."""

import re
from dataclasses import dataclass
from typing import Literal

import numpy as np
import polars as pl

from rightreasons.errors import ParseError
from rightreasons.printable import printable

ADDS = {"tokenisation": {"parse": "leaves"}}

_PIECE = re.compile(r"\([^ \t\r\n()]+|[()]|[^ \t\r\n()]+")


@dataclass(frozen=True, slots=True)
class Tree:
    """A node of a parse: either a word or the parent of others.

    Parameters
    ----------
    label
        Name of the bracket: a category, or a word's part of speech; None in binary parses.
    children
        The nodes below, from left to right; none below a word.
    leaf
        The word, as the data have it (``-LRB-`` for an opening bracket); None if there are children.
    """

    label: str | None = None
    children: tuple["Tree", ...] = ()
    leaf: str | None = None

    def leaves(self) -> tuple[str, ...]:
        """Return the words from left to right."""
        found: list[str] = []
        stack = [self]  # no recursion, since parses can be deep
        while stack:
            node = stack.pop()
            stack.extend(reversed(node.children))
            if node.leaf is not None:
                found.append(node.leaf)
        return tuple(found)


@dataclass(slots=True)
class _Open:
    label: str | None
    words: list[str]
    children: list[Tree]


def read_tree(text: str) -> Tree:
    """Read one PTB or binary parse; a single word without brackets is a tree of that word.

    A bracket that a name follows directly (``(NP``) is a PTB bracket: it holds one word, or nodes.

    Raises
    ------
    ParseError
        If the brackets do not make one tree.
    """
    named = re.search(r"\([^ \t\r\n()]", text) is not None
    root = _Open(None, [], [])
    stack = [root]
    for piece in _PIECE.findall(text):
        if piece == ")":
            node = _closed(stack.pop(), text, named=named)
            if not stack:
                raise _malformed(text)
            stack[-1].children.append(node)
        elif piece[0] == "(":
            stack.append(_Open(piece[1:] or None, [], []))
        elif named:
            stack[-1].words.append(piece)
        else:
            stack[-1].children.append(Tree(leaf=piece))
    if stack != [root] or root.words or len(root.children) != 1:
        raise _malformed(text)
    return root.children[0]


def _closed(node: _Open, text: str, *, named: bool) -> Tree:
    if named and len(node.words) == 1 and not node.children and node.label is not None:
        return Tree(node.label, leaf=node.words[0])
    if node.words or not node.children:
        raise _malformed(text)
    return Tree(node.label, tuple(node.children))


def _malformed(text: str) -> ParseError:
    return ParseError(
        f"'{printable(text)}'", "one well-formed PTB or binary parse", "mend the parse, or leave parses out"
    )


# Two kinds occur in NLI corpora. Binary parses, as in SNLI, hold brackets and words with spaces between all
# of them: ``( ( Two women ) ( sleep . ) )``; a text of one token may stand without brackets. Penn Treebank
# (PTB) parses name every bracket: ``(ROOT (S (NP (CD Two) ...``; only the outermost name may be missing. In
# both, only spaces, tabs and line ends set tokens apart: parsers keep other white space within tokens.


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
