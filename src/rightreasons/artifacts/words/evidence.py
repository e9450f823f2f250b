"""Where a reader can look: the first hypotheses that hold a flagged word."""

import numpy as np
import polars as pl

from rightreasons.artifacts.words.statistics import MeasuredWords
from rightreasons.artifacts.words.views import strongest

WORDS_A_LABEL = 5


def word_evidence(words: MeasuredWords, ids: pl.Series, limit: int) -> dict[str, tuple[str, ...]]:
    """Return the ids of the first `limit` hypotheses of the label with each of its strongest flagged words.

    Parameters
    ----------
    words
        The words measured.
    ids
        Id of every hypothesis, shape (n,).
    limit
        The most ids a word.

    Returns
    -------
    dict
        Ids by ``words.LABEL.WORD``.
    """
    shown = strongest(words.statistics.filter("flagged"), WORDS_A_LABEL)
    named = shown.select("word", "word_id", code=pl.col("label").to_physical().cast(pl.Int64), label="label")
    rows_of = _rows_with(words, named["word_id"].unique()).group_by("word_id", "code", maintain_order=True)
    found = named.join(
        rows_of.agg(pl.col("row").head(limit)), on=["word_id", "code"], how="inner", maintain_order="left"
    )
    return {
        f"words.{label}.{word}": tuple(ids.gather(rows))
        for label, word, rows in found.select("label", "word", "row").iter_rows()
    }


def _rows_with(words: MeasuredWords, word_ids: pl.Series) -> pl.DataFrame:
    wanted = np.zeros(len(words.counts.vocabulary), dtype=np.bool_)
    wanted[word_ids.to_numpy()] = True
    positions = np.flatnonzero(wanted[words.tokens.ids])
    rows = np.searchsorted(words.tokens.offsets, positions, side="right") - 1
    held = pl.DataFrame(
        {
            "word_id": words.tokens.ids[positions].astype(np.int64),
            "code": words.codes[rows],
            "row": rows,
        }
    )
    return held.unique(maintain_order=True)
