"""One bracketed parse as a tree: its words and its constituents."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rightreasons.errors import ParseError
from rightreasons.printable import printable

_PIECE = re.compile(r"\([^ \t\r\n()]+|[()]|[^ \t\r\n()]+")


class Constituent(NamedTuple):
    """A node of a tree as the words it covers: ``start`` to ``end``, the end exclusive."""

    label: str | None
    start: int
    end: int


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
        return tuple(node.leaf for node, leaving in self._walk() if not leaving and node.leaf is not None)

    def constituents(self) -> tuple[Constituent, ...]:
        """Return every node, a parent before its children, left before right; words are nodes too."""
        found: list[Constituent] = []
        open_ones: list[int] = []
        position = 0
        for node, leaving in self._walk():
            if leaving:
                opened = open_ones.pop()
                found[opened] = found[opened]._replace(end=position)
                continue
            open_ones.append(len(found))
            found.append(Constituent(node.label, position, position))
            position += node.leaf is not None
        return tuple(found)

    def _walk(self) -> Iterator[tuple["Tree", bool]]:
        # Every node when it is entered and again when it is left; no recursion, since parses can be deep.
        stack = [(self, False)]
        while stack:
            node, leaving = stack.pop()
            yield node, leaving
            if not leaving:
                stack.append((node, True))
                stack.extend((child, False) for child in reversed(node.children))


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
