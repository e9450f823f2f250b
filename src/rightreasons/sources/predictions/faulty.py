"""Leave out predictions that say nothing certain: those without a known label."""

from collections.abc import Mapping
from dataclasses import replace

import polars as pl

from rightreasons.errors import InputError
from rightreasons.labels import Label, is_number, resolve
from rightreasons.printable import printable, quoted
from rightreasons.sources.columns.roles import predicted_label_column
from rightreasons.sources.raw import RawTable
from rightreasons.sources.text_columns import label_text


def without_faulty(
    raw: RawTable, stated: Mapping[str, Label | None], probabilities: set[str]
) -> tuple[RawTable, tuple[str, ...]]:
    """Return the predictions that can be used, and a note on each kind that was left out, with its count.

    Nothing is ever read as another label.

    Parameters
    ----------
    raw
        The predictions as found.
    stated
        What the user stated of labels.
    probabilities
        Columns that hold probabilities.
    """
    labelled, unknown = _labelled(raw, stated, probabilities)
    return labelled, unknown


def _labelled(
    raw: RawTable, stated: Mapping[str, Label | None], probabilities: set[str]
) -> tuple[RawTable, tuple[str, ...]]:
    column = predicted_label_column(raw, probabilities)
    if column is None:
        return raw, ()
    found = label_text(raw, column, as_numbers=any(map(is_number, stated)))
    faulty = sorted(
        text for text in found.drop_nulls().unique().to_list() if not _is_label(text, found, stated)
    )
    left_out = found.is_null() | found.is_in(faulty)
    shown = f" ({quoted(tuple(faulty), 5)})" if faulty else ""
    return _rows_where(raw, ~left_out, f"without a label that means something{shown}")


def _is_label(text: str, found: pl.Series, stated: Mapping[str, Label | None]) -> bool:
    """Return whether a text is a label by itself or, such as ``e``, in the company it is in."""
    for company in ([text], found.unique().to_list()):
        try:
            return resolve(company, stated)[text] is not None
        except InputError:
            continue
    return False


def _rows_where(raw: RawTable, kept: pl.Series, what: str) -> tuple[RawTable, tuple[str, ...]]:
    lost = int((~kept).sum())
    if not lost:
        return raw, ()
    frame = raw.parsed.frame.filter(kept)
    note = f"{printable(raw.name)}: {lost:,} predictions {what} left out"
    return replace(raw, parsed=replace(raw.parsed, frame=frame)), (note,)
