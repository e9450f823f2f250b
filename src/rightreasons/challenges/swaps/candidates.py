"""Candidates for the transformation, and which of them become items, with every refusal counted."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import polars as pl

from rightreasons.artifacts.words_of_pairs import Words, co_occurrences
from rightreasons.challenges.swaps.options import SwapOptions
from rightreasons.challenges.swaps.rules import rules
from rightreasons.challenges.swaps.transformation import Instance, Rejection, swapped
from rightreasons.challenges.swaps.words import Forms, MainSenses, WordPair
from rightreasons.engine.progress import Progress, silent
from rightreasons.labels import Label
from rightreasons.pairs import Account, Count, PairTable
from rightreasons.text.word_pairs import ALL_POS, WordPairs, pairs_frame
from rightreasons.text.wordnet import WordNet

# Candidates for the transformation: training instances that hold a pair of words, in any of their forms.


REVERSED = {"hypernym": "hyponym", "hyponym": "hypernym"}
"""What the first word is to the second, where it is another thing than the second to the first."""


def candidates(words: Words, pairs: WordPairs, forms: Forms) -> pl.DataFrame:
    """Return every instance with every pair of words that it holds in the one or the other order.

    Parameters
    ----------
    words
        The words of the training instances.
    pairs
        Pairs of lemmas; each is looked for in both orders.
    forms
        Tells the lemmas of inflected forms.

    Returns
    -------
    pl.DataFrame
        Distinct rows, ascending by ``row``: ``row`` (position of the instance), ``first`` (lemma in the
        premise), ``second`` (lemma in the hypothesis), ``pos``, ``relation`` (what ``second`` is to
        ``first``).
    """
    ordered = both_orders(pairs, forms.wordnet)
    inflected = _forms(words, ordered, forms)
    of_pairs = (
        ordered.with_row_index("pair")
        .join(inflected.rename({"form": "first_form"}), left_on=["first", "pos"], right_on=["lemma", "pos"])
        .join(inflected.rename({"form": "second_form"}), left_on=["second", "pos"], right_on=["lemma", "pos"])
    )
    distinct = of_pairs.select("first_form", "second_form").unique(maintain_order=True)
    rows, found = co_occurrences(words, distinct["first_form"].to_numpy(), distinct["second_form"].to_numpy())
    hits = distinct[found].with_columns(row=pl.Series(rows))
    held = hits.join(of_pairs, on=["first_form", "second_form"]).select("row", "pair").unique()
    return (
        held.sort("row", "pair")
        .join(ordered.with_row_index("pair"), on="pair", maintain_order="left")
        .select("row", "first", "second", "pos", "relation")
    )


def both_orders(pairs: WordPairs, wordnet: WordNet) -> pl.DataFrame:
    """Return each pair as it stands and reversed: ``first``, ``second``, ``pos``, ``relation``.

    A pair without a part of speech stands once for each that WordNet knows both words as. Pairs that stand in
    the relation both ways (by different senses) are left out: which way it holds cannot be told.
    """
    there = _with_pos(pairs, wordnet)
    back = there.select(
        first="second", second="first", pos="pos", relation=pl.col("relation").replace(REVERSED)
    )
    both = pl.concat([there, back]).unique(maintain_order=True)
    return both.filter(pl.len().over("first", "second", "pos") == 1, pl.col("first") != pl.col("second"))


def _with_pos(pairs: WordPairs, wordnet: WordNet) -> pl.DataFrame:
    def roles(word: str) -> list[str]:
        return [pos for pos in ALL_POS if word in wordnet.lemmas(word, pos)]

    stated = pairs.frame.filter(pl.col("pos").is_not_null())
    rows = [
        (first, second, pos, relation)
        for first, second, relation in pairs.frame.filter(pl.col("pos").is_null())
        .select("first", "second", "relation")
        .iter_rows()
        for pos in roles(first)
        if pos in roles(second)
    ]
    return pl.concat([stated, pairs_frame(rows)]).unique(maintain_order=True)


def _forms(words: Words, pairs: pl.DataFrame, forms: Forms) -> pl.DataFrame:
    """Return which words of the vocabulary are forms of which lemmas: ``form`` (id), ``lemma``, ``pos``."""
    lemmas = pl.concat([pairs.select("pos", lemma=side) for side in ("first", "second")]).unique()
    parts_of_speech = set(lemmas["pos"].to_list())
    found = [
        (form, lemma, str(pos))
        for pos in ALL_POS
        if pos in parts_of_speech
        for form, word in enumerate(words.vocabulary.to_list())
        for lemma in forms.lemmas(word, pos)
    ]
    schema = {"form": pl.Int32, "lemma": pl.String, "pos": pl.String}
    inflected = pl.DataFrame(found, schema=schema, orient="row")
    return inflected.join(lemmas, on=["lemma", "pos"], how="semi", maintain_order="left")


# Which candidates become items: one a training instance, drawn at random, with every refusal counted.


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
            return f"beyond the limit of {self._options.items:,} items"
        most = self._options.per_pair
        if most is not None and self._of_pair[frozenset(pair[:2])] >= most:
            return f"beyond the limit of {most:,} items of one pair"
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
