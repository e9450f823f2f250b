"""All families of predicates by name, the simplest first, and the predicates that a block of pairs has."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rightreasons.errors import UnknownNameError
from rightreasons.errors.nearest import nearest
from rightreasons.printable import printable
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates import (
    constituents,
    edits,
    form,
    frequency,
    grammar,
    negation_and_quantifiers,
    numbers_and_names,
    overlap,
    patterns,
    wordnet,
    words,
)
from rightreasons.shortcuts.predicates.predicate import OR, SKIPPED, HeldWords, Predicate, Rows, Statements
from rightreasons.shortcuts.shortcut import Flags

_MODULES = (
    overlap,
    constituents,
    negation_and_quantifiers,
    words,
    numbers_and_names,
    grammar,
    edits,
    wordnet,
    form,
    patterns,
    frequency,
)
FAMILIES: dict[str, HeldWords | Statements] = {
    family.name: family for module in _MODULES for family in module.FAMILIES
}


@dataclass(frozen=True)
class Column:
    """A predicate with the rows of which it holds."""

    predicate: Predicate
    rows: Rows


def predicate_of(key: str) -> Predicate:
    """Return a predicate by its key, ``FAMILY: ARGUMENT``.

    Raises
    ------
    UnknownNameError
        If there is no such family, or no such predicate in it.
    """
    name, _, argument = (part.strip() for part in key.partition(":"))
    return _family(name).predicate(argument)


def holds(predicate: Predicate, block: Block) -> Flags:
    """Return whether a predicate holds of each pair of a block."""
    return _family(predicate.family).holds(block, predicate.argument)


def either(one: Predicate, other: Predicate) -> Predicate | None:
    """Return the predicate of any of the words of two; None where they are not of words in one kind."""
    family = _family(one.family)
    if one.family != other.family or not isinstance(family, HeldWords) or family.parts != 1:
        return None
    words = dict.fromkeys([*one.argument.split(OR), *other.argument.split(OR)])
    return family.predicate(OR.join(words))


def _family(name: str) -> HeldWords | Statements:
    if name not in FAMILIES:
        near = nearest(name, FAMILIES)
        raise UnknownNameError(
            f"kind of predicate '{printable(name)}'",
            f"one of {', '.join(FAMILIES)}",
            f"did you mean '{near}'?" if near else "see docs/discover.md",
        )
    return FAMILIES[name]


def columns(block: Block, counted: Flags, least: int, most: int) -> Iterator[Column]:
    """Return the predicates that hold of enough pairs, the simplest families first.

    Parameters
    ----------
    block
        The pairs.
    counted
        Of which pairs it is counted, shape (pairs,).
    least, most
        How many of these it holds of.
    """
    for family in FAMILIES.values():
        if isinstance(family, Statements):
            for argument, flags in family.found(block).items():
                if least <= np.count_nonzero(flags & counted) <= most:
                    yield Column(family.predicate(argument), np.flatnonzero(flags).astype(np.int32))
        else:
            yield from _held(family, block, counted, least, most)


def _held(family: HeldWords, block: Block, counted: Flags, least: int, most: int) -> Iterator[Column]:
    rows, codes = family.found(block)
    if not len(rows):
        return
    order = np.lexsort((rows, codes))
    rows, codes = rows[order], codes[order]
    first = np.ones(len(rows), dtype=np.bool_)
    first[1:] = (codes[1:] != codes[:-1]) | (rows[1:] != rows[:-1])
    rows, codes = rows[first], codes[first]
    begins = np.flatnonzero(np.r_[True, codes[1:] != codes[:-1]])
    support = np.add.reduceat(counted[rows].astype(np.int64), begins)
    ends = np.r_[begins[1:], len(rows)]
    kept = np.flatnonzero((support >= least) & (support <= most))
    arguments = family.arguments(block, codes[begins[kept]])
    # By name: numbers of words are others in other blocks, and the first of equal predicates is shown.
    for argument, place in sorted(zip(arguments, kept.tolist(), strict=True)):
        if family.parts == 1 or not (argument.startswith(SKIPPED) or argument.endswith(SKIPPED)):
            yield Column(family.predicate(argument), rows[begins[place] : ends[place]])
