"""Swap sets as challenges, one of each relation: scored by set, polarity, and whose the gold labels are."""

from collections.abc import Mapping
from dataclasses import replace

from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.challenges.swaps.options import SwapRelation
from rightreasons.challenges.swaps.swap_set import PROPOSED, SwapSets
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill

NAMES: Mapping[SwapRelation, str] = {
    "antonym": "antonym-swap",
    "antonym-substitute": "antonym-substitute",
    "hypernym": "hypernym-swap",
}
"""Name of the challenge of each relation."""


_GROUPS = ("set", "polarity", "relation", "gold_status", "pair")
ITEM_COLUMNS: Mapping[str, str] = {
    "group_set": "text stratum: The set of a swapped pair: the control instances, or those of one kind of "
    "swap.",
    "polarity": "text group: The label that training gives to the pair of words.",
    "relation": "text group: The relation of the words that are swapped: antonym or hypernym.",
    "gold_status": "text group: Whether people or a rule gave the gold label of a swapped pair.",
    "pair": "text word_pair: The two words that are swapped, with a stroke between them.",
}


def swap_challenge(sets: SwapSets) -> Challenge:
    """Return the sets of one relation as a challenge; instances that no rule labels are left out.

    Figures are named by set (``antonym-swap.I_TA1.contradiction``); the column ``pair`` groups instances that
    were made of one pair of words, whose errors go together. ``pairs`` of the challenge has all columns of
    the sets.
    """
    made = challenge_of(sets.to_pairs(NAMES[sets.relation]))
    waiting = sets.open["label"].null_count()
    note = fill("swap_sets.unlabelled", instances=waiting)
    return replace(made, notes=(*made.notes, note)) if waiting else made


def challenge_of(pairs: PairTable) -> Challenge:
    """Return rows of swap sets as a challenge, called as the pairs are: see `swap_challenge`."""
    made = from_pairs(pairs.name, pairs, _GROUPS, named=("set",), clusters="pair")
    proposed = pairs.frame.filter(gold_status=PROPOSED).height
    note = fill("swap_sets.proposed", proposed=proposed, instances=len(pairs))
    return replace(made, notes=(*made.notes, note)) if proposed else made
