"""Tab-separated text, quoting off: every tab separates, every quotation mark is text."""

from collections.abc import Iterable
from dataclasses import replace

import polars as pl

from rightreasons.sources.formats.delimited.plain_fields import split_lines
from rightreasons.sources.formats.delimited.separators import DELIMITED, is_delimited, separator_of
from rightreasons.sources.raw import Content, Format, Parsed

ADDS = {"format": {"tsv": "TSV"}}
_IN_MARKS = "{} cells stand in quotation marks, which are kept as text (--quoting on removes them)"


def read_tsv(content: Content, *, headerless: bool = False) -> Parsed:
    """Read tab-separated text; a line with another number of fields than the first is malformed.

    Cells that begin and end with a quotation mark are counted and noted.
    """
    parsed = split_lines(content, "\t", headerless=headerless)
    quoted = _quoted_cells(parsed.frame) if b'"' in content.data else 0
    if not quoted:
        return parsed
    return replace(parsed, counted_notes={_IN_MARKS: quoted})


def encloses(frames: Iterable[pl.DataFrame]) -> bool:
    """Return whether all marks at the beginning of cells enclose them, as CSV writes it, and one does surely.

    Surely: a mark inside is doubled.

    Parameters
    ----------
    frames
        The cells of files as they stand there.
    """
    sure = False
    for frame in frames:
        cells = frame.select(pl.col(pl.String)).unpivot()["value"].drop_nulls()
        begin = cells.filter(cells.str.starts_with('"'))
        inner = begin.str.slice(1).str.strip_suffix('"')
        whole = (begin.str.len_chars() == inner.str.len_chars() + 2) & ~inner.str.replace_all(
            '""', ""
        ).str.contains('"')
        if not whole.all():
            return False
        sure = sure or bool(inner.str.contains('""').any())
    return sure


def without_marks(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the cells without the marks that enclose them.

    Parameters
    ----------
    frame
        The cells as they stand in the file.
    """
    text = pl.col(pl.String)
    inner = text.str.slice(1).str.strip_suffix('"').str.replace_all('""', '"')
    return frame.with_columns(pl.when(text.str.starts_with('"')).then(inner).otherwise(text).name.keep())


def _quoted_cells(frame: pl.DataFrame) -> int:
    text = pl.col(pl.String)
    enclosed = text.str.starts_with('"') & text.str.ends_with('"') & (text.str.len_bytes() > 1)
    return int(frame.select(enclosed.sum()).sum_horizontal().item() or 0)


def _is_tabbed(content: Content, first: str, ending: str) -> bool:
    return is_delimited(first, ending, separator_of(content)) and separator_of(content) == "\t"


TSV = Format(read_tsv, DELIMITED, matches=_is_tabbed)
