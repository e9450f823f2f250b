"""Votes that are counted, a column a label: how many said entailment, how many neutral."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rightreasons.labels import Label
from rightreasons.numbers import significant
from rightreasons.pairs import DISTRIBUTION
from rightreasons.printable import printable
from rightreasons.sources.proposals.composing import Pair, Reading
from rightreasons.sources.proposals.contents import Leaf
from rightreasons.sources.proposals.words import (
    labels_of_letters,
    labels_of_meanings,
    meaning_in_name,
    parts_of,
)

_BONUS = 5.0


def count_readings(pairs: Sequence[Pair], leaves: Sequence[Leaf]) -> Iterator[Reading]:
    """Yield the readings in which columns of numbers called like labels are counts or shares of votes.

    Parameters
    ----------
    pairs
        Texts as premise and hypothesis.
    leaves
        What stands in the table.
    """
    for counted, meant in _counted(leaves):
        yield from _readings(pairs, counted, meant)


def _counted(leaves: Sequence[Leaf]) -> Iterator[tuple[list[Leaf], dict[str, Label]]]:
    """Yield the numbers called like labels of all columns, and of the fields of each record."""
    groups: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        record = leaf.path.rpartition(".")[0]
        plain = leaf.written is None and not leaf.level and not leaf.make and not leaf.path.endswith("]")
        if plain and (record or leaf.filled == 1) and leaf.numbers and min(leaf.numbers) >= 0:
            groups.setdefault(record, []).append(leaf)
    for columns in groups.values():
        names = {leaf.path: leaf.path.rpartition(".")[2] for leaf in columns}
        letters = labels_of_letters(names.values())
        words = {path: word for path, name in names.items() if (word := _meaning(name))}
        meant = (
            {path: letters[name] for path, name in names.items()} if letters else labels_of_meanings(words)
        )
        counted = [leaf for leaf in columns if leaf.path in meant]
        if 1 < len(counted) == len(set(meant.values())):
            yield counted, meant


def _readings(
    pairs: Sequence[Pair], counted: Sequence[Leaf], meant: Mapping[str, Label]
) -> Iterator[Reading]:
    sums: dict[tuple[int, ...], float] = {}
    for leaf in counted:
        places = (at for at, text in zip(leaf.at, leaf.values, strict=True) if text.strip())
        for at, number in zip(places, leaf.numbers, strict=True):
            sums[at] = sums.get(at, 0.0) + number
    if min(sums.values()) <= 0 or len(sums) < counted[0].height:
        return
    names = ", ".join(f"'{printable(leaf.path, 30)}'" for leaf in counted)
    low, high = min(sums.values()), max(sums.values())
    least, most = significant(low), significant(high)
    said = f"add up to {least} in every row" if high - low < 1e-6 else f"add up to {least} to {most} a row"
    for pair in pairs:
        if not pair.premise.level and not pair.hypothesis.level:
            yield Reading(
                {
                    "columns": {
                        "premise": pair.premise.value,
                        "hypothesis": pair.hypothesis.value,
                        DISTRIBUTION: [_or_none(leaf) for leaf in counted],
                    },
                    "label_map": {str(at): meant[leaf.path].value for at, leaf in enumerate(counted)},
                    "gold": "majority",
                },
                f"{pair.because}; {names} are numbers called like labels that {said}: votes by label",
                pair.score + _BONUS,
            )


def _meaning(name: str) -> str | None:
    """Return what a name says of a label; of several parts no single letter does, as in `n_raters`."""
    parts = parts_of(name)
    return meaning_in_name(" ".join(part for part in parts if len(part) > 1) if len(parts) > 1 else name)


def _or_none(leaf: Leaf) -> Any:
    """Return the path of numbers; where some are not there, with 0 for these."""
    return leaf.path if leaf.filled == 1 else {"first": [leaf.path, {"constant": "0"}]}
