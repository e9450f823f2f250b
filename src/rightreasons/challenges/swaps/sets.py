"""Builds the sets of behaviour analysis from any labelled training set (Sanchez et al. 2018, section 5.4)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import get_args

import polars as pl

from rightreasons.challenges.swaps.assembling import assembled
from rightreasons.challenges.swaps.candidates import candidates
from rightreasons.challenges.swaps.drafts import Draft, antonym_drafts, hypernym_drafts, substitute_drafts
from rightreasons.challenges.swaps.forms import Forms
from rightreasons.challenges.swaps.selection import Item, Limits, select_items
from rightreasons.challenges.swaps.senses import MainSenses
from rightreasons.challenges.swaps.substitutes import Side, Substitutes
from rightreasons.challenges.swaps.swap_set import SwapRelation, SwapSets
from rightreasons.challenges.swaps.words import Words, words_of
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import EmptyDataError, MeasureInputError, OptionError
from rightreasons.labels import Label
from rightreasons.pairs import Account, PairTable
from rightreasons.printable import printable
from rightreasons.text.word_pairs import WordPairs
from rightreasons.text.wordnet import WordNet, open_wordnet

WRONG_LABEL = "gold label is not contradiction"
SEED = 2018


@dataclass(frozen=True)
class SwapOptions:
    """How sets are built.

    Parameters
    ----------
    side
        Of ``antonym-substitute``: ``"hypothesis"`` makes I_TA2, ``"premise"`` I_TA3; None makes both.
    min_count
        How often a substitute must occur on its side of the training data.
    seed
        For which candidate of an instance is taken, for the contexts ex situ, and among substitutes.
    per_pair, items
        The most items of one pair of lemmas, and in all; None: no limit.
    """

    side: Side | None = None
    min_count: int = 10
    seed: int = SEED
    per_pair: int | None = None
    items: int | None = None


DEFAULTS = SwapOptions()


def swap_sets(
    train: PairTable,
    relation: SwapRelation,
    pairs: WordPairs,
    options: SwapOptions = DEFAULTS,
    *,
    wordnet: WordNet | None = None,
    progress: Progress = silent,
) -> SwapSets:
    """Build the sets of one relation.

    Parameters
    ----------
    train
        Labelled pairs: the control instances come from them, and so do polarity and unseen pairs. Rows
        without gold are left out.
    relation
        ``"antonym"``: I_A, I_TA1, E_A, E_TA, of contradictions only. ``"antonym-substitute"``: I_A, I_TA2,
        I_TA3. ``"hypernym"``: I_H, I_TH, E_H, E_TH, of any gold label.
    pairs
        Antonyms, or hypernyms and hyponyms; each pair is looked for in both orders.
    options
        How they are built.
    wordnet
        For base forms, senses and substitutes; None opens that of this machine.
    progress
        Told how far the work is.

    Returns
    -------
    SwapSets
        The sets; instances whose label no rule proposes; what became of every candidate.

    Raises
    ------
    OptionError
        If there is no such relation or side, or the pairs are none of that relation.
    MeasureInputError
        If antonyms are asked of data without contradictions.
    EmptyDataError
        If no instance can be transformed.
    FileMissingError
        If there is no WordNet.
    """
    _check(relation, options)
    train = train.with_gold()
    forms = Forms(wordnet or open_wordnet())
    words = words_of(train)
    asked = _of_relation(pairs, relation)
    found = candidates(words, asked, forms)
    found, account = _of_right_label(train, found, relation)
    limits = Limits(options.per_pair, options.items)
    items, taken = select_items(train, found, forms, options.seed, limits, progress)
    if not items:
        raise EmptyDataError(
            f"no instance of '{printable(train.name)}' in which a pair of '{printable(pairs.name)}' can be "
            f"swapped, of {account.read:,} candidates",
            "a premise with one word of a pair and a hypothesis with the other",
            "give more training data or more word pairs",
        )
    account = Account(account.read, taken.kept, (*account.dropped, *taken.dropped))
    drafts = _drafts(items, relation, options, words, forms)
    return assembled(drafts, words, train.gold, relation, account, _settings(asked, forms, options))


def _drafts(
    items: Sequence[Item], relation: SwapRelation, options: SwapOptions, words: Words, forms: Forms
) -> list[Draft]:
    if relation == "antonym":
        return list(antonym_drafts(items, options.seed))
    if relation == "hypernym":
        return list(hypernym_drafts(items, forms, options.seed))
    senses = MainSenses(forms.wordnet)
    sides = (options.side,) if options.side else get_args(Side)
    made = [Substitutes(words, side, options.min_count, forms, senses) for side in sides]
    return list(substitute_drafts(items, made, forms, options.seed))


def _check(relation: str, options: SwapOptions) -> None:
    if relation not in get_args(SwapRelation):
        raise OptionError(
            f"relation '{printable(relation)}'", " or ".join(get_args(SwapRelation)), "choose one of them"
        )
    if options.side is not None and relation != "antonym-substitute":
        raise OptionError(
            f"a side for the relation {relation}", "no side: both words move", "leave --side out"
        )
    if options.side not in (None, *get_args(Side)):
        raise OptionError(
            f"side '{printable(str(options.side))}'", " or ".join(get_args(Side)), "choose one of them"
        )


def _of_relation(pairs: WordPairs, relation: str) -> WordPairs:
    wanted = ("hypernym", "hyponym") if relation == "hypernym" else ("antonym",)
    asked = replace(pairs, frame=pairs.frame.filter(pl.col("relation").is_in(wanted)))
    if not len(asked):
        raise OptionError(
            f"no pair of the relation {wanted[0]} in '{printable(pairs.name)}'",
            "pairs of that relation",
            "give other pairs, or another --relation",
        )
    return asked


def _of_right_label(train: PairTable, found: pl.DataFrame, relation: str) -> tuple[pl.DataFrame, Account]:
    """Return the candidates of contradictions for antonyms, otherwise all."""
    if relation == "hypernym":
        return found, Account(found.height, found.height)
    if Label.CONTRADICTION not in train.labels:
        raise MeasureInputError(
            f"'{printable(train.name)}' has the labels {', '.join(train.labels)}",
            "contradictions, of which the antonym sets are made",
            "give data with three labels",
        )
    right = found.filter(train.gold.gather(found["row"]) == Label.CONTRADICTION.value)
    return right, Account(found.height, found.height).drop(WRONG_LABEL, found.height - right.height)


def _settings(pairs: WordPairs, forms: Forms, options: SwapOptions) -> dict[str, object]:
    return {**asdict(options), "pairs": pairs.name, "wordnet": forms.wordnet.name}
