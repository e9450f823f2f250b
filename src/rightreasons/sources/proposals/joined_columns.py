"""Columns that together are one premise: numbered ones, some of them empty, or several called premise."""

from collections.abc import Iterator, Sequence

from rightreasons.sources.proposals.contents import Leaf, joined
from rightreasons.sources.proposals.words import likely_role, parts_of

_PREMISES = {"premise", "premises", "facts", "rules"}
_MOST_PIECES = 6
_MOSTLY = 0.7


def joined_premises(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield what is joined of several columns, as far as their names say that they are one premise."""
    yield from _numbered(leaves)
    yield from _pieces(leaves)
    named = [
        joined(leaf) if leaf.level.endswith("[]") else leaf
        for leaf in leaves
        if _is_premise(leaf)
        and not leaf.path.removesuffix("]")[-1:].isdecimal()
        and leaf.kind != "category"
        and not leaf.make
    ]
    if len(named) > 1 and not any(leaf.level or _is_numbered(leaf) for leaf in named):
        own = {part for leaf in named for part in parts_of(leaf.path)} - _PREMISES
        others = [leaf for leaf in leaves if not _is_premise(leaf) and leaf.kind == "text"]
        if not any(own & set(parts_of(leaf.path)) for leaf in others):  # as of a language
            yield together(" and ".join(leaf.path for leaf in named), named)


def _pieces(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield texts cut into columns of one first name: ``prem_left``, ``prem_middle``, ``prem_right``."""
    groups: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        parts = parts_of(leaf.path)
        if leaf.is_column and len(parts) > 1 and likely_role(parts[0]) in ("premise", "hypothesis"):
            groups.setdefault(parts[0], []).append(leaf)
    ends = {first: [parts_of(leaf.path)[1:] for leaf in group] for first, group in groups.items()}
    for first, group in groups.items():
        alike = sum(each == ends[first] for each in ends.values()) > 1
        if alike and 1 < len(group) <= _MOST_PIECES and all(map(_goes_on, group[1:])):
            yield together(first, group)


def _goes_on(leaf: Leaf) -> bool:
    """Whether texts begin in the middle of a sentence."""
    texts = [text for text in leaf.counts if text[:1].isalpha()]
    return sum(text[0].islower() for text in texts) >= _MOSTLY * len(leaf.counts) and bool(texts)


def _is_premise(leaf: Leaf) -> bool:
    return bool(_PREMISES & set(parts_of(leaf.name)))


def _is_numbered(leaf: Leaf) -> bool:
    return _without_number(leaf.path) != leaf.path


def _numbered(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield columns of one name and a number, whose name speaks for a premise, as one text."""
    groups: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        stem = _without_number(leaf.path)
        if leaf.is_column and stem != leaf.path and likely_role(stem) == "premise":
            groups.setdefault(stem, []).append(leaf)
    for stem, group in groups.items():
        texts = [leaf for leaf in group if leaf.kind in ("text", "short text", "category", "nothing")]
        if len(texts) == len(group) > 1 and any(leaf.kind == "text" for leaf in group):
            yield together(stem, group)


def together(stem: str, group: Sequence[Leaf]) -> Leaf:
    """Return what several columns hold as one text a row.

    Parameters
    ----------
    stem
        What it is called.
    group
        The columns.
    """
    found: dict[tuple[int, ...], list[str]] = {}
    for leaf in group:
        for place, text in zip(leaf.at, leaf.values, strict=True):
            found.setdefault(place, []).extend([text] if text.strip() else [])
    texts = {place: " ".join(each) for place, each in sorted(found.items())}
    return Leaf(
        stem,
        tuple(texts),
        tuple(texts.values()),
        group[0].height,
        written=[leaf.value for leaf in group],
    )


def _without_number(name: str) -> str:
    """Return a name without the number that ends it and what stands before that number, in linear time."""
    number = len(name) - len(name.rstrip("0123456789"))
    if not number:
        return name
    stem = name[:-number]
    kept = next((place for place in range(len(stem), 0, -1) if stem[place - 1].isalnum()), 0)
    return stem[:kept]
