"""The instances made of each item: in situ, ex situ, with substitutes, each with a proposed gold label."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from rightreasons.challenges.swaps.candidates import REVERSED
from rightreasons.challenges.swaps.forms import Forms
from rightreasons.challenges.swaps.items import Item
from rightreasons.challenges.swaps.proposed_labels import ex_situ_label, in_situ_label, substitute_label
from rightreasons.challenges.swaps.substitutes import Substitutes
from rightreasons.challenges.swaps.swap_set import KEPT, PROPOSED
from rightreasons.challenges.swaps.transformation import Instance, ex_situ
from rightreasons.labels import Label


class Draft(NamedTuple):
    """One instance of one set; its label is None where no rule proposes one."""

    set: str
    item: Item
    instance: Instance
    relation: str
    label: Label | None
    control_label: Label | None
    status: str


def antonym_drafts(items: Sequence[Item], seed: int) -> Iterator[Draft]:
    """Yield I_A, I_TA1, E_A and E_TA: contradictions, unless a context may turn that of an E round."""
    for item, coin in zip(items, _coins(items, seed), strict=True):
        for name, instance in (("I_A", item.before), ("I_TA1", item.after)):
            yield Draft(name, item, instance, item.relation, item.gold, item.gold, KEPT)
        control, transformed = ex_situ(item.before, item.after, of_premise=coin)
        label = ex_situ_label(control, item.relation)
        for name, instance in (("E_A", control), ("E_TA", transformed)):
            yield Draft(name, item, instance, item.relation, label, label, KEPT)


def substitute_drafts(
    items: Sequence[Item], substitutes: Sequence[Substitutes], forms: Forms, seed: int
) -> Iterator[Draft]:
    """Yield I_A, and I_TA2 (hypothesis) or I_TA3 (premise), with the labels that the rules propose.

    Parameters
    ----------
    items
        What instances are made of.
    substitutes
        What finds another word for one of the two; an item that none finds one for yields nothing.
    forms
        Tells whether words of the hypothesis stand in the premise in other forms.
    seed
        Of the choice among several words.
    """
    random = np.random.default_rng([seed, 2])
    for item in items:
        made = [(each, each(item.before, item.pair, random)) for each in substitutes]
        if any(found is not None for _, found in made):
            yield Draft("I_A", item, item.before, item.relation, item.gold, item.gold, KEPT)
        for each, found in made:
            if found is not None:
                instance, relation = found
                label = substitute_label(instance, relation, item.gold, forms)
                name = "I_TA2" if each.side == "hypothesis" else "I_TA3"
                yield Draft(name, item, instance, relation, label, item.gold, PROPOSED)


def hypernym_drafts(items: Sequence[Item], forms: Forms, seed: int) -> Iterator[Draft]:
    """Yield I_H with its own labels, and I_TH, E_H and E_TH with those that the rules propose."""
    for item, coin in zip(items, _coins(items, seed), strict=True):
        there, back = item.relation, REVERSED[item.relation]
        yield Draft("I_H", item, item.before, there, item.gold, item.gold, KEPT)
        label = in_situ_label(item.after, back, item.gold, forms)
        yield Draft("I_TH", item, item.after, back, label, item.gold, PROPOSED)
        control, transformed = ex_situ(item.before, item.after, of_premise=coin)
        before = ex_situ_label(control, there)
        yield Draft("E_H", item, control, there, before, before, PROPOSED)
        yield Draft("E_TH", item, transformed, back, ex_situ_label(transformed, back), before, PROPOSED)


def _coins(items: Sequence[Item], seed: int) -> list[bool]:
    """Return for every item whether its ex situ context is that of the premise."""
    return [bool(side) for side in np.random.default_rng([seed, 1]).integers(2, size=len(items))]
