"""Writes choices out as sentences and parses."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import polars as pl

from rightreasons.challenges.hans.grammar import Choices, Grammar, Numbers, padded
from rightreasons.challenges.hans.trees.formats import (
    PARSES,
    SENTENCES,
    Format,
    Kind,
    capitalised,
    format_of,
    right_branching,
)

_COLUMNS_OF_TEXT = 6


class _Texts(NamedTuple):
    """All texts in a row, and where the wordings of each kind begin; the empty text is the first."""

    series: pl.Series
    start: dict[tuple[Kind, bool], int]
    number: dict[str, int]


class _Pieces(NamedTuple):
    """The pieces of one column.

    Parameters
    ----------
    text
        Number of the fixed text, or of the first wording; shape (shapes, most pieces).
    slot
        Which slot's word is added, or the place behind the last one for none; the same shape.
    """

    text: Numbers
    slot: Numbers


def rendered(grammar: Grammar, choices: Choices, columns: Sequence[str]) -> dict[str, pl.Series]:
    """Return sentences and parses of every pair.

    Parameters
    ----------
    grammar
        Whose numbers `choices` holds; its quirks decide how they are written.
    choices
        n pairs.
    columns
        Official names of the columns wanted, of `SENTENCES` and `PARSES`.

    Returns
    -------
    dict
        One series of n strings a column.
    """
    # A last place without a word, for pieces that are no slot.
    words = np.column_stack([choices.words, np.zeros(len(choices), dtype=np.int64)])
    return {column: _column(grammar, choices.shape, words, column) for column in columns}


def _column(grammar: Grammar, shape: Numbers, words: Numbers, column: str) -> pl.Series:
    pieces, texts = _pieces(grammar, column), _texts(grammar).series
    rows = np.arange(len(shape))
    places = range(pieces.text.shape[1])
    numbers = (pieces.text[shape, place] + words[rows, pieces.slot[shape, place]] for place in places)
    parts = pl.DataFrame({str(place): texts.gather(number) for place, number in enumerate(numbers)})
    return parts.select(pl.concat_str(pl.all())).to_series().alias(column)


@lru_cache(maxsize=16 * _COLUMNS_OF_TEXT)
def _pieces(grammar: Grammar, column: str) -> _Pieces:
    texts, none = _texts(grammar), grammar.most_slots
    text: list[list[int]] = []
    slot: list[list[int]] = []
    for form, place in zip(_formats(grammar, column), grammar.columns, strict=True):
        first, *others = form.fixed
        text.append([texts.number[first]])
        slot.append([none])
        for field, fixed in zip(form.fields, others, strict=True):
            text[-1] += [texts.start[field.kind, field.capital], texts.number[fixed]]
            slot[-1] += [place[field.slot], none]
    return _Pieces(padded(text), padded(slot, with_number=none))


@lru_cache(maxsize=16)
def _texts(grammar: Grammar) -> _Texts:
    texts = [""]
    start = {}
    for kind_and_case, wordings in _wordings(grammar).items():
        start[kind_and_case] = len(texts)
        texts += wordings
    number = {"": 0}
    forms = [form for column in (*SENTENCES, *PARSES) for form in _formats(grammar, column)]
    for fixed in (fixed for form in forms for fixed in form.fixed):
        if fixed not in number:
            number[fixed] = len(texts)
            texts.append(fixed)
    return _Texts(pl.Series(texts), start, number)


@lru_cache(maxsize=16 * _COLUMNS_OF_TEXT)
def _formats(grammar: Grammar, column: str) -> tuple[Format, ...]:
    return tuple(format_of(shape, column) for shape in grammar.shapes)


def _wordings(grammar: Grammar) -> dict[tuple[Kind, bool], list[str]]:
    """Return every word as it is written in each kind of text, within a sentence and as its first word."""
    wordings: dict[tuple[Kind, bool], list[str]] = {}
    for capital in (False, True):
        words = [capitalised(word) if capital else word for word in grammar.words]
        # Quirk: a wording of two words is one leaf of the PTB parse.
        leaves = [[word] if grammar.quirks == "official" else word.split(" ") for word in words]
        wordings["text", capital] = words
        wordings["binary", capital] = [right_branching(word.split(" ")) for word in words]
        wordings["ptb", capital] = [
            " ".join(f"({tag} {part})" for part in parts)
            for parts, tag in zip(leaves, grammar.tags, strict=True)
        ]
    return wordings
