"""What the words of a row say of it: the strongest for its label, and whether one is flagged."""

from typing import Any, TypeVar

import numba
import numpy as np
import numpy.typing as npt

from rightreasons.text.tokens import Ids, Tokens

Number = TypeVar("Number", np.bool_, np.int64, np.float64)


def of_tokens(
    tokens: Tokens, codes: npt.NDArray[np.integer], values: npt.NDArray[Number]
) -> npt.NDArray[Number]:
    """Return the value of every token for the label of its row, shape (tokens,).

    Parameters
    ----------
    tokens
        Tokens of n rows.
    codes
        Column of `values` that is read for every row, shape (n,).
    values
        One number a word and label, shape (types, labels).
    """
    cells = tokens.ids.astype(np.int64) * values.shape[1] + np.repeat(codes, tokens.lengths)
    found: npt.NDArray[Number] = np.take(values, cells)
    return found


def highest_of_label(
    tokens: Tokens, codes: npt.NDArray[np.integer], values: npt.NDArray[Number]
) -> npt.NDArray[Number]:
    """Return the highest value of a row's tokens for its label, shape (n,); 0 for a row without tokens.

    It is `highest_in_row` of `of_tokens`, without a number for every token in memory.

    Parameters
    ----------
    tokens, codes, values
        As of `of_tokens`; no value is below 0.
    """
    found = np.zeros(len(tokens), dtype=values.dtype)
    _highest(tokens.ids, tokens.offsets, codes, values, found)
    return found


@numba.njit(cache=True, nogil=True)
def _highest(ids: Any, offsets: Any, codes: Any, values: Any, found: Any) -> None:
    for row in range(len(found)):
        for place in range(offsets[row], offsets[row + 1]):
            found[row] = max(found[row], values[ids[place], codes[row]])


def highest_in_row(tokens: Tokens, values: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """Return the highest of the values of a row's tokens, shape (n,); 0 for a row without tokens.

    Parameters
    ----------
    tokens
        Tokens of n rows.
    values
        One number a token, none below 0, shape (tokens,).
    """
    highest = np.zeros(len(tokens), dtype=values.dtype)
    filled = np.flatnonzero(tokens.lengths)
    if len(filled):
        highest[filled] = np.maximum.reduceat(values, tokens.offsets[filled])
    return highest


def first_highest(tokens: Tokens, values: npt.NDArray[Number], highest: npt.NDArray[Number]) -> Ids:
    """Return the id of the first word of each row that has the row's highest value, or -1 without words.

    Parameters
    ----------
    tokens
        The words of the rows.
    values, highest
        One number a token, shape (tokens,), and the highest of each row, shape (rows,), as `highest_in_row`
        returns it.
    """
    words = np.full(len(tokens), -1, dtype=np.int32)
    positions = np.flatnonzero(values == np.repeat(highest, tokens.lengths))[::-1]
    # Backwards, so that the first of several is the one that stays.
    words[np.searchsorted(tokens.offsets, positions, side="right") - 1] = tokens.ids[positions]
    return words
