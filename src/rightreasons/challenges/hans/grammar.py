"""The grammar for one vocabulary as arrays, the 114 categories of appendix E, and pairs drawn at random."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import floor
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.challenges.hans.shapes import Shape, fixed_words, written_out
from rightreasons.challenges.hans.templates import Quirks, statement, subcase_names
from rightreasons.challenges.hans.vocabulary import HansVocabulary

# The grammar for one vocabulary, as arrays: words and shapes by number, the words each slot can have.


Numbers = npt.NDArray[np.int64]
DETERMINER = "the"  # the one word that a premise may repeat


@dataclass(frozen=True, eq=False)  # one object a vocabulary, so it can be a key of caches
class Grammar:
    """All shapes and words that a vocabulary gives; word 0 is none.

    Parameters
    ----------
    vocabulary, quirks
        What it was made from.
    shapes
        In the order of the subcases.
    words, tags
        Wording and part of speech of every word that can fill a slot.
    lemmas
        A number for each word, the same for the singular and plural of a noun; shape (words,).
    fixed_lemmas
        Lemmas of the words that a shape fixes in the premise, without determiners; shape (shapes, most).
    pools
        Numbers of the words by the name of their list.
    """

    vocabulary: HansVocabulary
    quirks: Quirks
    shapes: tuple[Shape, ...]
    words: tuple[str, ...]
    tags: tuple[str, ...]
    lemmas: Numbers
    fixed_lemmas: Numbers
    pools: Mapping[str, Numbers]

    @cached_property
    def most_slots(self) -> int:
        """The largest number of slots of a shape."""
        return max(len(shape.slots) for shape in self.shapes)

    @cached_property
    def columns(self) -> tuple[Mapping[str, int], ...]:
        """Position of each slot among the slots, by shape."""
        return tuple({name: place for place, name in enumerate(shape.slots)} for shape in self.shapes)

    @cached_property
    def subcase_shapes(self) -> dict[str, Numbers]:
        """Numbers of the shapes of each subcase."""
        names = np.array([shape.subcase.name for shape in self.shapes])
        return {each.name: np.flatnonzero(names == each.name) for each in statement().subcases}

    @cached_property
    def key_column(self) -> tuple[int | None, ...]:
        """Position of the slot of the key word, by shape; None where there is none or the shape fixes it."""
        keys = [None if shape.key else shape.template.key for shape in self.shapes]
        return tuple(
            columns.get(key) if key else None for columns, key in zip(self.columns, keys, strict=True)
        )

    def thresholds(self, subcase: str) -> npt.NDArray[np.uint64]:
        """Return the upper bounds of 32-bit numbers that stand for each shape of `subcase`."""
        weights = [self.shapes[shape].weight for shape in self.subcase_shapes[subcase]]
        return np.array([floor(total * 2**32) for total in accumulate(weights)], dtype=np.uint64)


@dataclass(frozen=True, slots=True)
class Choices:
    """Pairs as numbers.

    Parameters
    ----------
    shape
        Number of each pair's shape; shape (n,).
    words
        Number of the word in each slot, 0 beyond the last one; shape (n, most slots).
    """

    shape: Numbers
    words: Numbers

    def __len__(self) -> int:
        return len(self.shape)

    def __getitem__(self, rows: npt.NDArray[np.bool_] | Numbers | slice) -> "Choices":
        return Choices(self.shape[rows], self.words[rows])


def joined(parts: Sequence[Choices]) -> Choices:
    """Return the pairs of all parts in one."""
    return Choices(
        np.concatenate([part.shape for part in parts]), np.concatenate([part.words for part in parts])
    )


@lru_cache(maxsize=16)
def grammar_of(vocabulary: HansVocabulary, quirks: Quirks) -> Grammar:
    """Return the grammar for `vocabulary`, written as `quirks` says."""
    shapes = tuple(
        shape for subcase in statement().subcases for shape in written_out(subcase, vocabulary, quirks)
    )
    tags = _tags(vocabulary)
    lists = vocabulary.lists | {f"={verb}": (verb,) for verb in vocabulary.understood_objects}
    numbers = {word: number for number, word in enumerate(tags, start=1)}
    lemma_of = _Lemmas(vocabulary)
    fixed = [[lemma_of[word] for word in fixed_words(shape) if word != DETERMINER] for shape in shapes]
    return Grammar(
        vocabulary=vocabulary,
        quirks=quirks,
        shapes=shapes,
        words=("", *tags),
        tags=("", *tags.values()),
        lemmas=np.array([0, *(lemma_of[word] for word in tags)]),
        fixed_lemmas=padded(fixed),
        pools={name: _pool(words, numbers, quirks) for name, words in lists.items()},
    )


def padded(rows: Iterable[Iterable[int]], *, with_number: int = 0) -> Numbers:
    """Return rows of different lengths as one array, with a number behind the shorter ones."""
    lists = [list(row) for row in rows]
    array = np.full((len(lists), max(len(row) for row in lists)), with_number, dtype=np.int64)
    for place, row in enumerate(lists):
        array[place, : len(row)] = row
    return array


def repeats_a_word(grammar: Grammar, choices: Choices) -> npt.NDArray[np.bool_]:
    """Return which premises hold a word twice, `the` aside, singular and plural being one word.

    The published generator drops such premises; see McCoy et al. 2019, section 3.
    """
    lemmas = np.hstack([grammar.lemmas[choices.words], grammar.fixed_lemmas[choices.shape]])
    lemmas.sort(axis=1)
    same: npt.NDArray[np.bool_] = ((lemmas[:, 1:] == lemmas[:, :-1]) & (lemmas[:, 1:] > 0)).any(axis=1)
    return same


class _Lemmas(dict[str, int]):
    """Numbers of lemmas from 1, given when they are first asked for."""

    def __init__(self, vocabulary: HansVocabulary) -> None:
        super().__init__()
        self._singular = {plural: singular for singular, plural in vocabulary.nouns.items()}

    def __missing__(self, word: str) -> int:
        lemma = self._singular.get(word, word)
        self[word] = len(self) + 1 if lemma == word else self[lemma]
        return self[word]


def _tags(vocabulary: HansVocabulary) -> dict[str, str]:
    stated = statement().tags
    tags = {word: tag for name, tag in stated.items() for word in vocabulary.lists.get(name, ())}
    tags |= vocabulary.relative_pronouns
    for name, words in vocabulary.lists.items():
        if name.startswith("understood_objects:"):
            tags |= {word: stated["understood_objects"] for word in words if word not in tags}
    return tags


def _pool(words: tuple[str, ...], numbers: Mapping[str, int], quirks: Quirks) -> Numbers:
    # Quirk: a word that stands twice in a list is drawn twice as often.
    chosen = words if quirks == "official" else tuple(dict.fromkeys(words))
    return np.array([numbers[word] for word in chosen], dtype=np.int64)


# The 114 categories of appendix E: a template with the word around which it was built.


def categories(grammar: Grammar) -> tuple[str, ...]:
    """Return the names of all categories, in the order of the templates and of the words in their list.

    McCoy et al. (2019, appendix E) count 114 for their vocabulary, "covering all possible variations of the
    template used to generate the example and the specific word around which the template was built", and list
    none. Here prepositions, relative pronouns and adjectives are not such words, and singular and plural
    passives are one category, which gives 114.
    """
    return _table(grammar)[0]


def category_of(grammar: Grammar, choices: Choices) -> pl.Series:
    """Return the category of every pair, e.g. ``"temp37:believed"``; strings of shape (n,)."""
    names, numbers = _table(grammar)
    key = np.array([-1 if key is None else key for key in grammar.key_column])[choices.shape]
    word = np.where(key >= 0, choices.words[np.arange(len(choices)), key], 0)
    return pl.Series("category", names, dtype=pl.String).gather(numbers[choices.shape, word])


@lru_cache(maxsize=16)
def _table(grammar: Grammar) -> tuple[tuple[str, ...], Numbers]:
    """Return the names, and their numbers by shape and key word (0 for none)."""
    names: dict[str, int] = {}
    numbers = np.zeros((len(grammar.shapes), len(grammar.words)), dtype=np.int64)
    for place, (shape, key) in enumerate(zip(grammar.shapes, grammar.key_column, strict=True)):
        base = shape.template.category or shape.template.id
        if key is None:
            name = f"{base}:{shape.key}" if shape.key else base
            numbers[place, 0] = names.setdefault(name, len(names))
            continue
        for word in grammar.pools[list(shape.slots.values())[key]].tolist():
            numbers[place, word] = names.setdefault(f"{base}:{grammar.words[word]}", len(names))
    return tuple(names), numbers


# Draws pairs at random, as the published generator does: any words, then repeats are dropped.
#
# Each subcase has a stream of PCG64 of its own, so that leaving one out changes no other. Only raw 64-bit
# numbers are taken from it: their upper half times the number of possibilities, divided by 2^32, is the
# choice. This is plain integer arithmetic, the same on every machine and with every numpy; it favours no
# possibility by more than 1 in 2^32. Numbers are taken in blocks of one size, so that a smaller set is the
# beginning of a larger one.


_BLOCK = 2048
Row = bytes  # what tells one pair from all others


class _Table(NamedTuple):
    """Where the words of each shape's slots stand in one long row; arrays of shape (shapes, most slots)."""

    sizes: npt.NDArray[np.uint64]
    starts: Numbers
    words: Numbers


