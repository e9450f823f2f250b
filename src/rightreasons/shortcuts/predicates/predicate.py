"""What a predicate is, and how a family finds its own: of the words a pair holds, or a few at once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.overlap.pair_words import PairWords, in_one_vocabulary
from rightreasons.errors import UnknownNameError
from rightreasons.errors.nearest import nearest
from rightreasons.printable import printable, quoted
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.shortcut import Flags

Codes = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int32]
Occurrences: TypeAlias = tuple[Rows, Codes]
"""Rows and what each of them holds, as codes; one thing may stand in a row more than once."""
TOKENISATION = "word-punct"
_ONE = "one word, or several as in 'one or other'"
SKIPPED = "#"
"""A token that a pattern skips."""
OR = " or "
"""What stands between words of which any will do."""
_OF_HYPOTHESIS = ("hypothesis-word", "hypothesis-pattern", "hypothesis-first-word", "hypothesis-last-word")


@dataclass(frozen=True)
class Predicate:
    """Something that holds of a pair or does not.

    Parameters
    ----------
    family
        Name of its kind.
    argument
        Which of the kind, e.g. the word.
    sentence, negated
        What it says where it holds, and where it does not.
    """

    family: str
    argument: str
    sentence: str
    negated: str

    @property
    def key(self) -> str:
        """What it is called: ``FAMILY: ARGUMENT``."""
        return f"{self.family}: {self.argument}"

    @property
    def is_of_hypothesis_alone(self) -> bool:
        """Whether the premise has no say in it."""
        if self.family in _OF_HYPOTHESIS or self.key == "overlap: repeated word":
            return True
        if OR in self.argument and self.family.endswith("-word"):
            return False
        in_hypothesis = self.argument.endswith(" in hypothesis") and " only in " not in self.argument
        is_counted = self.family in ("class", "part-of-speech") and self.argument.endswith(" twice")
        return in_hypothesis or is_counted or self.argument.startswith("hypothesis ")


class Family(Protocol):
    """A kind of predicates."""

    name: str

    def predicate(self, argument: str) -> Predicate:
        """Return the predicate of an argument.

        Raises
        ------
        UnknownNameError
            If the kind has no such one.
        """
        ...

    def holds(self, block: Block, argument: str) -> Flags:
        """Return whether the predicate of an argument holds of each pair."""
        ...


def pair_words(block: Block) -> PairWords:
    """Return both sentences of every pair as ids of one vocabulary: lower case, without final punctuation."""
    return block.once(
        "pair words",
        lambda: in_one_vocabulary(
            block.tokens("premise", TOKENISATION), block.tokens("hypothesis", TOKENISATION)
        ),
    )


def rows_of_tokens(offsets: npt.NDArray[np.int64]) -> Rows:
    """Return the row of each token, by where the texts begin."""
    return np.repeat(np.arange(len(offsets) - 1, dtype=np.int32), np.diff(offsets))


@dataclass(frozen=True)
class HeldWords:
    """Predicates of words that a pair holds somewhere: a word, or two in an order.

    Parameters
    ----------
    name
        Of the family.
    what, what_not
        The statements, with ``{}`` for the words.
    occurrences
        What each row holds. A code is the id of a word, or ``first * types + second`` of two words, plus
        ``gap * types**2`` where that many tokens stand between them.
    parts
        Words of a code. Of one word an argument may name several, of which any will do.
    separator
        What stands between the two words in an argument; None: gaps are written as skipped tokens.
    """

    name: str
    what: str
    what_not: str
    occurrences: Callable[[Block], Occurrences]
    parts: int = 1
    separator: str | None = None

    def found(self, block: Block) -> Occurrences:
        """Return what each row holds; made once a block."""
        return block.once(("held words", self.name), lambda: self.occurrences(block))

    def arguments(self, block: Block, codes: Codes) -> list[str]:
        """Return the arguments that codes stand for."""
        words = pair_words(block).vocabulary
        types = max(len(words), 1)
        if self.parts == 1:
            return list(words.gather(codes).to_list())
        firsts, seconds = words.gather(codes // types % types), words.gather(codes % types)
        between = [self._between(int(gap)) for gap in codes // types**2]
        return [f"{one}{gap}{other}" for one, gap, other in zip(firsts, between, seconds, strict=True)]

    def _between(self, gap: int) -> str:
        return self.separator if self.separator is not None else " " + f"{SKIPPED} " * gap

    def predicate(self, argument: str) -> Predicate:
        """Return the predicate of an argument."""
        words = self._words(argument)
        if not all(words) or (len(words) != self.parts if self.parts == 2 else " " in "".join(words)):
            form = f"two words as in 'one{self._between(0)}other'" if self.parts == 2 else _ONE
            raise UnknownNameError(f"'{printable(argument)}' of '{self.name}'", form, "correct the rule")
        shown = f"'{OR}'".join(words) if self.parts == 1 else argument
        return Predicate(self.name, argument, self.what.format(shown), self.what_not.format(shown))

    def _words(self, argument: str) -> list[str]:
        if self.parts == 1:
            return argument.split(OR)
        if self.separator is not None:
            return argument.split(self.separator)
        return [word for word in argument.split(" ") if word != SKIPPED]

    def holds(self, block: Block, argument: str) -> Flags:
        """Return whether the predicate of an argument holds of each pair."""
        words = pair_words(block).vocabulary
        index = {word: place for place, word in enumerate(words)}
        ids = [index.get(word, -1) for word in self._words(argument)]
        held = np.zeros(len(block), dtype=np.bool_)
        if self.parts == 1:
            rows, codes = self.found(block)
            held[rows[np.isin(codes, ids)]] = True
            return held
        if min(ids) < 0:
            return held
        gap = argument.split(" ").count(SKIPPED) if self.separator is None else 0
        code = (gap * len(words) + ids[0]) * len(words) + ids[1]
        rows, codes = self.found(block)
        held[rows[codes == code]] = True
        return held


@dataclass(frozen=True)
class Statements:
    """A few predicates that are found together.

    Parameters
    ----------
    name
        Of the family.
    sentences
        By argument what each says where it holds, and where it does not.
    flags
        By argument whether each holds of the pairs; those that cannot be told are not there.
    """

    name: str
    sentences: Mapping[str, tuple[str, str]]
    flags: Callable[[Block], Mapping[str, Flags]]

    def found(self, block: Block) -> Mapping[str, Flags]:
        """Return which hold of which pairs; made once a block."""
        return block.once(("statements", self.name), lambda: self.flags(block))

    def predicate(self, argument: str) -> Predicate:
        """Return the predicate of an argument."""
        if argument not in self.sentences:
            near = nearest(argument, self.sentences)
            raise UnknownNameError(
                f"'{printable(argument)}' of '{self.name}'",
                quoted(tuple(self.sentences)),
                f"did you mean '{near}'?" if near else "correct the rule",
            )
        return Predicate(self.name, argument, *self.sentences[argument])

    def holds(self, block: Block, argument: str) -> Flags:
        """Return whether the predicate of an argument holds of each pair; False where it cannot be told."""
        found = self.found(block)
        return found[argument] if argument in found else np.zeros(len(block), dtype=np.bool_)


def of_types(words: PairWords, chosen: pl.Series) -> Flags:
    """Return which words of the vocabulary are among some, shape (types,)."""
    return words.vocabulary.is_in(chosen.implode()).to_numpy()
