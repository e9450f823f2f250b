"""How the trees of a shape are written: sentence, PTB parse and binary parse."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rightreasons.challenges.hans.trees.notation import Branch, Gap, Leaf, Node, Slot, leaves
from rightreasons.challenges.hans.trees.shapes import Shape

Kind = Literal["text", "ptb", "binary"]
SENTENCES = ("sentence1", "sentence2")
PARSES = ("sentence1_binary_parse", "sentence2_binary_parse", "sentence1_parse", "sentence2_parse")
_PLACE = "\0"  # of a field, while a text is being written


class Field(NamedTuple):
    """What fills one place of a format string.

    Parameters
    ----------
    slot
        Its name.
    kind
        The word as it stands in a sentence, as a leaf of a PTB parse, or as one of a binary parse.
    capital
        Whether it opens the sentence.
    """

    slot: str
    kind: Kind
    capital: bool


@dataclass(frozen=True, slots=True)
class Format:
    """Fixed text with fields in between.

    Parameters
    ----------
    fixed
        The text before the first field, between fields, and behind the last: one more than fields.
    fields
        What fills the places between.
    """

    fixed: tuple[str, ...]
    fields: tuple[Field, ...]


def format_of(shape: Shape, column: str) -> Format:
    """Return how `column`, one of `SENTENCES` or `PARSES`, is written for a pair of this shape."""
    tree = shape.premise if column.startswith("sentence1") else shape.hypothesis
    writer = _Writer()
    if column in SENTENCES:
        spoken = shape.hypothesis_text if column == "sentence2" else tuple(leaves(tree))
        text = " ".join(writer.leaf(leaf, "text") for leaf in spoken)
    elif column.endswith("_binary_parse"):
        text = writer.binary(tree)
    else:
        text = f"(ROOT {writer.ptb(tree)})"
    return Format(tuple(text.split(_PLACE)), tuple(writer.fields))


def capitalised(word: str) -> str:
    """Return `word` with its first letter upper-case and all others as they are."""
    return word[:1].upper() + word[1:]


def right_branching(parts: Sequence[str]) -> str:
    """Return binary brackets around `parts`: each but the last is the left sister of all that follow."""
    if len(parts) == 1:
        return parts[0]
    return f"( {parts[0]} {right_branching(parts[1:])} )"


class _Writer:
    """Writes one tree from left to right, and remembers its fields and whether the sentence is open."""

    def __init__(self) -> None:
        self.fields: list[Field] = []
        self._is_open = False

    def leaf(self, leaf: Leaf, kind: Kind) -> str:
        """Return a word as it stands in the sentence; a slot becomes a place, noted as a field."""
        if isinstance(leaf, Gap):
            raise ValueError("a gap outside a tree that a word brings")
        capital, self._is_open = not self._is_open, True
        if isinstance(leaf, Slot):
            self.fields.append(Field(leaf.name, kind, capital))
            return _PLACE
        return capitalised(leaf.text) if capital else leaf.text

    def ptb(self, node: Node) -> str:
        """Return a tree as PTB brackets."""
        if isinstance(node, Branch):
            return f"({node.label} {' '.join([self.ptb(child) for child in node.children])})"
        if isinstance(node, Slot) and node.tag is None:
            return self.leaf(node, "ptb")
        return f"({'' if isinstance(node, Gap) else node.tag} {self.leaf(node, 'text')})"

    def binary(self, node: Node) -> str:
        """Return a tree as binary brackets without categories."""
        if isinstance(node, Branch):
            return right_branching([self.binary(child) for child in node.children])
        return self.leaf(node, "binary")
