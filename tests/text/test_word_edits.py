"""Edits between texts, beside a plain table of all of them."""

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.text.word_edits import word_edits

_TEXTS = st.lists(st.integers(0, 3), max_size=9)


def _edits(first: list[int], second: list[int], most: int) -> int:
    words, others = (np.array([7, *text, 7], dtype=np.uint64) for text in (first, second))  # more around both
    return int(word_edits(words, 1, 1 + len(first), others, 1, 1 + len(second), most))


def whole_table(first: Sequence[object], second: Sequence[object]) -> int:
    """Return the distance as textbooks have it: the whole table, without bands or limits."""
    table = [
        [max(i, j) if not min(i, j) else 0 for j in range(len(second) + 1)] for i in range(len(first) + 1)
    ]
    for i, own in enumerate(first, 1):
        for j, other in enumerate(second, 1):
            ways = [table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (own != other)]
            if i > 1 and j > 1 and own == second[j - 2] and other == first[i - 2]:
                ways.append(table[i - 2][j - 2] + 1)
            table[i][j] = min(ways)
    return table[-1][-1]


@given(_TEXTS, _TEXTS, st.integers(0, 3))
def test_edits_are_those_of_thewhole_table_up_to_the_limit(
    first: list[int], second: list[int], most: int
) -> None:
    assert _edits(first, second, most) == min(whole_table(first, second), most + 1)


def test_a_word_replaced_added_or_left_out_and_two_exchanged_are_one_edit_each() -> None:
    text = [1, 2, 3, 4, 5]
    assert _edits(text, text, 2) == 0
    assert _edits(text, [1, 2, 9, 4, 5], 2) == 1
    assert _edits(text, [1, 2, 3, 4, 5, 6], 2) == 1
    assert _edits(text, [2, 3, 4, 5], 2) == 1
    assert _edits(text, [1, 3, 2, 4, 5], 2) == 1
    assert _edits(text, [2, 1, 3, 5, 4], 2) == 2
    assert _edits(text, [5, 4, 3, 2, 1], 2) == 3
