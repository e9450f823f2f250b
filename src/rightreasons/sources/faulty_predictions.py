"""Leave out predictions that say nothing certain: no known label, or one id predicted more than once."""

from collections.abc import Mapping
from dataclasses import replace

import polars as pl

from rightreasons.errors import InputError
from rightreasons.labels import Label, resolve
from rightreasons.printable import printable, quoted
from rightreasons.sources.columns import id_columns, predicted_label_column
from rightreasons.sources.raw import RawTable
from rightreasons.sources.texts import label_text, text_column


def without_faulty(
    raw: RawTable, said: Mapping[str, Label | None], probabilities: set[str]
) -> tuple[RawTable, tuple[str, ...]]:
    """Return the predictions that can be used, and a note on each kind that was left out, with its count.

    A row without a label that means something is left out, and so is every row of an id that occurs more
    than once: which of them is meant cannot be known. Nothing is ever read as another label.

    Parameters
    ----------
    raw
        The predictions as found.
    said
        What the user said of labels.
    probabilities
        Columns that hold probabilities.
    """
    labelled, unknown = _labelled(raw, said, probabilities)
    single, repeated = _single(labelled)
    return single, (*unknown, *repeated)


def _labelled(
    raw: RawTable, said: Mapping[str, Label | None], probabilities: set[str]
) -> tuple[RawTable, tuple[str, ...]]:
    column = predicted_label_column(raw, probabilities)
    if column is None:
        return raw, ()
    found = label_text(raw, column, as_numbers=any(text.lstrip("-").isdecimal() for text in said))
    faulty = sorted(
        text for text in found.drop_nulls().unique().to_list() if not _is_label(text, found, said)
    )
    left_out = found.is_null() | found.is_in(faulty)
    shown = f" ({quoted(tuple(faulty), 5)})" if faulty else ""
    return _kept(raw, ~left_out, f"without a label that means something{shown}")


def _is_label(text: str, found: pl.Series, said: Mapping[str, Label | None]) -> bool:
    """Return whether a text is a label by itself or, such as ``e``, in the company it is in."""
    for company in ([text], found.unique().to_list()):
        try:
            return resolve(company, said)[text] is not None
        except InputError:
            continue
    return False


def _single(raw: RawTable) -> tuple[RawTable, tuple[str, ...]]:
    ids = id_columns(raw)
    if not ids:
        return raw, ()
    repeated = text_column(raw, ids[0], "id").is_duplicated()
    return _kept(raw, ~repeated, "of ids predicted more than once")


def _kept(raw: RawTable, kept: pl.Series, what: str) -> tuple[RawTable, tuple[str, ...]]:
    lost = int((~kept).sum())
    if not lost:
        return raw, ()
    frame = raw.parsed.frame.filter(kept)
    note = f"{printable(raw.name)}: {lost:,} predictions {what} left out"
    return replace(raw, parsed=replace(raw.parsed, frame=frame)), (note,)
