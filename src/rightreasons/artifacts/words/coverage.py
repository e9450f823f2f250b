"""How many hypotheses one word gives away, by how much it says (Poliak et al. 2018, Figure 2)."""

import numpy as np
import polars as pl

from rightreasons.artifacts.words.counts import Codes, Counts, WordCounts
from rightreasons.artifacts.words.rows import highest_in_row, of_tokens
from rightreasons.text.tokens import Tokens


def distinct_rows(hypotheses: pl.Series, codes: Codes) -> Codes:
    """Return the first row of every distinct hypothesis and label, ascending.

    Parameters
    ----------
    hypotheses, codes
        Text and index of the gold label of each row, both of shape (n,).
    """
    frame = pl.DataFrame({"hypothesis": hypotheses, "label": codes}).with_row_index("row")
    first = frame.unique(["hypothesis", "label"], keep="first", maintain_order=True)
    return first["row"].to_numpy().astype(np.int64)


def coverage(counts: WordCounts, tokens: Tokens, codes: Codes, distinct: Codes, steps: int = 100) -> Counts:
    """Return y_l(x) for x = 0, 1 / steps, ..., 1.

    y_l(x) is the number of distinct hypotheses with gold label l of which the highest p(l|w) over their words
    w is at least x (Poliak et al. 2018, section 6.1 and Figure 2, read with the hypothesis's own gold label);
    p(l|w) is by tokens (equation 1). A hypothesis that occurs again under the same label counts once in y,
    and each time in p. Compared as whole numbers, so that 0.29 means 29 of 100.

    The authors' code strips full stops and question marks from words; here a mark is a word. On SNLI dev that
    moves the curve by at most 26 of 3,249 hypotheses (at 0.33), at 1 by one, and the lists not at all.

    Parameters
    ----------
    counts, tokens, codes
        Word counts, and the tokens and label positions they were counted from.
    distinct
        The rows that count in y, as of `distinct_rows`.
    steps
        Steps between 0 and 1.

    Returns
    -------
    Counts
        Shape (steps + 1, labels).
    """
    totals = np.maximum(counts.by_tokens.sum(axis=1, keepdims=True), 1)
    reached = highest_in_row(tokens, of_tokens(tokens, codes, steps * counts.by_tokens // totals))
    labels = len(counts.labels)
    cells = reached[distinct] * labels + codes[distinct]
    exactly = np.bincount(cells, minlength=(steps + 1) * labels).reshape(steps + 1, labels)
    return exactly[::-1].cumsum(axis=0)[::-1]
