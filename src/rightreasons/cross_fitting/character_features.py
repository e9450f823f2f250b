"""Character 1-4-grams of texts whose words are not separated by spaces, in the form of other n-grams.

Where every character is a token, a "word" of `Features` is three of them from a place on, a "word pair" four,
and the n-grams of a word are its first one and two: so each n-gram is counted once wherever it begins.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from rightreasons.text.tokens import Ids, Offsets

END = "▁"
KIND = "characters"
_Codes = npt.NDArray[np.int64]


def trigrams(tokens: Ids, offsets: Offsets, names: Sequence[str]) -> tuple[Ids, tuple[str, ...], _Codes]:
    """Return the three tokens from each token on, numbered; beyond the end of a text stands one mark.

    Parameters
    ----------
    tokens
        Tokens of all texts, shape (tokens,).
    offsets
        Text ``i`` has the tokens ``offsets[i]`` to ``offsets[i + 1]``.
    names
        Of the tokens, by number.

    Returns
    -------
    ids
        Number of the three tokens from each on, shape (tokens,).
    found
        What they are, by number.
    parts
        The numbers of their tokens, ``len(names)`` beyond the end, shape (found, 3).
    """
    size = len(names) + 1
    ends = np.repeat(offsets[1:], np.diff(offsets))
    columns = [_shifted(tokens, ends, by, len(names)) for by in range(3)]
    keys = (columns[0] * size + columns[1]) * size + columns[2]
    distinct, ids = np.unique(keys, return_inverse=True)
    parts = np.column_stack([distinct // size**2, distinct // size % size, distinct % size])
    found = tuple(_written([names[part] for part in row if part < len(names)], 3) for row in parts.tolist())
    return ids.astype(np.int32), found, parts


def beginnings(parts: _Codes, names: Sequence[str]) -> tuple[Ids, Offsets, tuple[str, ...]]:
    """Return the first token and the first two of each of three tokens, numbered.

    Parameters
    ----------
    parts
        As `trigrams` returns them.
    names
        Of the tokens, by number.

    Returns
    -------
    ids
        Numbers of the beginnings, those of the first three tokens first.
    offsets
        Three tokens ``i`` have the beginnings ``offsets[i]`` to ``offsets[i + 1]``.
    found
        What they are, by number.
    """
    number: dict[str, int] = {}
    ids: list[int] = []
    offsets = [0]
    for row in parts.tolist():
        there = [names[part] for part in row[:2] if part < len(names)]
        written = (_written(there[:length], length) for length in range(1, len(there) + 1))
        ids += [number.setdefault(each, len(number)) for each in written]
        offsets.append(len(ids))
    return np.array(ids, dtype=np.int32), np.array(offsets, dtype=np.int64), tuple(number)


def _shifted(tokens: Ids, ends: Offsets, by: int, beyond: int) -> _Codes:
    places = np.arange(len(tokens)) + by
    inside = places < ends
    return np.where(inside, tokens[np.minimum(places, len(tokens) - 1)], beyond).astype(np.int64)


def _written(tokens: Sequence[str], length: int) -> str:
    """Return tokens as one text, words of several letters apart, with a mark if the text ends within them."""
    between = "" if all(len(token) == 1 for token in tokens) else " "
    return between.join(tokens) + END * (len(tokens) < length)
