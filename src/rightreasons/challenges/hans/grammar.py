"""The grammar for one vocabulary as arrays, the 114 categories of appendix E, and pairs drawn at random."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import floor

import numpy as np
import numpy.typing as npt

from rightreasons.challenges.hans.templates import Quirks, statement
from rightreasons.challenges.hans.trees.shapes import Shape, fixed_words, written_out
from rightreasons.challenges.hans.vocabulary.words import HansVocabulary

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
