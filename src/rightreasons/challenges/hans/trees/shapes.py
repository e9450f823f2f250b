"""Writes every template out into shapes: one for each way to write its phrases, with plain slots only."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from rightreasons.challenges.hans.templates import Alternative, Quirks, Subcase, Template, statement
from rightreasons.challenges.hans.trees.notation import (
    Branch,
    Gap,
    Leaf,
    Node,
    Slot,
    Word,
    leaves,
    read_nodes,
    replaced,
)
from rightreasons.challenges.hans.vocabulary.words import HansVocabulary, OwnTree


@dataclass(frozen=True, slots=True)
class Shape:
    """A template whose phrases are written out.

    Parameters
    ----------
    subcase, template
        What it belongs to.
    variant
        ``"a"``; another letter where a wording with a tree of its own makes a variant of the template.
    weight
        Probability within the subcase.
    slots
        Word list by slot; every word of a list is equally probable.
    premise, hypothesis
        Trees with words and slots as leaves.
    hypothesis_text
        Leaves of the hypothesis as a sentence, which may differ from its tree (quirk of temp15).
    key
        The word around which the template was built, where the shape fixes it.
    """

    subcase: Subcase
    template: Template
    variant: str
    weight: Fraction
    slots: Mapping[str, str]
    premise: Node
    hypothesis: Node
    hypothesis_text: tuple[Leaf, ...]
    key: str | None


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to write a phrase: its share, nodes and slots, and what it fixes."""

    share: int
    nodes: tuple[Node, ...]
    slots: Mapping[str, str]
    variant: str = "a"
    key: str | None = None


def written_out(subcase: Subcase, vocabulary: HansVocabulary, quirks: Quirks) -> list[Shape]:
    """Return the shapes of all templates of one subcase, in the order of the grammar."""
    shares = [_share(template.share, vocabulary) for template in subcase.templates]
    return [
        _shape(subcase, template, Fraction(share, sum(shares)), ways, quirks)
        for template, share in zip(subcase.templates, shares, strict=True)
        for ways in _choices(template, vocabulary, quirks)
    ]


def _choices(
    template: Template, vocabulary: HansVocabulary, quirks: Quirks
) -> Iterator[dict[str, tuple[_Way, Fraction]]]:
    phrases = {slot: fill for slot, fill in template.slots.items() if fill in statement().phrases}
    options = []
    for slot, phrase in phrases.items():
        ways = _ways(phrase, slot, vocabulary, quirks)
        total = sum(way.share for way in ways)
        options.append([(way, Fraction(way.share, total)) for way in ways if way.share])
    for chosen in product(*options):
        yield dict(zip(phrases, chosen, strict=True))


def _shape(
    subcase: Subcase,
    template: Template,
    weight: Fraction,
    chosen: Mapping[str, tuple[_Way, Fraction]],
    quirks: Quirks,
) -> Shape:
    slots = {slot: fill for slot, fill in template.slots.items() if slot not in chosen}
    variant, key = "a", None
    for slot, (way, probability) in chosen.items():
        weight *= probability
        slots |= way.slots
        variant = max(variant, way.variant)
        if template.key and template.key.partition(".")[0] == slot:
            key = way.key

    def filled(leaf: Leaf) -> tuple[Node, ...]:
        if isinstance(leaf, Slot) and leaf.name in chosen:
            return chosen[leaf.name][0].nodes
        return (leaf,)

    def tree(text: str) -> Node:
        nodes = read_nodes(text, template.slots, statement().literals)
        return Branch("", tuple(new for node in nodes for new in replaced(node, filled)))

    hypothesis = tree(template.hypothesis)
    spoken = hypothesis
    if quirks == "official" and template.official_hypothesis_text:
        spoken = tree(template.official_hypothesis_text)
    return Shape(
        subcase,
        template,
        variant,
        weight,
        slots,
        _only(tree(template.premise)),
        _only(hypothesis),
        tuple(leaves(spoken)),
        key,
    )


def _only(node: Node) -> Node:
    return node.children[0] if isinstance(node, Branch) and not node.label else node


def _ways(phrase: str, slot: str, vocabulary: HansVocabulary, quirks: Quirks) -> list[_Way]:
    found: list[_Way] = []
    for alternative in statement().phrases[phrase]:
        if alternative.each:
            found += _each_word(alternative, slot, vocabulary)
        elif alternative.own_trees:
            found += _own_trees(alternative, slot, vocabulary, quirks)
        else:
            share = _share(alternative.share, vocabulary)
            found.append(_way(share, _tree(alternative, quirks), alternative.slots, slot))
    return found


def _own_trees(
    alternative: Alternative, slot: str, vocabulary: HansVocabulary, quirks: Quirks
) -> Iterator[_Way]:
    opener = str(alternative.own_trees)
    name = alternative.slots[opener]
    others = {part: fill for part, fill in alternative.slots.items() if part != opener}
    plain = len(vocabulary.lists[name])
    yield _way(plain, alternative.tree, alternative.slots, slot, gap=alternative.gap)
    for position, own in enumerate(vocabulary.own_trees.get(name, ())):
        variant = chr(ord("b") + position) if alternative.variants else "a"
        tree = _tree(own, quirks)
        yield _way(1, tree, others, slot, gap=alternative.gap, variant=variant, key=own.words)


def _each_word(alternative: Alternative, slot: str, vocabulary: HansVocabulary) -> Iterator[_Way]:
    part = str(alternative.each)
    for word in vocabulary.lists[alternative.slots[part]]:
        slots = {
            name: f"{fill}:{word}" if f"{fill}:{word}" in vocabulary.lists else fill
            for name, fill in alternative.slots.items()
        }
        yield _way(1, alternative.tree, slots | {part: f"={word}"}, slot, key=word)


def _way(
    share: int,
    tree: str,
    slots: Mapping[str, str],
    slot: str,
    *,
    gap: str | None = None,
    variant: str = "a",
    key: str | None = None,
) -> _Way:
    literals = statement().literals
    filling = read_nodes(gap, slots, literals) if gap else ()

    def named(leaf: Leaf) -> tuple[Node, ...]:
        if isinstance(leaf, Gap):
            return tuple(new for node in filling for new in replaced(node, named))
        return (Slot(f"{slot}.{leaf.name}", leaf.tag),) if isinstance(leaf, Slot) else (leaf,)

    nodes = read_nodes(tree, slots, literals)
    written = tuple(new for node in nodes for new in replaced(node, named))
    return _Way(share, written, {f"{slot}.{part}": fill for part, fill in slots.items()}, variant, key)


def _tree(stated: Alternative | OwnTree, quirks: Quirks) -> str:
    return (stated.official_tree if quirks == "official" else None) or stated.tree


def _share(lists: tuple[str, ...], vocabulary: HansVocabulary) -> int:
    return sum(len(vocabulary.lists[name]) for name in lists) if lists else 1


def fixed_words(shape: Shape) -> tuple[str, ...]:
    """Return the words of the premise that the shape fixes, from left to right."""
    return tuple(leaf.text for leaf in leaves(shape.premise) if isinstance(leaf, Word))
