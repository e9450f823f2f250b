"""Where the frequent patterns of k words stand in a block, found from those of k - 1 words, compiled.

An occurrence of k words is an occurrence of its first k - 1 words and one of its last k - 1 words (its
tail). Occurrences are listed by their positions, so the ones that extend a given occurrence lie together.
"""

import numpy as np
from numba import njit

from rightreasons.artifacts.patterns.key_table import Array, look_up


@njit(cache=True, nogil=True)
def pair_occurrences(
    words: Array, rows: Array, ends: Array, n_words: int, most_skipped: int, table: Array
) -> tuple[Array, Array, Array, Array]:
    """Return pattern, tail and row of every occurrence of a frequent pair, and the first one of each token.

    `words`, `rows` and `ends` are those of `count_pairs`; a tail is the position of the second word.
    """
    room = len(words) * (most_skipped + 1)
    patterns, tails = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    kept_rows = np.empty(room, dtype=np.int32)
    firsts = np.zeros(len(words) + 1, dtype=np.int32)
    used = 0
    for position in range(len(words)):
        firsts[position] = used
        if words[position] < 0:
            continue
        row = rows[position]
        group = words[position] * (most_skipped + 1)
        for second in range(position + 1, min(position + 2 + most_skipped, ends[row])):
            if words[second] < 0:
                continue
            key = (group + second - position - 1) * n_words + words[second]
            pattern = look_up(table, key)
            if pattern >= 0:
                patterns[used], tails[used], kept_rows[used] = pattern, second, row
                used += 1
    firsts[len(words)] = used
    return patterns[:used], tails[:used], kept_rows[:used], firsts


@njit(cache=True, nogil=True)
def longer_occurrences(
    occurrences: tuple[Array, Array, Array, Array], n_patterns: int, table: Array
) -> tuple[Array, Array, Array, Array]:
    """Return the occurrences of the frequent patterns of one more word, in the same form.

    Parameters
    ----------
    occurrences
        Pattern, tail and row of every occurrence, and the first one of each token or occurrence before, as
        `pair_occurrences` returns them; the tail of a longer one is an occurrence of the shorter.
    n_patterns
        How many patterns there are of the shorter length.
    table
        Position of each frequent key, for `look_up`.
    """
    patterns, tails, rows, firsts = occurrences
    room = 0
    for tail in tails:
        room += firsts[tail + 1] - firsts[tail]
    longer, longer_tails = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    longer_rows = np.empty(room, dtype=np.int32)
    longer_firsts = np.zeros(len(patterns) + 1, dtype=np.int32)
    used = 0
    for occurrence in range(len(patterns)):
        longer_firsts[occurrence] = used
        tail = tails[occurrence]
        for follower in range(firsts[tail], firsts[tail + 1]):
            key = np.int64(patterns[occurrence]) * n_patterns + patterns[follower]
            pattern = look_up(table, key)
            if pattern >= 0:
                longer[used], longer_tails[used] = pattern, follower
                longer_rows[used] = rows[occurrence]
                used += 1
    longer_firsts[len(patterns)] = used
    return longer[:used], longer_tails[:used], longer_rows[:used], longer_firsts
