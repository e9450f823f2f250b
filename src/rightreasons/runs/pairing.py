"""Two runs side by side: the items that both answered, which must be the same items."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl

from rightreasons.errors import ComparisonError
from rightreasons.printable import printable, quoted
from rightreasons.runs.sides import Side


@dataclass(frozen=True)
class PairedSet:
    """The items of one set that both runs answered.

    Parameters
    ----------
    name
        The set.
    items
        ``set``, ``id``, ``premise``, ``hypothesis``, ``label``, ``first``, ``second`` (whether each run is
        right), and the group columns.
    groups
        Group columns whose cells are compared.
    unpaired
        Items that only one of them answered.
    two_way
        Whether gold and answers are entailment or not.
    """

    name: str
    items: pl.DataFrame = field(repr=False)
    groups: tuple[str, ...]
    unpaired: int
    two_way: bool


def paired_sets(first: Side, second: Side) -> tuple[PairedSet, ...]:
    """Join the items of two runs by set and id.

    Where one of them was judged by two labels, so is the other.

    Raises
    ------
    ComparisonError
        If they share no items, or the same id has another gold label or other sentences.
    """
    shared = [name for name in first.sets if name in second.sets]
    pairs = [_paired(name, first, second) for name in shared]
    found = tuple(pair for pair in pairs if pair.items.height)
    if not found:
        raise ComparisonError(
            f"no item in common: '{printable(first.name)}' is about {quoted(first.sets)}, "
            f"'{printable(second.name)}' about {quoted(second.sets)}",
            "runs on the same items",
            "probe both models on the same data",
        )
    return found


def _paired(name: str, first: Side, second: Side) -> PairedSet:
    two_way = name in first.two_way | second.two_way
    one, other = (side.of(name, two_way=two_way) for side in (first, second))
    columns = ["id", "premise", "hypothesis", "label", "correct"]
    both = one.join(other.select(columns), on="id", how="inner", maintain_order="left", suffix="_other")
    _check_same(name, both, {"label": "gold label", "premise": "premise", "hypothesis": "hypothesis"})
    groups = tuple(group for group in first.groups.get(name, ()) if group in both.columns)
    items = both.rename({"correct": "first", "correct_other": "second"})
    unpaired = one.height + other.height - 2 * both.height
    kept = ("set", "id", "premise", "hypothesis", "label", "first", "second", *groups)
    return PairedSet(name, items.select(kept), groups, unpaired, two_way)


def _check_same(name: str, both: pl.DataFrame, columns: Mapping[str, str]) -> None:
    for column, called in columns.items():
        # A text that one of them does not know is no other text.
        differing = both.filter(pl.col(column) != pl.col(f"{column}_other"))
        if differing.height:
            row = differing.row(0, named=True)
            raise ComparisonError(
                f"{differing.height:,} items of '{printable(name)}' with another {called} in the second run: "
                f"'{printable(row['id'])}' has {quoted((row[column], row[f'{column}_other']))}",
                "the same items under the same ids",
                "probe both models on the same file",
            )
