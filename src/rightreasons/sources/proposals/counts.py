"""Votes that are counted, a column a label: how many said entailment, how many neutral."""

from collections.abc import Iterator, Sequence

from rightreasons.numbers import significant
from rightreasons.pairs import DISTRIBUTION
from rightreasons.printable import printable
from rightreasons.sources.proposals.composing import Pair, Reading
from rightreasons.sources.proposals.contents import Leaf
from rightreasons.sources.proposals.words import labels_of_meanings, meaning_in_name

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
    columns = [leaf for leaf in leaves if leaf.is_column and leaf.filled == 1 and leaf.numbers]
    named = {leaf.path: word for leaf in columns if (word := meaning_in_name(leaf.name))}
    counted = [leaf for leaf in columns if leaf.path in named]
    meant = labels_of_meanings(named)
    if not 1 < len(counted) == len(set(meant.values())) or min(min(each.numbers) for each in counted) < 0:
        return
    totals = [sum(row) for row in zip(*(leaf.numbers for leaf in counted), strict=True)]
    if min(totals) <= 0:
        return
    names = ", ".join(f"'{printable(leaf.path, 30)}'" for leaf in counted)
    low, high = min(totals), max(totals)
    least, most = significant(low), significant(high)
    sums = f"add up to {least} in every row" if high - low < 1e-6 else f"add up to {least} to {most} a row"
    for pair in pairs:
        if not pair.premise.level and not pair.hypothesis.level:
            yield Reading(
                {
                    "columns": {
                        "premise": pair.premise.value,
                        "hypothesis": pair.hypothesis.value,
                        DISTRIBUTION: [leaf.path for leaf in counted],
                    },
                    "label_map": {str(at): meant[leaf.path].value for at, leaf in enumerate(counted)},
                    "gold": "majority",
                },
                f"{pair.because}; {names} are numbers called like labels that {sums}: votes by label",
                pair.score + _BONUS,
            )
