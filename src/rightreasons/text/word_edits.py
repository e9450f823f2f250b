"""How many words have to change to make one text of another, counted up to a limit."""

import numba
import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]


@numba.njit(cache=True, nogil=True)
def word_edits(
    words: Words, first: int, first_end: int, others: Words, second: int, second_end: int, most: int
) -> int:
    """Return the edits between two texts, or ``most + 1`` where there are more than `most`.

    An edit replaces a word, adds one, takes one out, or exchanges two neighbours; no word is edited twice
    (optimal string alignment, Boytsov 2011, "Indexing methods for approximate dictionary searching", 2.1).

    Parameters
    ----------
    words, others
        Words as numbers.
    first, first_end, second, second_end
        Where one text begins and ends in `words`, and the other in `others`.
    most
        The limit; work grows with it and with the shorter text.
    """
    if abs((first_end - first) - (second_end - second)) > most:
        return most + 1
    while first < first_end and second < second_end and words[first] == others[second]:
        first, second = first + 1, second + 1
    while first < first_end and second < second_end and words[first_end - 1] == others[second_end - 1]:
        first_end, second_end = first_end - 1, second_end - 1
    rows, columns = first_end - first, second_end - second
    if rows == 0 or columns == 0:
        return max(rows, columns)
    return _in_band(words[first:first_end], others[second:second_end], most)


@numba.njit(cache=True, nogil=True)
def _in_band(own: Words, others: Words, most: int) -> int:
    """Return the same of two texts, by a band of the table around its diagonal.

    Place k of line i is column i - `most` + k.
    """
    width, many = 2 * most + 1, most + 1
    table = np.full((3, width), many)  # this line, the one above and the one before that, in turn
    table[0, most:] = np.arange(width - most)
    for i in range(1, len(own) + 1):
        line, above, before = table[i % 3], table[(i + 2) % 3], table[(i + 1) % 3]
        for k in range(width):
            j = i - most + k
            fewest = many
            if j == 0:
                fewest = i
            elif 0 < j <= len(others):
                fewest = above[k] + (own[i - 1] != others[j - 1])
                if k + 1 < width:
                    fewest = min(fewest, above[k + 1] + 1)
                if k > 0:
                    fewest = min(fewest, line[k - 1] + 1)
                if i > 1 and j > 1 and own[i - 1] == others[j - 2] and own[i - 2] == others[j - 1]:
                    fewest = min(fewest, before[k] + 1)
            line[k] = min(fewest, many)
        if line.min() > most and above.min() > most:
            return many
    return int(table[len(own) % 3, len(others) - len(own) + most])
