"""Word swaps as challenges with a name: built from the training data of a probe."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from rightreasons.challenges.challenge import Challenge, ChallengeOptions
from rightreasons.challenges.swaps.options import SwapOptions, SwapRelation
from rightreasons.challenges.swaps.sets import swap_sets
from rightreasons.challenges.swaps.swap_challenge import NAMES, swap_challenge
from rightreasons.errors import OptionError
from rightreasons.pairs import PairTable
from rightreasons.sources.word_pairs.reading import read_word_pairs
from rightreasons.text.word_pairs import WordPairs

ADDS = {
    "challenge": {
        "antonym-swap": "antonym_swap",
        "antonym-substitute": "antonym_substitute",
        "hypernym-swap": "hypernym_swap",
    }
}


def antonym_swap(train: PairTable | None, options: ChallengeOptions) -> Challenge:
    """Word swaps made from --train: antonym pairs."""
    return _made("antonym", train, options)


def antonym_substitute(train: PairTable | None, options: ChallengeOptions) -> Challenge:
    """Word swaps made from --train: antonym-substitute pairs."""
    return _made("antonym-substitute", train, options)


def hypernym_swap(train: PairTable | None, options: ChallengeOptions) -> Challenge:
    """Word swaps made from --train: hypernym pairs."""
    return _made("hypernym", train, options)


def _made(relation: SwapRelation, train: PairTable | None, options: ChallengeOptions) -> Challenge:
    """Return the sets of a relation; of a sample, ``per_group`` items with what is made of them are drawn."""
    if train is None:
        raise OptionError(
            f"challenge '{NAMES[relation]}' without training data",
            "the data that its sentences come from",
            "name them with --train",
        )
    pairs = joined_pairs(options.pairs, relation)
    chosen = SwapOptions(items=options.per_group, language=options.language)
    return replace(swap_challenge(swap_sets(train, relation, pairs, chosen)), from_train=True)


def joined_pairs(sources: Sequence[str], relation: SwapRelation) -> WordPairs:
    """Return the pairs of words that all sources have for a relation, each pair once.

    Parameters
    ----------
    sources
        ``"wordnet"`` or files of two columns.
    relation
        Of the sets that are built.

    Raises
    ------
    InputError
        If a file cannot be read, or there is no WordNet.
    """
    kind = "hypernym" if relation == "hypernym" else "antonym"
    read = [read_word_pairs(source, kind) for source in sources]
    left_out: Counter[str] = Counter()
    for each in read:
        left_out.update(each.left_out)
    return WordPairs(
        pl.concat([each.frame for each in read]).unique(maintain_order=True),
        ", ".join(each.name for each in read),
        tuple(origin for each in read for origin in each.origin),
        dict(left_out),
    )
