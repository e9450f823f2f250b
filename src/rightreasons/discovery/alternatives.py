"""Rules that hold and differ in one word become one rule, with both words."""

from collections.abc import Sequence

from rightreasons.discovery.proof import Proof
from rightreasons.discovery.search import Candidate
from rightreasons.discovery.wording import joined


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


def _agree(one: Proof, other: Proof) -> bool:
    """Return whether the intervals of what is seen where two rules hold have a value in common."""
    own, new = one.inside.interval, other.inside.interval
    return own is not None and new is not None and own.low <= new.high and new.low <= own.high
