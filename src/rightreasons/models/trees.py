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
from rightreasons.text.bracketer.bracketer import Bracketer
from rightreasons.text.tokenisations import tokenise, tokens
from rightreasons.text.transitions import Transitions, bracketed, transitions_of

SIDES = ("premise", "hypothesis")
_TOKENISATION = "treebank"  # the parses of SNLI, MultiNLI and HANS have its words
_NO_WORD = "-NONE-"
_ESCAPES = {"(": "-LRB-", ")": "-RRB-"}


def trees_of(pairs: PairTable, bracketer: Bracketer | None = None) -> tuple[Transitions, Transitions]:
    """Return words and trees of premises and hypotheses.

    Parameters
    ----------
    pairs
        The pairs: a sentence with a parse has its tree, the binary parse goes first.
    bracketer
        Gives the other sentences their trees.

    Raises
    ------
    MeasureInputError
        If a sentence has no parse and there is no bracketer.
    ParseError
        If a parse is broken.
    """
    premise, hypothesis = (transitions_of(_all_parses(pairs, side, bracketer)) for side in SIDES)
    return premise, hypothesis


def own_parses(pairs: PairTable, side: str) -> pl.Series:
    """Return a binary parse of every sentence of one side from the data; null where they have none."""
    binary, ptb = (_column(pairs, name) for name in (f"{side}_binary_parse", f"{side}_parse"))
    only = binary.is_null() & ptb.is_not_null()
    if not only.any():
        return binary
    return binary.scatter(only.arg_true(), _written(transitions_of(ptb.filter(only))))


def _column(pairs: PairTable, name: str) -> pl.Series:
    """Return a column of parses, null where it or a parse is missing."""
    if name not in pairs.frame.columns:
        return pl.repeat(None, len(pairs), dtype=pl.String, eager=True)
    found = pl.col(name).cast(pl.String)
    return pairs.frame.select(pl.when(found.str.strip_chars() != "").then(found)).to_series()


def _all_parses(pairs: PairTable, side: str, bracketer: Bracketer | None) -> pl.Series:
    parses = own_parses(pairs, side)
    bare = parses.is_null()
    if not bare.any():
        return parses
    if bracketer is None:
        raise MeasureInputError(
            f"no parse of {int(bare.sum()):,} {side} sentences of '{printable(pairs.name)}'",
            f"{side}_binary_parse or {side}_parse of every row, or a model with a bracketer",
            "give data with parses, or a model that needs none",
        )
    return parses.scatter(bare.arg_true(), _bracketed(pairs.frame[side].filter(bare), bracketer))


def _bracketed(texts: pl.Series, bracketer: Bracketer) -> pl.Series:
    """Return a binary parse of every text."""
    words = tokenise(texts, _TOKENISATION)
    filled = words.list.eval(pl.element().replace(_ESCAPES)).to_list()
    spaced = pl.Series([" ".join(row) or _NO_WORD for row in filled], dtype=pl.String)
    return _written(bracketer.parse(tokens(spaced, "whitespace")))


def _written(trees: Transitions) -> pl.Series:
    """Return trees as binary parses."""
    words = trees.tokens.to_lists()
    return pl.Series([bracketed(row, trees[place]) for place, row in enumerate(words)], dtype=pl.String)


def encode_with_trees(
    pairs: PairTable,
    vocabulary: Vocabulary,
    text: TextSettings,
    labels: Sequence[Label] | None = None,
    bracketer: Bracketer | None = None,
) -> Encoded:
    """Return pairs as word ids with transitions; see `rightreasons.models.encoding.encode` and `trees_of`."""
    premise, hypothesis = (_side(trees, vocabulary, text) for trees in trees_of(pairs, bracketer))
    return Encoded(premise, hypothesis, None if labels is None else gold_indices(pairs, labels))


def _side(trees: Transitions, vocabulary: Vocabulary, text: TextSettings) -> Side:
    whole = replace(text, max_length=None)  # a tree cannot be cut
    return replace(side_of(trees.tokens, vocabulary, whole), transitions=trees.steps)
