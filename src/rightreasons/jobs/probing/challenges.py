"""Which challenges a probe is about: found by name, made from data, sampled where asking costs money."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rightreasons.challenges import CHALLENGES
from rightreasons.challenges.challenge import Challenge, ChallengeOptions, from_pairs
from rightreasons.challenges.changes import CHANGES
from rightreasons.challenges.group_columns import group_columns, premise_clusters, without_overlap
from rightreasons.challenges.hans.challenges import hans
from rightreasons.challenges.ordinary_pairs import ordinary_pairs
from rightreasons.challenges.samples import sampled
from rightreasons.challenges.swaps.swap_challenge import challenge_of
from rightreasons.challenges.swaps.swap_files import in_sets, read_swap_rows
from rightreasons.challenges.swaps.swap_set import SETS, is_swaps, pair_table
from rightreasons.errors import FileMissingError, UnknownNameError
from rightreasons.jobs.options import ProbeOptions
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.registry import united
from rightreasons.sources.catalogue.challenge_sets import ALL, challenge_sets, read_challenge_set, sets_in
from rightreasons.sources.opening.listings import distinct_names
from rightreasons.sources.readings import DataReader
from rightreasons.text.language import is_known, language


def holds_swaps(path: Path) -> bool:
    """Whether a folder has swap sets in it."""
    return path.is_dir() and any((path / f"{name}.jsonl").is_file() for name in SETS)


def swaps_in(folder: Path) -> Challenge:
    """Return the swap sets of a folder, with the labels that people gave them if there are some."""
    return challenge_of(pair_table(in_sets(read_swap_rows(folder)), folder.name))


CONTROLS = "controls"
"""Name of the controls among challenges: they change the items of the other challenges of a probe."""


def challenge_names() -> tuple[str, ...]:
    """Return every name of a challenge: made ones, the controls, published sets, and all of those.

    Raises
    ------
    DuplicateNameError
        If two have one name.
    """
    made = ((target, {name: target}) for name, target in CHALLENGES.targets().items())
    found = (CONTROLS, *challenge_sets(), ALL)
    return tuple(united("challenge", [*made, ("rightreasons.sources.catalogue", dict.fromkeys(found, ""))]))


def is_named(name: str, on: Sequence[Any]) -> bool:
    """Return whether a name is among sets, of which some may be frames: these are equal to nothing."""
    return any(_is(name, each) for each in on)


def _is(name: str, each: Any) -> bool:
    return isinstance(each, str) and each == name


def challenges_named(
    named: Sequence[Any], options: ProbeOptions, train: PairTable | None
) -> tuple[Challenge, ...]:
    """Return the challenges that are named, `CONTROLS` left out, with distinct names.

    Raises
    ------
    UnknownNameError
        For a text that is neither a challenge nor a file.
    OptionError
        If a challenge is made from training data and there are none.
    InputError
        For whatever is wrong with the data.
    """
    found = [
        challenge_named(each, options, train) for each in _spread(named, options) if not _is(CONTROLS, each)
    ]
    drawn = [_drawn(each, options) for each in found]
    names = distinct_names([each.name for each in drawn])
    return tuple(replace(each, name=name) for each, name in zip(drawn, names, strict=True))


def _spread(named: Sequence[Any], options: ProbeOptions) -> list[Any]:
    """Return the names with `ALL` as the names of all published sets that the folder holds."""
    if not is_named(ALL, named):
        return list(named)
    there, missing = sets_in(options.data)
    if not there:
        raise FileMissingError("no published challenge set", "one or more", "; ".join(missing.values()))
    return [each for name in named for each in (there if _is(ALL, name) else (name,))]


def challenge_named(
    on: Any, options: ProbeOptions | None = None, train: PairTable | None = None
) -> Challenge:
    """Return a challenge by its name, or labelled data as one.

    Data with the column ``heuristic`` of HANS are scored as HANS, other data by their groups and gold label.

    Raises
    ------
    UnknownNameError
        For a text that is neither a challenge nor a file.
    OptionError
        If the challenge is made from training data and there are none.
    MeasureInputError
        If it is of English sentences, and the model is asked in another language.
    InputError
        For whatever is wrong with the data.
    """
    if isinstance(on, Challenge):
        return on
    options = options or ProbeOptions()
    challenge = _registered(on, options, train) if isinstance(on, str) else None
    if challenge is not None:
        return challenge
    if isinstance(on, str | Path) and holds_swaps(Path(on)):
        return swaps_in(Path(on))
    pairs = (on if isinstance(on, PairTable) else data_read(on, DataReader())).with_gold()
    if {"heuristic", "subcase"} <= set(pairs.groups):
        return hans(pairs)
    groups = options.by or group_columns(pairs)
    named = without_overlap(pairs.frame, groups)
    return from_pairs(pairs.name, pairs, groups, named, premise_clusters(pairs))


def _registered(name: str, options: ProbeOptions, train: PairTable | None) -> Challenge | None:
    """Return the challenge that has this name, made or found; None for any other text."""
    if name in CHALLENGES:
        if name in CHALLENGES.ours() and not is_known(options.language):
            language(options.language, f"challenge '{name}'")
        by = ChallengeOptions(options.seed, options.per_group, options.pairs, options.language)
        made: Challenge = CHALLENGES.load(name)(train, by)
        return made
    if name not in challenge_sets() or (options.data is None and Path(name).exists()):
        return None
    pairs, groups = read_challenge_set(name, options.data)
    return from_pairs(name, pairs, options.by or groups, (), premise_clusters(pairs))


def controlled_among(challenges: Sequence[Challenge]) -> tuple[Challenge, ...]:
    """Return whose items the controls change: those of the data, or else the ordinary pairs."""
    data = tuple(each for each in challenges if each.name not in CHALLENGES)
    pairs = ordinary_pairs()
    return data or (from_pairs(pairs.name, pairs, ()),)


def _drawn(challenge: Challenge, options: ProbeOptions) -> Challenge:
    """Return a sample if one is asked for; swap sets are drawn by item when they are made."""
    if options.per_group is None or challenge.name in CHANGES or _is_swaps(challenge):
        return challenge
    return sampled(challenge, options.per_group, options.seed)


def _is_swaps(challenge: Challenge) -> bool:
    return challenge.pairs is not None and is_swaps(challenge.pairs)


def read_among(named: Sequence[Any], reader: DataReader) -> tuple[Any, ...]:
    """Return challenges as they are named, and the data among them as tables.

    Raises
    ------
    UnknownNameError
        For a text that is neither a challenge nor a file.
    InputError
        For whatever is wrong with the data.
    """
    return tuple(each if _is_challenge(each) else data_read(each, reader) for each in named)


def _is_challenge(on: Any) -> bool:
    if not isinstance(on, str | Path):
        return isinstance(on, Challenge | PairTable)
    return str(on) in challenge_names() or holds_swaps(Path(on))


def data_read(on: Any, reader: DataReader) -> PairTable:
    """Return labelled data by their name.

    Raises
    ------
    UnknownNameError
        For a text that is neither a challenge nor a file.
    InputError
        For whatever is wrong with the data.
    """
    if isinstance(on, str) and not Path(on).exists() and not {"/", ".", "\\"} & set(on):
        known = challenge_names()
        raise UnknownNameError.among("challenge", printable(on), known, "correct --on", ", or labelled data")
    return reader.read(on, "on")
