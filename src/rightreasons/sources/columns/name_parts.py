"""Columns found by a part of their name, where they are the only ones that fit: ``prem``, ``reply_claim``."""

from collections.abc import Collection, Sequence

import polars as pl

from rightreasons.labels import read_labels
from rightreasons.printable import printable
from rightreasons.sources.proposals.contents import size_of
from rightreasons.sources.proposals.words import readable_role
from rightreasons.sources.raw import RawTable

_ROWS = 200
_LEAST_WORDS = 2.5
_MOST_LABELS = 20
_FEWEST_ROWS = 5
_LEAST_REPEATED, _MOSTLY = 0.3, 0.9
_THREE_WORDS = r"\S\s+\S+\s+\S"


def pair_by_parts(raw: RawTable) -> tuple[str, str] | None:
    """Return the only columns of texts that parts of their names make premise and hypothesis, or None."""
    if any(column.startswith('"') for column in raw.columns):  # quotation marks that are no text
        return None
    roles = {column: readable_role(column) for column in raw.columns}
    found = [
        [column for column in raw.columns if roles[column] == role] for role in ("premise", "hypothesis")
    ]
    texts = [column for column in (*found[0], *found[1]) if _holds_texts(raw.parsed.frame[column])]
    if [len(columns) for columns in found] != [1, 1] or len(texts) < 2:
        return None
    return found[0][0], found[1][0]


def sentence_of(raw: RawTable, hypothesis: str, others: Collection[str]) -> str | None:
    """Return the column whose texts are parts of the hypotheses, each of which stands in several rows.

    Labels may be about these parts, as of the sentences of a summary.

    Parameters
    ----------
    raw
        The table.
    hypothesis
        The column of hypotheses.
    others
        Columns that may hold their parts.
    """
    frame = raw.parsed.frame.head(_ROWS)
    if frame.schema[hypothesis] != pl.String or frame.height < _FEWEST_ROWS:
        return None
    whole = pl.col(hypothesis).str.strip_chars()
    repeated = 1 - frame.select(whole.n_unique()).item() / frame.height
    for name in others if repeated > _LEAST_REPEATED else ():
        if frame.schema[name] == pl.String:
            part = pl.col(name).str.strip_chars()
            inside = (
                whole.str.contains(part, literal=True) & (part != whole) & part.str.contains(_THREE_WORDS)
            )
            distinct = frame.select(part.n_unique()).item() > frame.select(whole.n_unique()).item()
            if distinct and frame.select(inside.fill_null(value=False).mean()).item() >= _MOSTLY:
                return name
    return None


def label_by_parts(raw: RawTable, taken: Collection[str]) -> str | None:
    """Return the only column that a part of its name and known words make labels; None if none or several."""
    named = [column for column in raw.columns if readable_role(column) == "label" and column not in taken]
    fits = [column for column in named if _holds_labels(raw.parsed.frame[column])]
    return fits[0] if len(fits) == 1 == len(named) else None


def told_by_parts(raw: RawTable, premise: Sequence[str], hypothesis: Sequence[str]) -> tuple[str, ...]:
    """Return what a reader is told of columns that were found by parts of their names."""
    if pair_by_parts(raw) != (premise[0], hypothesis[0]):
        return ()
    one, other = printable(premise[0]), printable(hypothesis[0])
    return (f"premises read from '{one}' and hypotheses from '{other}', by their names (--columns)",)


def _holds_texts(series: pl.Series) -> bool:
    if series.dtype != pl.String:
        return False
    some = series.drop_nulls().head(_ROWS).to_list()
    return bool(some) and sum(map(size_of, some)) >= _LEAST_WORDS * len(some)


def _holds_labels(series: pl.Series) -> bool:
    if series.dtype != pl.String:
        return False
    found = series.unique().drop_nulls().to_list()
    if len(found) > _MOST_LABELS:
        return False
    reading = read_labels(found)
    return not reading.unknown and len({label for label in reading.meaning.values() if label}) > 1
