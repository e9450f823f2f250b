"""Predicates of a class of words: whether either sentence has some, and whether they change."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import polars as pl

from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.shortcuts.block import Block
from rightreasons.shortcuts.predicates.kernels import classed
from rightreasons.shortcuts.predicates.predicate import Statements, of_types, pair_words
from rightreasons.shortcuts.shortcut import Flags

Member = Callable[[Block], Flags]
_STATEMENTS = {
    "in premise": ("the premise has {}", "the premise does not have {}"),
    "in hypothesis": ("the hypothesis has {}", "the hypothesis does not have {}"),
    "in both": ("both sentences have {}", "at most one sentence has {}"),
    "only in premise": ("only the premise has {}", "the premise has {} only if the hypothesis has one too"),
    "only in hypothesis": (
        "only the hypothesis has {}",
        "the hypothesis has {} only if the premise has one too",
    ),
    "new": (
        "the hypothesis has {} that the premise lacks",
        "the hypothesis does not have {} that the premise lacks",
    ),
    "missing": (
        "the premise has {} that the hypothesis lacks",
        "the premise does not have {} that the hypothesis lacks",
    ),
    "same": ("both sentences have {}, and the same", "the sentences do not both have {} and the same"),
    "changed": (
        "both sentences have {}, and each one that the other lacks",
        "at most one sentence has {} that the other lacks",
    ),
    "twice": ("the hypothesis has {} twice or more", "the hypothesis has {} at most once"),
}


@dataclass(frozen=True)
class WordClass:
    """A class of words.

    Parameters
    ----------
    name
        What it is called.
    what
        One of its words in a sentence: ``"a number"``.
    member
        Which words of the vocabulary of a block are of it, shape (types,).
    """

    name: str
    what: str
    member: Member


def listed(name: str) -> Member:
    """Return the members of a class whose words are listed in ``word_classes.yaml``."""

    def member(block: Block) -> Flags:
        return of_types(pair_words(block), pl.Series(listed_words(name), dtype=pl.String))

    return member


def listed_words(name: str) -> Sequence[str]:
    """Return the words of a class of ``word_classes.yaml``: English, in lower case."""
    words: Sequence[str] = _all_listed()[name]
    return words


@cache
def _all_listed() -> Mapping[str, Sequence[str]]:
    found: Mapping[str, Sequence[str]] = packaged_yaml(__package__, "word_classes.yaml")
    return found


def class_statements(family: str, *classes: WordClass) -> Statements:
    """Return the predicates of some classes of words as one family; arguments are ``CLASS STATEMENT``."""
    sentences = {
        f"{each.name} {key}": (positive.format(each.what), negative.format(each.what))
        for each in classes
        for key, (positive, negative) in _STATEMENTS.items()
    }

    def flags(block: Block) -> Mapping[str, Flags]:
        found: dict[str, Flags] = {}
        for each in classes:
            member = each.member(block)
            if member.any():
                found |= {f"{each.name} {key}": held for key, held in _held(block, member).items()}
        return found

    return Statements(family, sentences, flags)


def _held(block: Block, member: Flags) -> dict[str, Flags]:
    words = pair_words(block)
    premise, missing = classed(words.premise, words.hypothesis, member).T
    hypothesis, new = classed(words.hypothesis, words.premise, member).T
    both = (premise > 0) & (hypothesis > 0)
    return {
        "in premise": premise > 0,
        "in hypothesis": hypothesis > 0,
        "in both": both,
        "only in premise": (premise > 0) & (hypothesis == 0),
        "only in hypothesis": (hypothesis > 0) & (premise == 0),
        "new": new > 0,
        "missing": missing > 0,
        "same": both & (new == 0) & (missing == 0),
        "changed": both & (new > 0) & (missing > 0),
        "twice": hypothesis > 1,
    }
