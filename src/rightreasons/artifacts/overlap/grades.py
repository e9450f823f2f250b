"""How much of a hypothesis its premise holds, in grades: words, word pairs, the longest run, and where."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from rightreasons.artifacts.overlap.pair_words import PairWords, shared

Shares = npt.NDArray[np.float64]
Array = Any  # numba infers the types of arrays; the functions around the kernels state them


@dataclass(frozen=True)
class Grades:
    """What a premise holds of its hypothesis, one number a pair, shape (pairs,).

    Parameters
    ----------
    words
        Share of the words of the hypothesis that the premise has; NaN for one without words.
    bigrams
        Share of its pairs of neighbouring words that stand in the premise so; NaN for fewer than two words.
    run
        Words of the longest run that both have, over the words of the hypothesis; NaN for one without words.
    place
        Where that run begins in the premise, from 0 to 1; NaN where no word is shared.
    """

    words: Shares
    bigrams: Shares
    run: Shares
    place: Shares


def grades(pair_words: PairWords) -> Grades:
    """Return the grades of overlap of every pair."""
    runs = _runs(pair_words.premise, pair_words.hypothesis, int(pair_words.hypothesis_lengths.max(initial=0)))
    longest, start, bigrams = runs.T.astype(np.float64)
    of_hypothesis = pair_words.hypothesis_lengths.astype(np.float64)
    of_premise = np.diff(pair_words.premise[1]).astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        return Grades(
            shared(pair_words).overlap,
            np.where(of_hypothesis > 1, bigrams / (of_hypothesis - 1), np.nan),
            longest / of_hypothesis,
            np.where(longest > 0, start / of_premise, np.nan),
        )


@njit(cache=True, nogil=True)
def _runs(premise: tuple[Array, Array], hypothesis: tuple[Array, Array], most: int) -> Array:
    """Return, for every pair, the longest common run, where the first such begins, and bigrams shared.

    Shape (pairs, 3). `most` is the number of words of the longest hypothesis.
    """
    p_ids, p_starts = premise
    h_ids, h_starts = hypothesis
    found = np.zeros((len(p_starts) - 1, 3), dtype=np.int32)
    # the length of the run that ends at each word of the hypothesis and at the present word of the premise
    ends = np.zeros(most + 1, dtype=np.int32)
    in_premise = np.zeros(most + 1, dtype=np.bool_)
    for row in range(len(p_starts) - 1):
        first, length = h_starts[row], h_starts[row + 1] - h_starts[row]
        ends[: length + 1] = 0
        in_premise[: length + 1] = False
        for position in range(p_starts[row], p_starts[row + 1]):
            for place in range(length, 0, -1):
                if h_ids[first + place - 1] != p_ids[position]:
                    ends[place] = 0
                    continue
                ends[place] = ends[place - 1] + 1
                in_premise[place] = in_premise[place] or ends[place] > 1
                if ends[place] > found[row, 0]:
                    found[row, 0] = ends[place]
                    found[row, 1] = position - p_starts[row] - ends[place] + 1
        for place in range(1, length + 1):
            found[row, 2] += in_premise[place]
    return found
