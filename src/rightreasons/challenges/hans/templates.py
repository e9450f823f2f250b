"""The grammar of HANS as its data file states it: the notation of trees, subcases, templates, phrases."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass as validated_dataclass

from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.labels import Label
from rightreasons.text.language import language

# Reads the YAML files beside this package.


def read_data(name: str) -> Any:
    """Return the content of one file of ``data/``."""
    return packaged_yaml("rightreasons.challenges.hans", f"data/{name}")


# The notation of trees in the data files: ``[S [NP the N1] VP1 .]``, leaves being words, slots or a gap.


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


# The grammar of HANS as its data file states it: subcases, templates, phrases.


Quirks = Literal["official", "fixed"]
_STRICT = ConfigDict(extra="forbid")


@validated_dataclass(frozen=True, config=_STRICT)
class Alternative:
    """One way to write a phrase.

    Parameters
    ----------
    tree
        Its nodes in the notation of trees.
    slots
        Word list by slot.
    share
        How often it is drawn relative to its sisters: as often as these lists have words; once by default.
    official_tree
        What the published generator writes, where it differs.
    gap, own_trees
        Trees that the words of the slot `own_trees` bring stand instead of `tree`, with `gap` in theirs.
    variants
        Whether such trees make variants of the template.
    each
        A slot each of whose words makes an alternative of its own.
    """

    tree: str
    slots: dict[str, str]
    share: tuple[str, ...] = ()
    official_tree: str | None = None
    gap: str | None = None
    own_trees: str | None = None
    variants: bool = False
    each: str | None = None


@validated_dataclass(frozen=True, config=_STRICT)
class Template:
    """One template: what premise and hypothesis look like.

    Parameters
    ----------
    id
        The official id, e.g. ``"temp20"``.
    slots
        Word list or phrase by slot.
    premise, hypothesis
        Trees in the notation of ``grammar.yaml``.
    share
        As in `Alternative`, relative to the other templates of the subcase.
    key
        Slot of the word around which the template was built (appendix E); None where there is none.
    category
        Name of a category that templates share; the id by default.
    official_hypothesis_text
        The hypothesis as the published generator writes it, where that is not what its tree says.
    """

    id: str
    slots: dict[str, str]
    premise: str
    hypothesis: str
    share: tuple[str, ...] = ()
    key: str | None = None
    category: str | None = None
    official_hypothesis_text: str | None = None


@validated_dataclass(frozen=True, config=_STRICT)
class Subcase:
    """One of the 30 subcases.

    Parameters
    ----------
    name
        The official name, e.g. ``"ln_passive"``.
    heuristic
        The heuristic it supports or contradicts.
    label
        Gold label of all its pairs.
    templates
        Its templates.
    """

    name: str
    heuristic: str
    label: Label
    templates: tuple[Template, ...]


@validated_dataclass(frozen=True, config=_STRICT)
class Statement:
    """The whole grammar file.

    Parameters
    ----------
    literals
        Part of speech of words that templates fix.
    tags
        Part of speech of the words of each list.
    frames
        Frames in which the verbs of each list are used; see `attest`.
    phrases
        Alternatives by the name of the phrase.
    subcases
        In the order of the published file.
    """

    literals: dict[str, str]
    tags: dict[str, str]
    frames: dict[str, tuple[str, ...]]
    phrases: dict[str, tuple[Alternative, ...]]
    subcases: tuple[Subcase, ...]


@cache
def statement() -> Statement:
    """Return the grammar of the language as it is stated in ``hans/grammar.yaml``."""
    return TypeAdapter(Statement).validate_python(language().data("hans/grammar.yaml"))


def subcase_names() -> tuple[str, ...]:
    """Return the names of the 30 subcases in the order of the published file."""
    return tuple(subcase.name for subcase in statement().subcases)
