"""Rules that differ in one word as one, and rules said as earlier ones that hold of the same rows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from rightreasons.discovery.bits import Words
from rightreasons.discovery.turn import Alike, Parts, jaccard
from rightreasons.shortcuts.predicates.vocabulary import either
from rightreasons.shortcuts.rule import Literal, Rule

SAME_ROWS = 0.8
"""Jaccard index of their rows from which two rules with one label are the same."""


def joined(one: Rule, other: Rule) -> Rule | None:
    """Return two rules of one label as one where they differ in a single word; None where they do not."""
    here = [each for each in one.literals if each not in other.literals]
    there = [each for each in other.literals if each not in one.literals]
    if one.label != other.label or len(here) != 1 or len(there) != 1:
        return None
    (own,), (new,) = here, there
    both = None if own.negated or new.negated else either(own.predicate, new.predicate)
    if both is None:
        return None
    return replace(one, literals=tuple(Literal(both) if each == own else each for each in one.literals))


def as_earlier(
    best: Alike, earlier: Sequence[Alike], said: Callable[[Alike], Rule], rows: Callable[[Parts], Words]
) -> Parts | None:
    """Return the parts of a rule said as an earlier one, from which it then differs in one word; or None.

    Parameters
    ----------
    best, earlier
        The rule, and those that were found before.
    said
        Makes a rule of parts and label.
    rows
        Makes the searched rows of some parts: in both wordings they are nearly the same (`SAME_ROWS`).
    """
    alike = [each for each in earlier if each.label == best.label]
    if any(joined(said(each), said(best)) for each in alike):
        return None
    found: dict[Parts, float] = {}
    for other in alike:
        for parts in _exchanged(best.parts, other.parts):
            if joined(said(other), said(replace(best, parts=parts))):
                found[parts] = jaccard(rows(best.parts), rows(parts))
    near = max(found, key=lambda each: found[each], default=None)
    return near if near is not None and found[near] >= SAME_ROWS else None


def _exchanged(parts: Parts, earlier: Parts) -> Iterator[Parts]:
    """Return the parts of a rule with one of them exchanged for one that only an earlier rule has."""
    for own in (each for each in parts if each not in earlier):
        for new in (each for each in earlier if each not in parts):
            yield tuple(sorted(new if each == own else each for each in parts))
