"""Compiled loops of the logistic regression: one sweep over the texts gives loss and gradient."""

from typing import Any

import numba
import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float32]
Anything = npt.NDArray[Any]
Ids = npt.NDArray[np.int32]
Offsets = npt.NDArray[np.int64]


@numba.njit(cache=True, nogil=True)
def sums_by_word(offsets: Offsets, members: Ids, values: Reals) -> Reals:
    """Return for every word the sum of the rows of `values` that belong to its character n-grams.

    Parameters
    ----------
    offsets, members
        Word ``i`` has the n-grams ``members[offsets[i]:offsets[i + 1]]``.
    values
        Shape (n-grams, columns).
    """
    columns = values.shape[1]
    sums = np.zeros((offsets.size - 1, columns), dtype=np.float32)
    for word in range(offsets.size - 1):
        for place in range(offsets[word], offsets[word + 1]):
            for column in range(columns):
                sums[word, column] += values[members[place], column]
    return sums


@numba.njit(cache=True, nogil=True)
def sums_by_ngram(offsets: Offsets, members: Ids, values: Anything, n_ngrams: int) -> Anything:
    """Return for every character n-gram the sum of the rows of `values` of the words that hold it.

    The transpose of `sums_by_word`.

    Parameters
    ----------
    offsets, members
        Word ``i`` has the n-grams ``members[offsets[i]:offsets[i + 1]]``.
    values
        Shape (words, columns).
    n_ngrams
        How many n-grams there are: the result has the shape (n_ngrams, columns).
    """
    columns = values.shape[1]
    sums = np.zeros((n_ngrams, columns), dtype=values.dtype)
    for word in range(offsets.size - 1):
        for place in range(offsets[word], offsets[word + 1]):
            for column in range(columns):
                sums[members[place], column] += values[word, column]
    return sums


@numba.njit(cache=True, nogil=True)
def sums_by_text(
    texts: Offsets, offsets: Offsets, words: Ids, pairs: Ids, of_words: Reals, of_pairs: Reals
) -> Reals:
    """Return for every one of `texts` the sum over its words and word pairs, shape (texts, columns).

    Parameters
    ----------
    texts
        Positions of the texts wanted.
    offsets, words, pairs
        Text ``i`` has the words and word pairs at ``offsets[i]`` to ``offsets[i + 1]``; a pair below 0
        counts nothing.
    of_words, of_pairs
        What is summed, shapes (words, columns) and (pairs, columns).
    """
    columns = of_words.shape[1]
    sums = np.zeros((texts.size, columns), dtype=np.float32)
    for row in range(texts.size):
        for place in range(offsets[texts[row]], offsets[texts[row] + 1]):
            word, pair = words[place], pairs[place]
            for column in range(columns):
                sums[row, column] += of_words[word, column]
            if pair >= 0:
                for column in range(columns):
                    sums[row, column] += of_pairs[pair, column]
    return sums


@numba.njit(cache=True, nogil=True)
def add_by_part(
    texts: Offsets,
    offsets: Offsets,
    words: Ids,
    pairs: Ids,
    slopes: Reals,
    by_words: Reals,
    by_pairs: Reals,
) -> None:
    """Add the slope of every text to its words and word pairs: the transpose of `sums_by_text`, in place.

    Parameters
    ----------
    texts, offsets, words, pairs
        As of `sums_by_text`.
    slopes
        What is added, shape (texts, columns).
    by_words, by_pairs
        What it is added to, shapes (words, columns) and (pairs, columns).
    """
    for row in range(texts.size):
        for place in range(offsets[texts[row]], offsets[texts[row] + 1]):
            word, pair = words[place], pairs[place]
            for column in range(slopes.shape[1]):
                by_words[word, column] += slopes[row, column]
            if pair >= 0:
                for column in range(slopes.shape[1]):
                    by_pairs[pair, column] += slopes[row, column]


@numba.njit(cache=True, nogil=True, fastmath=True)
def cross_entropy(sums: Reals, counts: Reals, scale: Reals, bias: Reals) -> tuple[float, Reals]:
    """Return the summed cross-entropy for scores ``sums * scale + bias``, and its slope by `bias`.

    Parameters
    ----------
    sums
        Shape (texts, labels); the slope by each takes its place.
    counts
        How many rows of each label have each text, shape (texts, labels).
    scale
        Shape (texts,).
    bias
        Shape (labels,).
    """
    loss = 0.0
    by_bias = np.zeros(bias.size, dtype=np.float64)
    for text in range(sums.shape[0]):
        highest, powers, rows, gold = np.float32(-3e38), np.float32(0.0), np.float32(0.0), np.float32(0.0)
        for label in range(bias.size):
            score = sums[text, label] * scale[text] + bias[label]
            highest = max(highest, score)
            gold += counts[text, label] * score
            rows += counts[text, label]
            sums[text, label] = score
        for label in range(bias.size):
            sums[text, label] = np.exp(sums[text, label] - highest)
            powers += sums[text, label]
        loss += rows * (np.log(powers) + highest) - gold
        for label in range(bias.size):
            slope = rows * sums[text, label] / powers - counts[text, label]
            by_bias[label] += slope
            sums[text, label] = slope * scale[text]
    return loss, by_bias.astype(np.float32)
