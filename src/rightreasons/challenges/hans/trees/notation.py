"""The notation of trees in the data files: ``[S [NP the N1] VP1 .]``, leaves being words, slots or a gap."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

GAP = "_"
_PIECE = re.compile(r"\[[^\s\[\]]+|\]|[^\s\[\]]+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word that the template fixes.

    Parameters
    ----------
    text
        The word, as it stands within a sentence.
    tag
        Its part of speech.
    """

    text: str
    tag: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A place that a word of the vocabulary or a phrase fills.

    Parameters
    ----------
    name
        ``N1``; within a phrase ``RC1.N``.
    tag
        The part of speech here, None for that of the word which fills it.
    """

    name: str
    tag: str | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """Where a tree that a word brings takes the rest of the phrase."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A node with a category such as ``NP``, and its children from left to right."""

    label: str
    children: tuple["Node", ...]


Leaf = Word | Slot | Gap
Node = Branch | Leaf


def read_nodes(text: str, slots: Collection[str], tags: Mapping[str, str]) -> tuple[Node, ...]:
    """Read nodes that stand side by side.

    Parameters
    ----------
    text
        The notation, as described in ``grammar.yaml``.
    slots
        Names that are slots; the part before a full stop decides.
    tags
        Part of speech of words that stand without one.

    Raises
    ------
    ValueError
        If the brackets do not match, or a word without a part of speech is not in `tags`.
    """
    stack: list[tuple[str, list[Node]]] = [("", [])]
    for piece in _PIECE.findall(text):
        if piece.startswith("["):
            stack.append((piece[1:], []))
        elif piece != "]":
            stack[-1][1].append(_leaf(piece, slots, tags))
        elif len(stack) > 1 and stack[-1][1]:
            label, children = stack.pop()
            stack[-1][1].append(Branch(label, tuple(children)))
        else:
            raise ValueError(f"the brackets of '{text}' do not match, or hold nothing")
    if len(stack) != 1 or not stack[0][1]:
        raise ValueError(f"the brackets of '{text}' do not match, or hold nothing")
    return tuple(stack[0][1])


def _leaf(piece: str, slots: Collection[str], tags: Mapping[str, str]) -> Leaf:
    if piece == GAP:
        return Gap()
    text, separator, tag = piece.rpartition("/")
    if not separator:
        text, tag = piece, ""
    if text.partition(".")[0] in slots:
        return Slot(text, tag or None)
    if not tag and text not in tags:
        raise ValueError(f"'{piece}' has no part of speech; write {piece}/TAG")
    return Word(text, tag or tags[text])


def replaced(node: Node, by: Callable[[Leaf], tuple[Node, ...]]) -> tuple[Node, ...]:
    """Return what `node` becomes when every leaf is replaced by the nodes that `by` gives for it."""
    if not isinstance(node, Branch):
        return by(node)
    return (Branch(node.label, tuple(new for child in node.children for new in replaced(child, by))),)


def leaves(*nodes: Node) -> Iterator[Leaf]:
    """Yield the leaves of `nodes` from left to right."""
    for node in nodes:
        if isinstance(node, Branch):
            yield from leaves(*node.children)
        else:
            yield node
