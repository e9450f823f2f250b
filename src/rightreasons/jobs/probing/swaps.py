"""Word swaps in a probe: made from the training data, or read from the folder that `make swaps` wrote."""

from pathlib import Path

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.swaps.analysis import analyse
from rightreasons.challenges.swaps.challenges import NAMES, challenge_of, swap_challenge
from rightreasons.challenges.swaps.sets import SwapOptions, swap_sets
from rightreasons.challenges.swaps.storing import in_sets, read_swap_rows
from rightreasons.challenges.swaps.swap_set import COLUMNS, SETS, pair_table
from rightreasons.errors import OptionError
from rightreasons.findings import Finding
from rightreasons.jobs.make_swaps import joined_pairs
from rightreasons.jobs.probing.options import ProbeOptions
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions

SWAPS = {challenge: relation for relation, challenge in NAMES.items()}
"""Relation of the word pairs by name of the challenge."""


def swaps_named(name: str, train: PairTable | None, options: ProbeOptions) -> Challenge:
    """Return the swap sets of a relation, built from training data.

    Of a sample, ``per_group`` items are drawn, each a control instance with what is made of it.

    Raises
    ------
    OptionError
        If there are no training data.
    InputError
        If nothing can be built from them, or there is no WordNet.
    """
    if train is None:
        raise OptionError(
            f"challenge '{name}' without training data",
            "the data that its sentences come from",
            "name them with --train",
        )
    relation = SWAPS[name]
    pairs = joined_pairs(options.pairs, "hypernym" if relation == "hypernym" else "antonym")
    return swap_challenge(swap_sets(train, relation, pairs, SwapOptions(items=options.per_group)))


def holds_swaps(path: Path) -> bool:
    """Whether a folder has swap sets in it."""
    return path.is_dir() and any((path / f"{name}.jsonl").is_file() for name in SETS)


def swaps_in(folder: Path) -> Challenge:
    """Return the swap sets of a folder, with the labels that people gave them if there are some."""
    return challenge_of(pair_table(in_sets(read_swap_rows(folder)), folder.name))


def is_swaps(challenge: Challenge) -> bool:
    """Whether the items of a challenge are rows of swap sets."""
    return challenge.pairs is not None and set(COLUMNS) <= set(challenge.pairs.frame.columns)


def behaviour(challenge: Challenge, said: Predictions, options: ProbeOptions) -> tuple[Finding, ...]:
    """Return the behaviour analysis of predictions on swap sets (Sanchez et al. 2018)."""
    if challenge.pairs is None:
        raise ValueError("swap sets have sentences")
    return analyse(
        challenge.pairs.frame,
        said,
        definition=options.definition,
        collapse=options.collapse,
        allow_partial=True,
        seed=options.seed,
        name=challenge.name,
    )
