"""What is known of training pairs, found again by id, whatever their order."""

from __future__ import annotations

import polars as pl

from rightreasons.errors import PredictionError
from rightreasons.printable import printable, quoted


def aligned(frame: pl.DataFrame, ids: pl.Series, what: str) -> pl.DataFrame:
    """Return the row of each id, in the order of `ids`.

    Parameters
    ----------
    frame
        With a column ``id`` of distinct strings.
    ids
        The ids asked for, shape (n,).
    what
        What the rows are, for the message.

    Raises
    ------
    PredictionError
        If there is none for an id.
    """
    rows = ids.alias("id").to_frame()
    missing = rows.join(frame, on="id", how="anti", maintain_order="left")["id"]
    if len(missing):
        raise PredictionError(
            f"no {printable(what)} for {len(missing):,} of {len(ids):,} training pairs "
            f"({quoted(tuple(missing.head(3)))}, ...)",
            "one for every id",
            "prepare the method with the data it trains on",
        )
    return rows.join(frame, on="id", how="left", maintain_order="left")
