"""Which shapes a sentence, as a row of token numbers, can come from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.challenges.hans.grammar import Grammar, Numbers, grammar_of
from rightreasons.challenges.hans.trees.formats import capitalised
from rightreasons.challenges.hans.trees.notation import Leaf, Slot, Word, leaves
from rightreasons.challenges.hans.vocabulary.words import HansVocabulary

JOINER = "\x1f"  # between the words of a wording that fills one slot
NO_TOKEN = 0
UNKNOWN = -1
Kinds = npt.NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class Patterns:
    """Shapes as sequences of leaves, p of them.

    Parameters
    ----------
    shape
        Number of the shape; shape (p,).
    doubled
        Whether the hypothesis has the doubled determiner of the published text; shape (p,).
    places
        Where each slot stands in a row of tokens, at most twice; the place behind the row for an empty slot;
        shape (p, most slots, 2).
    """

    shape: Numbers
    doubled: npt.NDArray[np.bool_]
    places: Numbers


class _Sentences(NamedTuple):
    """The leaves of one shape's premise and hypothesis."""

    shape: int
    premise: tuple[Leaf, ...]
    hypothesis: tuple[Leaf, ...]
    doubled: bool = False

    def row(self, lengths: tuple[int, int]) -> list[Leaf | None]:
        """Return premise and hypothesis in one row, each filled up to its longest length."""
        gaps = (lengths[0] - len(self.premise), lengths[1] - len(self.hypothesis))
        return [*self.premise, *[None] * gaps[0], *self.hypothesis, *[None] * gaps[1]]


@dataclass(frozen=True, eq=False)
class Tokens:
    """The tokens that sentences of a grammar can hold.

    Parameters
    ----------
    numbers
        Number of each token, from 1: first the words of the grammar, with their numbers there, then what
        only templates fix.
    kinds
        Kind of each token by its number; `NO_TOKEN` for 0, `UNKNOWN` for the last.
    within, opening
        The tokens in the order of their numbers, as they stand within a sentence and as they open one.
    """

    numbers: Mapping[str, int]
    kinds: Kinds
    within: pl.Enum
    opening: pl.Enum


@dataclass(frozen=True, eq=False)
class PatternIndex:
    """All patterns of a grammar.

    Parameters
    ----------
    grammar
        What it was made from.
    tokens
        The tokens.
    lengths
        Tokens of the longest premise and of the longest hypothesis: a row of tokens holds both.
    patterns
        The patterns.
    by_kinds
        Numbers of patterns by the bytes of a row of kinds.
    fits
        Whether a word can fill a slot; shape (shapes, most slots, tokens). No token fills an empty slot.
    """

    grammar: Grammar
    tokens: Tokens
    lengths: tuple[int, int]
    patterns: Patterns
    by_kinds: Mapping[bytes, list[int]]
    fits: npt.NDArray[np.bool_]


@lru_cache(maxsize=16)
def pattern_index(vocabulary: HansVocabulary) -> PatternIndex:
    """Return the patterns of the templates with `vocabulary`, with and without the doubled determiner."""
    grammar = grammar_of(vocabulary, "fixed")
    sentences = _sentences(grammar_of(vocabulary, "official"), grammar)
    tokens = _tokens(grammar, sentences)
    lengths = max(len(each.premise) for each in sentences), max(len(each.hypothesis) for each in sentences)
    by_kinds: dict[bytes, list[int]] = {}
    for number, each in enumerate(sentences):
        for kinds in _kind_rows(grammar, each.shape, each.row(lengths), tokens):
            by_kinds.setdefault(kinds.tobytes(), []).append(number)
    patterns = _patterns(grammar, sentences, lengths)
    return PatternIndex(grammar, tokens, lengths, patterns, by_kinds, _fits(grammar, len(tokens.kinds)))


def _sentences(official: Grammar, fixed: Grammar) -> list[_Sentences]:
    found = []
    for number, (quirky, mended) in enumerate(zip(official.shapes, fixed.shapes, strict=True)):
        premise = tuple(leaves(mended.premise))
        found.append(_Sentences(number, premise, mended.hypothesis_text))
        if quirky.template.official_hypothesis_text:
            found.append(_Sentences(number, premise, quirky.hypothesis_text, doubled=True))
    return found


def _tokens(grammar: Grammar, sentences: list[_Sentences]) -> Tokens:
    fixed = {
        leaf.text
        for each in sentences
        for leaf in (*each.premise, *each.hypothesis)
        if isinstance(leaf, Word)
    }
    tags = dict(zip((word.replace(" ", JOINER) for word in grammar.words), grammar.tags, strict=True))
    names = [*tags, *sorted(fixed - set(tags))]
    # A blank keeps the name of a part of speech from being taken for a word.
    kind_names = [name if name in fixed else f" {tags[name]}" for name in names[1:]]
    number_of = {name: number for number, name in enumerate(dict.fromkeys(kind_names), start=1)}
    kinds = [NO_TOKEN, *(number_of[name] for name in kind_names), UNKNOWN]
    numbers = {name: number for number, name in enumerate(names[1:], start=1)}
    opening = pl.Enum([capitalised(name) for name in numbers])
    return Tokens(numbers, np.array(kinds, dtype=np.int16), pl.Enum(list(numbers)), opening)


def _patterns(grammar: Grammar, sentences: list[_Sentences], lengths: tuple[int, int]) -> Patterns:
    places = np.full((len(sentences), grammar.most_slots, 2), sum(lengths), dtype=np.int64)
    for number, each in enumerate(sentences):
        for place, leaf in enumerate(each.row(lengths)):
            if isinstance(leaf, Slot):
                side = int(place >= lengths[0])
                places[number, grammar.columns[each.shape][leaf.name], side] = place
    # A slot that only the premise has stands in one place.
    places[..., 1] = np.where(places[..., 1] == sum(lengths), places[..., 0], places[..., 1])
    shape = np.array([each.shape for each in sentences])
    return Patterns(shape, np.array([each.doubled for each in sentences]), places)


def _fits(grammar: Grammar, tokens: int) -> npt.NDArray[np.bool_]:
    fits = np.zeros((len(grammar.shapes), grammar.most_slots, tokens), dtype=np.bool_)
    for number, shape in enumerate(grammar.shapes):
        for slot, pool in enumerate(shape.slots.values()):
            fits[number, slot, grammar.pools[pool]] = True
        fits[number, len(shape.slots) :, NO_TOKEN] = True
    return fits


def _kind_rows(
    grammar: Grammar, shape: int, row: list[Leaf | None], tokens: Tokens
) -> Iterator[npt.NDArray[np.int16]]:
    slots = grammar.shapes[shape].slots
    options = [sorted(set(tokens.kinds[grammar.pools[name]].tolist())) for name in slots.values()]
    for chosen in product(*options):
        kind_of = dict(zip(slots, chosen, strict=True))
        yield np.array([_kind(leaf, kind_of, tokens) for leaf in row], dtype=np.int16)


def _kind(leaf: Leaf | None, kind_of: Mapping[str, int], tokens: Tokens) -> int:
    if isinstance(leaf, Slot):
        return kind_of[leaf.name]
    return int(tokens.kinds[tokens.numbers[leaf.text]]) if isinstance(leaf, Word) else NO_TOKEN
