"""How rare the rarest words of a pair are, counted in the data at hand."""

from collections.abc import Mapping

import numpy as np

from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.predicate import Statements, pair_words, rows_of_tokens
from rightreasons.shortcuts.predicates.words import shared_tokens
from rightreasons.shortcuts.shortcut import Flags

RATES = (10, 30, 100, 300, 1_000, 3_000, 10_000)
"""Of a million words."""
_KINDS = {
    "hypothesis": "the rarest word of the hypothesis",
    "new word": "the rarest word that only the hypothesis has",
    "premise": "the rarest word of the premise",
}


def _flags(block: Block) -> Mapping[str, Flags]:
    words = pair_words(block)
    (p_ids, p_starts), (h_ids, h_starts) = words.premise, words.hypothesis
    types = len(words.vocabulary)
    counts = np.bincount(p_ids, minlength=types) + np.bincount(h_ids, minlength=types)
    rates = 1e6 * counts / max(counts.sum(), 1)
    new = ~shared_tokens(block)[1]
    rarest = {
        "hypothesis": _rarest(rates[h_ids], rows_of_tokens(h_starts), len(block)),
        "new word": _rarest(rates[h_ids[new]], rows_of_tokens(h_starts)[new], len(block)),
        "premise": _rarest(rates[p_ids], rows_of_tokens(p_starts), len(block)),
    }
    return {f"{kind} under {rate}": own < rate for kind, own in rarest.items() for rate in RATES}


def _rarest(rates: np.ndarray, rows: np.ndarray, n: int) -> np.ndarray:
    found = np.full(n, np.inf)
    np.minimum.at(found, rows, rates)
    return found


FAMILIES = (
    Statements(
        "frequency",
        {
            f"{kind} under {rate}": (
                f"{what} stands less than {rate:,} times in a million words of these data",
                f"{what} stands {rate:,} times or more in a million words of these data",
            )
            for kind, what in _KINDS.items()
            for rate in RATES
        },
        _flags,
    ),
)
