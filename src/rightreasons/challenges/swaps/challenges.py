"""Swap sets as challenges, one of each relation: scored by set, polarity, and whose the gold labels are."""

from collections.abc import Mapping
from dataclasses import replace

from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.challenges.swaps.swap_set import PROPOSED, SwapRelation, SwapSets

NAMES: Mapping[SwapRelation, str] = {
    "antonym": "antonym-swap",
    "antonym-substitute": "antonym-substitute",
    "hypernym": "hypernym-swap",
}
"""Name of the challenge of each relation."""
_GROUPS = ("set", "polarity", "relation", "gold_status", "pair")


def swap_challenge(sets: SwapSets) -> Challenge:
    """Return the sets of one relation as a challenge.

    Figures are named by set (``antonym-swap.I_TA1.contradiction``); the column ``pair`` groups instances that
    were made of one pair of words, whose errors go together. ``pairs`` of the challenge has all columns of
    the sets.
    """
    pairs = sets.to_pairs(NAMES[sets.relation])
    made = from_pairs(pairs.name, pairs, _GROUPS, named=("set",), clusters="pair")
    proposed = pairs.frame.filter(gold_status=PROPOSED).height
    notes = [
        f"gold labels of {proposed:,} of {len(pairs):,} instances are proposed by a rule, not given by people"
    ]
    if sets.open.height:
        waiting = sets.open["label"].null_count()
        notes.append(f"{waiting:,} instances that no rule labels are left out")
    return replace(made, notes=(*made.notes, *(notes if proposed else notes[1:])))
