"""The frame of every verb in a PTB parse: with an object, without one, passive, or with a clause."""

from collections.abc import Iterator, Sequence
from typing import Literal

from rightreasons.text.trees import Tree

Frame = Literal["transitive", "intransitive", "passive", "clause"]
_HAVE = {"have", "has", "had", "having", "'ve", "'d"}


def verb_frames(tree: Tree) -> Iterator[tuple[str, Frame]]:
    """Yield every full verb of a parse, lower-case, with its frame.

    A verb is the first ``VB...`` of a ``VP``; with a ``VP`` beside it, it is an auxiliary. What follows it
    tells the frame: a noun phrase ``transitive``; a clause with a subject, with or without *that*,
    ``clause``; a past participle without either, unless after *have*, ``passive``; else ``intransitive``.
    Infinitives, particles and predicates (``S`` without subject, ``PRT``, ``ADJP``) are none of these and are
    passed over.
    """
    stack: list[tuple[Tree, Tree | None]] = [(tree, None)]
    while stack:
        node, parent = stack.pop()
        stack.extend((child, node) for child in node.children)
        head = _head(node)
        if head is None:
            continue
        frame = _frame(head, node.children[node.children.index(head) + 1 :], parent)
        if frame is not None:
            yield str(head.leaf).lower(), frame


def _head(node: Tree) -> Tree | None:
    """Return the full verb of a verb phrase, None for anything else."""
    if node.label != "VP" or any(child.label == "VP" for child in node.children):
        return None
    verbs = (child for child in node.children if (child.label or "").startswith("VB"))
    return next(verbs, None)


def _frame(head: Tree, behind: Sequence[Tree], parent: Tree | None) -> Frame | None:
    labels = {child.label for child in behind}
    if any(_is_clause(child) for child in behind):
        return "transitive" if "NP" in labels else "clause"
    if "NP" in labels:
        return "transitive"
    if labels & {"S", "PRT", "ADJP", "SQ", "SINV"}:
        return None
    return "passive" if head.label == "VBN" and not _after_have(parent) else "intransitive"


def _is_clause(node: Tree) -> bool:
    if node.label == "S":
        return any(child.label == "NP" for child in node.children)
    if node.label != "SBAR" or not node.children:
        return False
    first = node.children[0]
    return first.label == "S" or (first.leaf or "").lower() == "that"


def _after_have(parent: Tree | None) -> bool:
    return parent is not None and any((child.leaf or "").lower() in _HAVE for child in parent.children)
