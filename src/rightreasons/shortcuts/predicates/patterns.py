"""Two words of one sentence with up to two tokens between them."""

from typing import Literal

import numpy as np

from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.predicate import HeldWords, Occurrences, pair_words, rows_of_tokens

MOST_SKIPPED = 2


class _Patterns:
    """All patterns of two words in one sentence of each pair."""

    def __init__(self, side: Literal["premise", "hypothesis"]) -> None:
        self.side = side

    def __call__(self, block: Block) -> Occurrences:
        words = pair_words(block)
        ids, starts = getattr(words, self.side)
        types, rows = len(words.vocabulary), rows_of_tokens(starts)
        wide = ids.astype(np.int64)
        found_rows, found = [], []
        for gap in range(MOST_SKIPPED + 1):
            step = gap + 1
            same = rows[step:] == rows[:-step]
            codes = (gap * types + wide[:-step]) * types + wide[step:]
            found_rows.append(rows[step:][same])
            found.append(codes[same])
        return np.concatenate(found_rows), np.concatenate(found)


FAMILIES = (
    HeldWords(
        "hypothesis-pattern",
        "the hypothesis contains '{}'",
        "the hypothesis does not contain '{}'",
        _Patterns("hypothesis"),
        parts=2,
    ),
    HeldWords(
        "premise-pattern",
        "the premise contains '{}'",
        "the premise does not contain '{}'",
        _Patterns("premise"),
        parts=2,
    ),
)