def draw(grammar: Grammar, subcase: str, count: int, seed: int, forbidden: Set[Row] = frozenset()) -> Choices:
    """Draw `count` distinct pairs of one subcase.

    Parameters
    ----------
    grammar
        The grammar.
    subcase
        Official name.
    count
        How many; it must not exceed what there is, see `support`.
    seed
        From 0.
    forbidden
        Pairs not to be drawn, as `rows_of` gives them.
    """
    stream = np.random.PCG64(np.random.SeedSequence([seed, subcase_names().index(subcase)]))
    seen = set(forbidden)
    parts: list[Choices] = []
    missing = count
    while missing:
        block = _block(grammar, subcase, stream)
        new = _new_rows(block, seen, missing)
        missing -= len(new)
        parts.append(block[np.array(new, dtype=np.int64)])
    return joined(parts)


def _new_rows(block: Choices, seen: set[Row], most: int) -> list[int]:
    """Return the places of up to `most` pairs that are not in `seen`, and add them to it."""
    found: list[int] = []
    for place, row in enumerate(rows_of(block)):
        if row not in seen:
            seen.add(row)
            found.append(place)
            if len(found) == most:
                break
    return found


def rows_of(choices: Choices) -> list[Row]:
    """Return for every pair what no other pair has."""
    numbers = np.column_stack([choices.shape, choices.words]).astype(np.int32)
    return cast(list[Row], numbers.view(f"V{numbers.itemsize * numbers.shape[1]}").ravel().tolist())


