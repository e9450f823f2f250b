"""Tables in which every row is what one person said of a pair: no row of them is a gold label."""

from rightreasons.errors import ColumnError
from rightreasons.printable import printable
from rightreasons.sources.normalized import NormalizedTable
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.words import has_part
from rightreasons.sources.raw import RawTable


def refuse_votes(raw: RawTable, table: NormalizedTable, options: ReadOptions) -> None:
    """Refuse a table whose rows are judgements of single people, where nothing says how it is meant.

    Raises
    ------
    ColumnError
        If pairs stand in several rows, each by another person, and no column, recipe or rule is stated.
    """
    stated = options.columns or options.gold or options.recipe is not None or table.entry is not None
    people = [name for name in raw.columns if has_part(name, "people")]
    if stated or not people or "label" not in table.columns:
        return
    distinct = table.frame.select("premise", "hypothesis").n_unique()
    if 2 * distinct > table.frame.height:
        return
    from rightreasons.sources.proposals.beforehand import votes_together

    if next(votes_together([(raw, options)]), None) is not None:
        raise ColumnError(
            f"{printable(raw.name)} has {table.frame.height:,} rows of {distinct:,} pairs, each by another "
            f"'{printable(people[0], 40)}'",
            "one row a pair with its gold label, or word that every vote is a row of its own",
            "say how votes become gold, or that each counts: --columns premise=...,hypothesis=...,label=...",
        )
