"""Which pairs are instances of a heuristic of HANS, under one definition."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

Flags = npt.NDArray[np.bool_]
HEURISTICS = ("lexical_overlap", "subsequence", "constituent")
"""The heuristics of McCoy et al. (2019), Table 1; each is a special case of the one before."""


@dataclass(frozen=True)
class Instances:
    """Pairs to which each heuristic applies.

    Parameters
    ----------
    definition
        Name of the definition: ``"hans-2019"`` or ``"strict"``.
    flags
        One boolean column a heuristic, shape (pairs,); null where it cannot be told.
    tokenisation
        What counted as a word.
    reasons
        Why a heuristic's column is null, by heuristic.
    """

    definition: str
    flags: pl.DataFrame
    tokenisation: str
    reasons: Mapping[str, str]


def flag_columns(columns: Mapping[str, Flags | None], rows: int) -> pl.DataFrame:
    """Return boolean columns by heuristic, shape (rows, heuristics); None becomes a column of nulls."""
    return pl.DataFrame(
        [
            pl.Series(name, [None] * rows if flags is None else flags, dtype=pl.Boolean)
            for name, flags in columns.items()
        ]
    )


def parses_of(frame: pl.DataFrame, column: str) -> tuple[pl.Series | None, str]:
    """Return the parses of a column if every row has one, otherwise None and the reason."""
    if column not in frame.columns:
        return None, f"the data have no column {column}"
    parses = frame[column]
    missing = int((parses.is_null() | (parses.str.strip_chars() == "")).sum())
    if missing:
        return None, f"{missing:,} of {len(parses):,} rows have no {column}"
    return parses, ""
