"""The error for labels of unknown meaning: which, in how many rows, an example of each, and a map to fill."""

from collections.abc import Mapping, Sequence

import polars as pl

from rightreasons.errors import InputError
from rightreasons.labels import Label, LabelReading, label_map_to_fill, unexplained, why_unexplained
from rightreasons.printable import printable
from rightreasons.sources.normalized import FOUND, NormalizedTable
from rightreasons.sources.raw import LINE, ROW, place

_MOST_SHOWN = 8
_TOO_MANY = 20


def unexplained_cells(
    reading: LabelReading, tables: Sequence[NormalizedTable], counts: Mapping[str, int] | None = None
) -> InputError:
    """Return the error for labels that are not known; it guesses none of them.

    Parameters
    ----------
    reading
        What is known of the labels and what is not.
    tables
        Tables that are read together; the first one with such a label is named.
    counts
        Rows by label; None: they are counted in `tables`.
    """
    unknown = reading.unknown
    shown = [_example(label, tables, counts) for label in unknown[:_MOST_SHOWN]]
    if len(unknown) > len(shown):
        shown.append(f"and {len(unknown) - len(shown):,} more")
    explained = [
        f"'{printable(text, 40)}' as {label}"
        for text, label in reading.meaning.items()
        if text is not None and label is not None and text not in unknown
    ]
    beside = [f"known: {', '.join(explained[:_MOST_SHOWN])}"] if explained else []
    table = next((each for each in tables if _rows(each, unknown[0]).height), tables[0])
    name, column = printable(table.raw.name), printable(table.columns.get("label", "label"))
    count = len(unknown) + len(explained)
    return unexplained(unknown)(
        f"{name} column '{column}': {len(unknown):,} of {count:,} labels {why_unexplained(unknown)}:"
        + "".join(f"\n    {line}" for line in (*shown, *beside)),
        f"spellings of {', '.join(Label)}, or a stated meaning",
        _remedy(reading, column),
    )


def _remedy(reading: LabelReading, column: str) -> str:
    if len(reading.unknown) > _TOO_MANY:
        return f"if '{column}' is not the label column, say which is: --columns label=..."
    return f"write a label after each '=' ('-' for none): {label_map_to_fill(reading)}"


def _example(label: str, tables: Sequence[NormalizedTable], counts: Mapping[str, int] | None = None) -> str:
    """Return a label with its rows and the first of them."""
    found = [(table, _rows(table, label)) for table in tables]
    rows = sum(frame.height for _, frame in found) if counts is None else counts.get(label, 0)
    table, frame = next((each for each in found if each[1].height), found[0])
    if not frame.height:
        return f"'{printable(label, 40)}' in a cell of several labels"
    first = frame.row(0, named=True)
    where = f"{printable(table.raw.name)} {place(first[ROW], first[LINE])}"
    texts = " / ".join(f"'{printable(first[role], 60)}'" for role in ("premise", "hypothesis"))
    return f"'{printable(label, 40)}' in {rows:,} {'row' if rows == 1 else 'rows'}, first {where}: {texts}"


def _rows(table: NormalizedTable, label: str) -> pl.DataFrame:
    return table.frame.filter(pl.col(FOUND) == label)
