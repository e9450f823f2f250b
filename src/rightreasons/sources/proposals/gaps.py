"""Labels that stand where there is evidence: where a document has none, that is said by the gap.

Claims of SciFact name the documents that they were held against, and give the label of those with evidence.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rightreasons.labels import Label
from rightreasons.sources.proposals.contents import Leaf, Place
from rightreasons.sources.proposals.words import labels_of_meanings, meaning_of_word

NOTHING = "not enough info"
"""What a gap is called: a known label."""
_LEAST_GAPS, _MOST_GAPS = 0.05, 0.9
_TWO = {Label.ENTAILMENT, Label.CONTRADICTION}


def labels_with_gaps(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield labels of entailment and contradiction under the keys of a record, with what has none as neutral.

    Parameters
    ----------
    leaves
        What stands in the table.
    """
    for keys in leaves:
        if not (isinstance(keys.written, Mapping) and set(keys.written) == {"key"} and len(keys.at[0]) == 2):
            continue
        inside = keys.level
        under = [leaf for leaf in leaves if leaf.level.startswith(inside) and leaf is not keys]
        for label in (leaf for leaf in under if leaf.written is None and _are_two(leaf)):
            for own in leaves:
                if own.level.endswith("[]") and not own.level.startswith(inside) and own.written is None:
                    yield from _by_document(own, keys, label)


def _are_two(leaf: Leaf) -> bool:
    """Whether values say entailment and contradiction, and nothing else."""
    meant = {text: word for text in leaf.counts if (word := meaning_of_word(text))}
    return len(meant) == len(leaf.counts) and set(labels_of_meanings(meant).values()) == _TWO


def _by_document(own: Leaf, keys: Leaf, label: Leaf) -> Iterator[Leaf]:
    """Yield a label for each document that a row names, those under its key or none."""
    named: dict[int, set[str]] = {}
    for at, text in zip(own.at, own.values, strict=True):
        named.setdefault(at[0], set()).add(text)
    places = dict(zip(keys.at, keys.values, strict=True))
    if not all(text in named.get(at[0], ()) for at, text in places.items()):
        return
    found: dict[tuple[int, str], set[str]] = {}
    for at, text in zip(label.at, label.values, strict=True):
        found.setdefault((at[0], places[at[:2]]), set()).add(text)
    if any(len(texts) > 1 for texts in found.values()):
        return  # they are votes
    values = tuple(
        next(iter(found.get((at[0], text), {NOTHING}))) for at, text in zip(own.at, own.values, strict=True)
    )
    gaps = values.count(NOTHING) / len(values)
    if _LEAST_GAPS < gaps < _MOST_GAPS:
        yield _made(own, keys, label, values)


def _made(own: Leaf, keys: Leaf, label: Leaf, values: tuple[str, ...]) -> Leaf:
    take = label.path.removeprefix(keys.level).removeprefix(".").replace("[]", "[0]")
    place: dict[str, Any] = {"look_up": own.value, "in": keys.level.removesuffix(".*"), "take": take}
    at: tuple[Place, ...] = own.at
    written = {"first": [place, {"constant": NOTHING}]}
    return replace(
        own, path=f"{label.path} or none", at=at, values=values, written=written, called=label.name
    )
