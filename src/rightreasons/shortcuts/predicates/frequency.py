"""How rare the rarest words of a pair are, counted in the data at hand."""

from collections.abc import Mapping

import numpy as np
import polars as pl

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


_WORDS = "words of the data"


def word_counts(block: Block) -> pl.DataFrame:
    """Return how often each word stands in some pairs: columns ``word``, ``count``."""
    words = pair_words(block)
    types = len(words.vocabulary)
    counts = np.bincount(words.premise[0], minlength=types) + np.bincount(
        words.hypothesis[0], minlength=types
    )
    return pl.DataFrame({"word": words.vocabulary, "count": counts.astype(np.int64)})


def merged_counts(one: pl.DataFrame, other: pl.DataFrame) -> pl.DataFrame:
    """Return how often each word stands in two parts of the data together."""
    return pl.concat([one, other]).group_by("word").agg(pl.col("count").sum())


def of_larger_data(block: Block, counts: pl.DataFrame) -> Block:
    """Return a block as a part of larger data, whose `word_counts` say how rare a word is."""
    block.once(_WORDS, lambda: counts)
    return block


def _rates(block: Block) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Return how often each word of the vocabulary of a block stands in a million words of the data."""
    found = block.once(_WORDS, lambda: word_counts(block))
    own = pl.DataFrame({"word": pair_words(block).vocabulary})
    counts = own.join(found, on="word", how="left", maintain_order="left")["count"].to_numpy()
    return np.asarray(1e6 * counts / max(int(found["count"].sum()), 1))


def _flags(block: Block) -> Mapping[str, Flags]:
    words = pair_words(block)
    (p_ids, p_starts), (h_ids, h_starts) = words.premise, words.hypothesis
    rates = _rates(block)
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