def _block(grammar: Grammar, subcase: str, stream: np.random.PCG64) -> Choices:
    """Return the pairs of one block of draws, without those whose premise repeats a word."""
    table = _word_table(grammar)
    numbers = stream.random_raw(_BLOCK * (grammar.most_slots + 1)) >> np.uint64(32)
    numbers = numbers.reshape(_BLOCK, grammar.most_slots + 1)
    place = np.searchsorted(grammar.thresholds(subcase), numbers[:, 0], side="right")
    shape = grammar.subcase_shapes[subcase][place]
    choice = (numbers[:, 1:] * table.sizes[shape]) >> np.uint64(32)
    choices = Choices(shape, table.words[table.starts[shape] + choice.astype(np.int64)])
    return choices[~repeats_a_word(grammar, choices)]


@lru_cache(maxsize=16)
def _word_table(grammar: Grammar) -> _Table:
    # An empty slot has one possibility: word 0, at the beginning of the row.
    names = list(grammar.pools)
    lengths = [len(grammar.pools[name]) for name in names]
    start_of = dict(zip(names, np.cumsum([1, *lengths[:-1]]).tolist(), strict=True))
    slots = [list(shape.slots.values()) for shape in grammar.shapes]
    sizes = padded([len(grammar.pools[name]) for name in row] for row in slots)
    starts = padded([start_of[name] for name in row] for row in slots)
    words = np.concatenate([np.zeros(1, dtype=np.int64), *grammar.pools.values()])
    return _Table(np.maximum(sizes, 1).astype(np.uint64), starts, words)
