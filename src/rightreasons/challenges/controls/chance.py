"""Premises for other items, and words in another order: whatever a control leaves to chance."""

import numpy as np
import numpy.typing as npt
import polars as pl


def other_positions(texts: pl.Series, rng: np.random.Generator) -> npt.NDArray[np.int64] | None:
    """Return a permutation that gives no position a text equal to its own, shape (n,).

    Equal texts are put side by side, in a random order of texts, and all move on by as many places as the
    most frequent text has: none of them can then meet itself.

    Parameters
    ----------
    texts
        Strings, shape (n,).
    rng
        Where the order comes from.

    Returns
    -------
    ndarray or None
        ``texts.gather(result)`` differs from `texts` everywhere; None where one text is more than half
        of all.
    """
    codes = texts.rank("dense").to_numpy().astype(np.int64) - 1
    if not len(codes):
        return codes
    most = int(np.bincount(codes).max())
    if 2 * most > len(codes):
        return None
    of_text = rng.permutation(int(codes.max()) + 1)
    order = np.lexsort((rng.random(len(codes)), of_text[codes]))
    positions = np.empty_like(order)
    positions[order] = np.roll(order, -most)
    return positions


def reordered(sentence: str, rng: np.random.Generator) -> str | None:
    """Return the words of a sentence in another order, final punctuation last.

    None where there is no other order: one word, or the same one again and again.
    """
    body = sentence.rstrip().rstrip(".!?").rstrip()
    words = body.split()
    if len(set(words)) < 2:
        return None
    shuffled = words
    while shuffled == words:
        shuffled = [words[place] for place in rng.permutation(len(words))]
    return " ".join(shuffled) + sentence[len(body) :]
