"""Which candidates become items: one a training instance, drawn at random, with every refusal counted."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import polars as pl

from rightreasons.challenges.swaps.candidates import REVERSED
from rightreasons.challenges.swaps.forms import Forms, WordPair
from rightreasons.challenges.swaps.main_senses import MainSenses
from rightreasons.challenges.swaps.options import SwapOptions
from rightreasons.challenges.swaps.rules import rules
from rightreasons.challenges.swaps.transformation import Instance, Rejection, swapped
from rightreasons.engine.progress import Progress, silent
from rightreasons.labels import Label
from rightreasons.pairs import Account, Count, PairTable
from rightreasons.sentences.templates import fill

CLOSED_CLASS = "a word that holds sentences together, such as 'have' or 'off'"
RARE_SENSE = "WordNet has the relation for rarer senses of the words only"
NO_NOUN = "hypernym or hyponym of a word that is no noun: its objects and complements would not fit"
OTHER_USE = "captions use the words for the same things, or for others than WordNet's order says"
OTHER_KIND = "one of the nouns is a mass noun or a relation, the other is not"
TAKEN = "another pair of words was taken in the same instance"
_STEP = 2_000


@dataclass(frozen=True, slots=True)
class Item:
    """A training instance, the pair of words that is swapped in it, and the instance before and after.

    Parameters
    ----------
    source_id, gold
        Id and gold label of the training instance.
    pair
        The lemmas.
    relation
        What the second lemma is to the first before the swap.
    before, after
        The instance, and T of it.
    """

    source_id: str
    gold: Label
    pair: WordPair
    relation: str
    before: Instance
    after: Instance

    @property
    def name(self) -> str:
        """What tells the item from others."""
        return f"{self.source_id}:{self.pair.first}-{self.pair.second}"


def select_items(
    train: PairTable,
    found: pl.DataFrame,
    forms: Forms,
    options: SwapOptions,
    progress: Progress = silent,
) -> tuple[tuple[Item, ...], Account]:
    """Return the items, in the order of their training instances, and what became of every candidate.

    Candidates are tried in random order. The first of a training instance that can be transformed is taken,
    so that a training instance gives one item at most.

    Parameters
    ----------
    train
        The training instances; all have gold.
    found
        What `rightreasons.challenges.swaps.candidates.candidates` returned, or some rows of it.
    forms
        What is a form of what.
    options
        Seed of the order, and how many items are taken.
    progress
        Told how many candidates were tried.
    """
    order = np.random.default_rng(options.seed).permutation(found.height)
    tried = found[order].with_columns(
        train.frame["id"].gather(found["row"][order]).alias("source_id"),
        train.frame["label"].gather(found["row"][order]).alias("label"),
        train.frame["premise"].gather(found["row"][order]).alias("premise"),
        train.frame["hypothesis"].gather(found["row"][order]).alias("hypothesis"),
    )
    choose = _Chooser(forms, options)
    for place, candidate in enumerate(tried.iter_rows(named=True)):
        choose(candidate)
        if place % _STEP == 0:
            progress("swap words", place, found.height)
    progress("swap words", found.height, found.height)
    reasons = tuple(Count(reason, rows) for reason, rows in sorted(choose.refused.items()))
    items = tuple(choose.items[row] for row in sorted(choose.items))
    return items, Account(found.height, len(items), reasons)


class _Chooser:
    """Takes one candidate after the other, and remembers what was taken and why others were not."""

    def __init__(self, forms: Forms, options: SwapOptions) -> None:
        self.items: dict[int, Item] = {}
        self.refused: Counter[str] = Counter()
        self._forms, self._options = forms, options
        self._senses = MainSenses(forms.wordnet)
        self._of_pair: Counter[frozenset[str]] = Counter()
        self._unfit = cache(self._why_unfit)

    def __call__(self, candidate: Mapping[str, Any]) -> None:
        pair = WordPair(candidate["first"], candidate["second"], candidate["pos"])
        refusal = self._refusal(candidate["row"], pair, candidate["relation"])
        if refusal is None:
            made = swapped(candidate["premise"], candidate["hypothesis"], pair, self._forms)
            if not isinstance(made, Rejection):
                gold = Label(candidate["label"])
                item = Item(candidate["source_id"], gold, pair, candidate["relation"], *made)
                self.items[candidate["row"]] = item
                self._of_pair[frozenset(pair[:2])] += 1
                return
            refusal = made
        self.refused[refusal] += 1

    def _refusal(self, row: int, pair: WordPair, relation: str) -> str | None:
        """Return why a candidate is not even tried."""
        unfit = self._unfit(pair, relation)
        if unfit is not None:
            return unfit
        if row in self.items:
            return TAKEN
        if self._options.items is not None and len(self.items) >= self._options.items:
            return str(fill("swap_sets.most_items", items=self._options.items))
        most = self._options.per_pair
        if most is not None and self._of_pair[frozenset(pair[:2])] >= most:
            return str(fill("swap_sets.most_of_pair", items=most))
        return None

    def _why_unfit(self, pair: WordPair, relation: str) -> str | None:
        if not rules().never_swapped.isdisjoint(pair[:2]):
            return CLOSED_CLASS
        if relation not in REVERSED:
            return None
        if pair.pos != "n":
            return NO_NOUN
        if frozenset(pair[:2]) in rules().interchangeable | rules().misleading:
            return OTHER_USE
        if not rules().fit(pair.first, pair.second):
            return OTHER_KIND
        return RARE_SENSE if self._senses.rare(pair, relation) else None
