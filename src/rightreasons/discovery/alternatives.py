"""Rules that hold and differ in one word become one rule, with both words."""

from collections.abc import Sequence
from dataclasses import replace

from rightreasons.discovery.proof import Proof
from rightreasons.discovery.search import Candidate
from rightreasons.shortcuts.predicates.vocabulary import either
from rightreasons.shortcuts.rule import Literal, Rule


def groups_of(
    candidates: Sequence[Candidate], proofs: Sequence[Proof], alpha: float
) -> tuple[tuple[Candidate, tuple[int, ...]], ...]:
    """Return rules, those joined that hold and differ in one word, with the positions of their pieces.

    Parameters
    ----------
    candidates, proofs
        Rules in the order in which they were found, and what the tested rows say of each.
    alpha
        A rule holds if its adjusted p-value is below.
    """
    found: list[tuple[Candidate, list[int]]] = []
    for place, (own, proof) in enumerate(zip(candidates, proofs, strict=True)):
        for number, (other, places) in enumerate(found):
            both = joined(other.rule, own.rule)
            if both is None or max(proof.adjusted, proofs[places[0]].adjusted) >= alpha:
                continue
            if all(_agree(proof, proofs[each]) for each in places):
                gain, rows = other.gain + own.gain, other.rows + own.rows
                found[number] = Candidate(both, gain, rows), [*places, place]
                break
        else:
            found.append((own, [place]))
    return tuple((candidate, tuple(places)) for candidate, places in found)


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


def _agree(one: Proof, other: Proof) -> bool:
    """Return whether the intervals of what is seen where two rules hold have a value in common."""
    own, new = one.inside.interval, other.inside.interval
    return own is not None and new is not None and own.low <= new.high and new.low <= own.high
