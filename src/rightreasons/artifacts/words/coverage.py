"""How many hypotheses one word gives away, by how much it says (Poliak et al. 2018, Figure 2)."""

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.words.counts import Counts, LabelCodes, WordCounts
from rightreasons.artifacts.words.rows import highest_of_label
from rightreasons.text.tokens import TokenBlocks

Flags = npt.NDArray[np.bool_]


def distinct_rows(hypotheses: pl.Series, codes: LabelCodes) -> Flags:
    """Return whether each row is the first of its hypothesis and label, shape (n,).

    Parameters
    ----------
    hypotheses, codes
        Text and index of the gold label of each row, both of shape (n,).
    """
    frame = pl.DataFrame({"hypothesis": hypotheses, "label": codes})
    return frame.select(pl.struct("hypothesis", "label").is_first_distinct()).to_series().to_numpy()


def coverage(
    counts: WordCounts, tokens: TokenBlocks, codes: LabelCodes, distinct: Flags, steps: int = 100
) -> Counts:
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
        Whether each row counts in y, as of `distinct_rows`.
    steps
        Steps between 0 and 1.

    Returns
    -------
    Counts
        Shape (steps + 1, labels).
    """
    totals = np.maximum(counts.by_tokens.sum(axis=1, keepdims=True), 1)
    shares, labels = steps * counts.by_tokens // totals, len(counts.labels)
    exactly = np.zeros((steps + 1, labels), dtype=np.int64)
    for start, block in tokens.blocks():
        rows = slice(start, start + len(block))
        reached, own = highest_of_label(block, codes[rows], shares), distinct[rows]
        cells = reached[own] * labels + codes[rows][own]
        exactly += np.bincount(cells, minlength=exactly.size).reshape(exactly.shape)
    return exactly[::-1].cumsum(axis=0)[::-1]


def held_by(tokens: TokenBlocks, codes: LabelCodes, among: Flags, holds: Flags) -> int:
    """Return how many hypotheses hold a word of which something is true with their label.

    Parameters
    ----------
    tokens, codes
        The hypotheses, and the positions of their labels.
    among
        Whether each is counted, shape (n,).
    holds
        Whether it is true of each word and label, shape (types, labels).
    """
    found = 0
    for start, block in tokens.blocks():
        rows = slice(start, start + len(block))
        found += int((highest_of_label(block, codes[rows], holds) & among[rows]).sum())
    return found
