"""Pairs as word ids with their binary trees, for models that compose sentences along them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import polars as pl

from rightreasons.errors import MeasureInputError, ModelError
from rightreasons.labels import Label
from rightreasons.models.encoding import Encoded, Side, TextSettings, gold_indices, side_of
from rightreasons.models.vocabulary import ModelVocabulary
from rightreasons.pairs import SENTENCES, PairTable
from rightreasons.printable import printable
from rightreasons.text.bracketing.bracketer import Bracketer
from rightreasons.text.tokenisations import tokenise, tokens
from rightreasons.text.transitions import Transitions, bracketed, transitions_of

PARSED = "parses of"
"""How the note begins that says which parser data have their parses from."""
Parser = Callable[[list[str]], Sequence[str]]
"""From texts to bracketed parses."""
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
    premise, hypothesis = (transitions_of(_all_parses(pairs, side, bracketer)) for side in SENTENCES)
    return premise, hypothesis


def own_parses(pairs: PairTable, side: str) -> pl.Series:
    """Return a binary parse of every sentence of one side from the data; null where they have none."""
    binary, ptb = (_column(pairs, name) for name in (f"{side}_binary_parse", f"{side}_parse"))
    only = binary.is_null() & ptb.is_not_null()
    if not only.any():
        return binary
    return binary.scatter(only.arg_true(), _written(transitions_of(ptb.filter(only))))


def with_parses(pairs: PairTable, parser: Parser, source: str) -> PairTable:
    """Return the pairs with a binary parse of every sentence: their own, and of the others a parser's.

    Parameters
    ----------
    pairs
        The pairs.
    parser
        From texts to as many bracketed parses, binary or Penn Treebank, ``"( ( A man ) sleeps )"``; called
        once with the distinct sentences of both sides that have none.
    source
        What to call it: the result's notes say how many sentences have their parse of it.

    Raises
    ------
    ModelError
        If the parser fails, or gives another number of parses.
    ParseError
        If one of them is broken.
    """
    own = {side: own_parses(pairs, side) for side in SENTENCES}
    bare = {side: pairs.frame[side].filter(found.is_null()) for side, found in own.items()}
    texts = pl.concat(list(bare.values())).unique(maintain_order=True)
    if not len(texts):
        return pairs
    parses = _written(transitions_of(_parsed(parser, texts, source)))
    filled = [
        own[side]
        .scatter(own[side].is_null().arg_true(), bare[side].replace_strict(texts, parses))
        .alias(name)
        for side, name in ((side, f"{side}_binary_parse") for side in SENTENCES)
    ]
    note = f"{PARSED} {len(texts):,} distinct sentences by {source}"
    provenance = replace(pairs.provenance, notes=(*pairs.provenance.notes, note))
    return replace(pairs, frame=pairs.frame.with_columns(filled), provenance=provenance)


def with_brackets(pairs: PairTable, bracketer: Bracketer, source: str) -> PairTable:
    """Return the pairs with a binary parse of every sentence: their own, and of the others a bracketer's.

    Parameters
    ----------
    pairs
        The pairs.
    bracketer
        As `rightreasons.text.bracketing.bracketer.train_bracketer` learns it.
    source
        What to call it in the notes of the result.
    """
    return with_parses(pairs, lambda texts: _bracketed(pl.Series(texts), bracketer).to_list(), source)


def _parsed(parser: Parser, texts: pl.Series, source: str) -> pl.Series:
    remedy = "return one bracketed parse for each text"
    try:
        parses = pl.Series(list(parser(texts.to_list())), dtype=pl.String)
    except Exception as error:  # whatever a function of the user's raises
        found = f"{type(error).__name__}: {printable(str(error), 160)}"
        raise ModelError(f"the parser '{printable(source)}' failed ({found})", "parses", remedy) from error
    if len(parses) != len(texts):
        found = f"{len(parses):,} parses of {len(texts):,} texts by '{printable(source)}'"
        raise ModelError(found, "as many", remedy)
    return parses


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
    vocabulary: ModelVocabulary,
    text: TextSettings,
    labels: Sequence[Label] | None = None,
    bracketer: Bracketer | None = None,
) -> Encoded:
    """Return pairs as word ids with transitions; see `rightreasons.models.encoding.encode` and `trees_of`."""
    premise, hypothesis = (_side(trees, vocabulary, text) for trees in trees_of(pairs, bracketer))
    return Encoded(premise, hypothesis, None if labels is None else gold_indices(pairs, labels))


def _side(trees: Transitions, vocabulary: ModelVocabulary, text: TextSettings) -> Side:
    whole = replace(text, max_length=None)  # a tree cannot be cut
    return replace(side_of(trees.tokens, vocabulary, whole), transitions=trees.steps)
