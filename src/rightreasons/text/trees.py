"""Trees in brackets, read from text."""

import re
from dataclasses import dataclass

from rightreasons.errors import ParseError
from rightreasons.printable import printable

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
