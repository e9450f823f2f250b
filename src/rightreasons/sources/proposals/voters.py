"""Columns that hold votes of annotators: numbered ones, and those under names that agree with each other."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from rightreasons.sources.proposals.contents import Leaf
from rightreasons.sources.proposals.words import has_part, likely_role, meaning_of_word, parts_of

_LEAST_VOTERS = 3
_LEAST_KAPPA = 0.15
_MOST_VOTERS = 50


def voters(leaves: Sequence[Leaf]) -> Iterator[tuple[Leaf, ...]]:
    """Yield columns of categories that are votes of several annotators on the same rows.

    Parameters
    ----------
    leaves
        What stands in the table.
    """
    columns = [leaf for leaf in leaves if leaf.kind == "category" and leaf.is_column]
    numbered = list(_numbered(columns))
    yield from numbered
    taken = {leaf for group in numbered for leaf in group}
    others = [leaf for leaf in columns if leaf not in taken]
    yield from _agreeing([leaf for leaf in others if likely_role(leaf.name) is None])
    texts = {part for leaf in leaves if leaf.kind == "text" for part in parts_of(leaf.path)}
    for group in _alike([leaf for leaf in others if likely_role(leaf.name) == "label"]):
        own = {part for leaf in group for part in _own_parts(leaf, group)}
        if not own & texts and not any(has_part(part, "one_of_votes") for part in own):
            yield from _agreeing(group)


def settling_votes(group: Sequence[Leaf], leaves: Sequence[Leaf]) -> tuple[Leaf, ...]:
    """Return the column that settles where votes differ, and is empty elsewhere, twice so that it decides.

    Parameters
    ----------
    group
        Columns of votes.
    leaves
        What stands in the table.
    """
    votes: dict[tuple[int, ...], set[str]] = {}
    for leaf in group:
        for at, text in zip(leaf.at, leaf.values, strict=True):
            votes.setdefault(at, set()).update([text.strip()] if text.strip() else [])
    differ = {at for at, each in votes.items() if len(each) > 1}
    known = set().union(*(leaf.counts for leaf in group))
    for leaf in leaves:
        filled = {at for at, text in zip(leaf.at, leaf.values, strict=True) if text.strip()}
        own = leaf.is_column and leaf not in group and set(leaf.counts) <= known
        if own and differ and len(filled) < len(votes) and filled == differ:
            return (leaf,) * max(1, len(group))
    return ()


def _numbered(columns: Sequence[Leaf]) -> Iterator[tuple[Leaf, ...]]:
    """Yield columns whose names differ in a number or letter and that share their values."""
    groups: dict[str, list[Leaf]] = {}
    for leaf in columns:
        stem = re.sub(r"(?<![a-z])[a-z]$|(?<!\d)\d+$", "", leaf.path.lower())
        if stem != leaf.path.lower():
            groups.setdefault(stem, []).append(leaf)
    for group in groups.values():
        if len(group) > 1 and _shares_values(group):
            yield tuple(group)


def _alike(columns: Sequence[Leaf]) -> Iterator[list[Leaf]]:
    """Yield columns whose names have equally many parts and differ in one."""
    groups: dict[tuple[str, ...], list[Leaf]] = {}
    for leaf in columns:
        parts = parts_of(leaf.path)
        for at in range(len(parts)):
            groups.setdefault((*parts[:at], "*", *parts[at + 1 :]), []).append(leaf)
    yield from (group for group in groups.values() if len(group) > 1)


def _own_parts(leaf: Leaf, group: Sequence[Leaf]) -> set[str]:
    """Return the parts of a name that not all names of a group have."""
    every = set.intersection(*(set(parts_of(each.path)) for each in group))
    return set(parts_of(leaf.path)) - every


def _agreeing(columns: Sequence[Leaf]) -> Iterator[tuple[Leaf, ...]]:
    """Yield columns that share their values, which say labels, and agree more often than by chance."""
    rest = [leaf for leaf in columns if _says_something(leaf)]
    while len(rest) >= _LEAST_VOTERS:
        group = [leaf for leaf in rest if _shares_values([rest[0], leaf])][:_MOST_VOTERS]
        rest = [leaf for leaf in rest if leaf not in group]
        kappas = [_kappa(one, other) for one, other in combinations(group, 2)]
        if len(group) >= _LEAST_VOTERS and sum(kappas) >= _LEAST_KAPPA * len(kappas):
            yield tuple(group)


def _says_something(leaf: Leaf) -> bool:
    """Whether values are words for labels, or few numbers."""
    words = [meaning_of_word(text) for text in leaf.counts]
    numbers = bool(leaf.numbers) and 1 < len(leaf.counts) <= 5
    return numbers or (None not in words and len(set(words)) > 1)


def _shares_values(group: Sequence[Leaf]) -> bool:
    values = [set(leaf.counts) for leaf in group]
    return len(set.intersection(*values)) >= max(1, len(set.union(*values)) / 2)


def _kappa(one: Leaf, other: Leaf) -> float:
    """Return how much more often two columns agree than by chance: 1 where always, 0 where no more often."""
    others = dict(zip(other.at, other.values, strict=True))
    both = [
        (mine, others[at])
        for at, mine in zip(one.at, one.values, strict=True)
        if mine.strip() and others.get(at, "").strip()
    ]
    if not both:
        return 0.0
    agree = sum(mine == its for mine, its in both) / len(both)
    of_one, of_other = (
        {text: sum(pair[at] == text for pair in both) / len(both) for text in {pair[at] for pair in both}}
        for at in (0, 1)
    )
    chance = sum(share * of_other.get(text, 0.0) for text, share in of_one.items())
    return (agree - chance) / (1 - chance) if chance < 1 else 0.0
