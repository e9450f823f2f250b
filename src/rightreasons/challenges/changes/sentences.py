"""What all changes of claims share: sentences and words, what is left out, and the negation of a sentence."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import polars as pl

from rightreasons.challenges.controls.wording import negated
from rightreasons.text.language import language

ADDS = {"change": {"negation": "negated_claim"}}

_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*|[^\w\s]", re.UNICODE)
_END = re.compile(r"(?<![.!?])[.!?]++[\"'”’)]*+\s++(?=[\"'“(]*+[A-Z0-9])|\n+")
_INITIALS = re.compile(r"[(\"“]?(?:[A-Z]\.)*[A-Z]")
_SHORTEST, _MOST_WORDS = 3, 40


class LeftOutError(Exception):
    """A claim that a rule leaves alone, with the reason that is counted."""


@dataclass(frozen=True)
class Change:
    """A claim after its change.

    Parameters
    ----------
    text
        The changed claim.
    before, after
        What was changed into what.
    """

    text: str
    before: str
    after: str


@dataclass(frozen=True)
class Word:
    """One word or mark of a text, and from where to before where in it, in characters."""

    text: str
    start: int
    end: int

    @property
    def lower(self) -> str:
        """The word in lower case."""
        return self.text.lower()

    @property
    def is_capitalised(self) -> bool:
        """Whether it begins with a capital letter."""
        return self.text[:1].isupper()


@cache
def lists() -> Mapping[str, Any]:
    """Return the words of the rules, of English."""
    found: Mapping[str, Any] = language().data("changes.yaml")
    return found


@cache
def words_of(name: str) -> frozenset[str]:
    """Return a list of ``changes.yaml`` as a set."""
    return frozenset(lists()[name].split())


def words(text: str, start: int = 0) -> list[Word]:
    """Return words and marks of a text, their places counted from `start`."""
    return [Word(found[0], start + found.start(), start + found.end()) for found in _WORD.finditer(text)]


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each sentence begins and ends; abbreviations end none."""
    start = 0
    for found in _END.finditer(text):
        before = text[start : found.start()].rpartition(" ")[2]
        if before in words_of("abbreviations") or _INITIALS.fullmatch(before):
            continue
        yield from _stripped(text, start, found.end())
        start = found.end()
    yield from _stripped(text, start, len(text))


def _stripped(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = text[start:end]
    inner = piece.strip()
    if inner:
        begin = start + piece.index(inner)
        yield begin, begin + len(inner)


def is_open(sentence: list[Word]) -> bool:
    """Return whether words of a sentence keep what is changed in it from being decided."""
    found = {word.lower for word in sentence}
    return bool(found & words_of("open")) or any(word.endswith(("n't", "n’t")) for word in found)


def is_statement(text: str) -> bool:
    """Return whether a text is one plain statement: a finite verb, no question, no heading, no list."""
    found = words(text)
    lowered = [word.lower for word in found]
    if not _SHORTEST <= len(found) <= _MOST_WORDS or text.rstrip().endswith(("!", ";")):
        return False
    if lowered[0] in words_of("no_statement") or set(text) & set("?:[") or not found[0].text[0].isalpha():
        return False
    first = next((place for place, word in enumerate(lowered) if word in words_of("finite")), 0)
    return first > 0 and lowered[first - 1] not in ("who", "which", "that", "what")


def replaced(text: str, start: int, end: int, by: str) -> str:
    """Return the text with one piece exchanged."""
    return text[:start] + by + text[end:]


def negated_claim(_: str, claim: str, random: np.random.Generator) -> Change:  # noqa: ARG001 - nothing is drawn
    """Return the claim with one sentence negated: the premise that entails it contradicts its negation.

    Raises
    ------
    LeftOutError
        If no sentence is a plain statement.
    """
    places = list(sentences(claim))
    for start, end in places:
        sentence = claim[start:end]
        if not is_statement(sentence) or _is_attributed(sentence):
            continue
        changed = negated(pl.Series([sentence]))[0]
        return Change(replaced(claim, start, end, changed), sentence, changed)
    raise LeftOutError("no plain statement: a fragment, a question or a heading")


def _is_attributed(sentence: str) -> bool:
    """Return whether a sentence is about the text, a double negation, or said to be unknown."""
    lowered = {word.lower for word in words(sentence)}
    return bool(lowered & words_of("about_text")) or sentence.lower().startswith(("it is not", "it's not"))
