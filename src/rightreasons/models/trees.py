"""Pairs as word ids with their binary trees, for models that compose sentences along them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from rightreasons.errors import MeasureInputError
from rightreasons.labels import Label
from rightreasons.models.encoding import Encoded, Side, TextSettings, gold_indices, side_of
from rightreasons.models.vocabulary import Vocabulary
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.text.transitions import Transitions, transitions_of


def trees_of(pairs: PairTable) -> tuple[Transitions, Transitions]:
    """Return words and trees of premises and hypotheses, from the parses of the data.

    Raises
    ------
    MeasureInputError
        If a sentence has no parse.
    ParseError
        If a parse is broken.
    """
    return transitions_of(_parses(pairs, "premise")), transitions_of(_parses(pairs, "hypothesis"))


def _parses(pairs: PairTable, side: str) -> pl.Series:
    column = pairs.parse_column(side)
    if column is None:
        raise MeasureInputError(
            f"no parse for every {side} of '{printable(pairs.name)}'",
            f"a column {side}_binary_parse or {side}_parse without gaps",
            "give data with parses, or a model that needs none",
        )
    return pairs.frame[column]


def encode_with_trees(
    pairs: PairTable, vocabulary: Vocabulary, text: TextSettings, labels: Sequence[Label] | None = None
) -> Encoded:
    """Return pairs as word ids with transitions; see `rightreasons.models.encoding.encode` and `trees_of`."""
    premise, hypothesis = (_side(trees, vocabulary, text) for trees in trees_of(pairs))
    return Encoded(premise, hypothesis, None if labels is None else gold_indices(pairs, labels))


def _side(trees: Transitions, vocabulary: Vocabulary, text: TextSettings) -> Side:
    whole = replace(text, max_length=None)  # a tree cannot be cut
    return replace(side_of(trees.tokens, vocabulary, whole), transitions=trees.steps)
