"""Transformation T: the two words of a pair change places between premise and hypothesis."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rightreasons.challenges.swaps.forms import Forms, WordPair
from rightreasons.challenges.swaps.rules import rules
from rightreasons.text.language import language, with_case_of

_TOKEN = re.compile(r"\w+|[^\w\s]")  # the tokenisation word-punct
_JOINED_BEFORE = re.compile(r"(?<=[-‐‑/&'’])")
_JOINED_BEHIND = re.compile(r"[-‐‑/&]|['’](?!s\b)\w")


class Rejection(StrEnum):
    """Why a sentence or an instance cannot be transformed."""

    AMBIGUOUS = "the premise already has the second word, or the hypothesis the first"
    ABSENT = "a word is not there as this part of speech"
    JOINED = "a word is part of a longer one, as in 'T-shirt'"
    COMPOUND = "a noun is part of a compound, such as 'living room'"
    INFLECTION = "no exact inflection of the other word"
    ARTICLE = "the article before a word does not fit its sound"
    PARTICLE = "a verb with a particle, such as 'sit down'"
    PRONOUN = "the words differ in gender, and a pronoun tells it"
    ONE_WAY = "swapping back would not give the same text"


class Replaced(NamedTuple):
    """A sentence with a word replaced: the text, the leftmost form before, and the same one after."""

    text: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Instance:
    """Two sentences, and the lower-cased word of the pair that is leftmost in each."""

    premise: str
    hypothesis: str
    first: str
    second: str


class _Token(NamedTuple):
    text: str
    start: int
    end: int


def swapped(
    premise: str, hypothesis: str, pair: WordPair, forms: Forms
) -> tuple[Instance, Instance] | Rejection:
    """Return an instance and its transformation T (Sanchez et al. 2018, section 5.2), or why there is none.

    Every form of ``pair.first`` in the premise becomes the same form of ``pair.second``, and the reverse in
    the hypothesis; nothing else changes but the articles ``a`` and ``an`` before them. Afterwards no form of
    ``pair.first`` is in the premise and none of ``pair.second`` in the hypothesis. T(T(x)) = x.

    Parameters
    ----------
    premise, hypothesis
        The sentences.
    pair
        Lemma of the word in the premise, of that in the hypothesis, and their part of speech.
    forms
        What is a form of what.
    """
    in_premise = replaced(premise, pair, forms)
    if isinstance(in_premise, Rejection):
        return in_premise
    in_hypothesis = replaced(hypothesis, pair.reversed, forms)
    if isinstance(in_hypothesis, Rejection):
        return in_hypothesis
    return (
        Instance(premise, hypothesis, in_premise.before, in_hypothesis.before),
        Instance(in_premise.text, in_hypothesis.text, in_premise.after, in_hypothesis.after),
    )


def ex_situ(before: Instance, after: Instance, *, of_premise: bool) -> tuple[Instance, Instance]:
    """Return the pair of words in one context on both sides, and T of it (section 5.3).

    Parameters
    ----------
    before, after
        What `swapped` returned.
    of_premise
        Whether the context is that of the premise; otherwise it is that of the hypothesis.
    """
    if of_premise:
        words = before.first, after.first
        one, other = before.premise, after.premise
    else:
        words = after.second, before.second
        one, other = after.hypothesis, before.hypothesis
    return Instance(one, other, *words), Instance(other, one, *reversed(words))


def replaced(text: str, pair: WordPair, forms: Forms) -> Replaced | Rejection:
    """Return `text` with every form of ``pair.first`` as the same form of ``pair.second``, or why not.

    Replacing back gives the same text.
    """
    there = _replaced(text, pair, forms)
    if isinstance(there, Rejection):
        return there
    back = _replaced(there.text, pair.reversed, forms)
    if isinstance(back, Rejection) or back.text != text:
        return Rejection.ONE_WAY
    return there


def _replaced(text: str, pair: WordPair, forms: Forms) -> Replaced | Rejection:
    tokens = [_Token(match.group(), *match.span()) for match in _TOKEN.finditer(text)]
    if any(forms.may_be(token.text.lower(), pair.second) for token in tokens):
        return Rejection.AMBIGUOUS
    places = [place for place, token in enumerate(tokens) if forms.is_form(token.text.lower(), pair)]
    if not places:
        return Rejection.ABSENT
    if _pronoun_tells(tokens, pair):
        return Rejection.PRONOUN
    edits: list[tuple[int, int, str]] = []
    for place in places:
        if _belongs_to_neighbour(tokens, place, pair, forms):
            return Rejection.PARTICLE if pair.pos == "v" else Rejection.COMPOUND
        new = _edits(text, tokens[place], tokens[place - 1] if place else None, pair, forms)
        if isinstance(new, Rejection):
            return new
        edits += new
    leftmost = tokens[places[0]].text.lower()
    return Replaced(_edited(text, edits), leftmost, str(forms.swapped(leftmost, pair)))


def _edits(
    text: str, token: _Token, before: _Token | None, pair: WordPair, forms: Forms
) -> list[tuple[int, int, str]] | Rejection:
    """Return what to write over which characters: the word, and an article that stands before it."""
    if _JOINED_BEFORE.match(text, token.start) or _JOINED_BEHIND.match(text, token.end):
        return Rejection.JOINED
    new = forms.swapped(token.text.lower(), pair)
    if new is None:
        return Rejection.INFLECTION
    word = token.start, token.end, with_case_of(new, token.text)
    if before is None or before.text.lower() not in language().articles:
        return [word]
    if before.text.lower() != language().article_for(token.text.lower()):
        return Rejection.ARTICLE
    return [(before.start, before.end, with_case_of(language().article_for(new), before.text)), word]


def _belongs_to_neighbour(tokens: list[_Token], place: int, pair: WordPair, forms: Forms) -> bool:
    word = tokens[place].text.lower()
    before = [token.text.lower() for token in tokens[:place][-1:]]
    behind = [token.text.lower() for token in tokens[place + 1 : place + 2]]
    if pair.pos == "v":
        return not rules().particles.isdisjoint(behind)
    if pair.pos != "n":
        return False
    neighbours = [(other, word) for other in before] + [(word, other) for other in behind]
    return any(forms.is_compound(*two) for two in neighbours)


def _pronoun_tells(tokens: list[_Token], pair: WordPair) -> bool:
    genders = [(lemma in rules().masculine, lemma in rules().feminine) for lemma in pair[:2]]
    return genders[0] != genders[1] and any(token.text.lower() in rules().pronouns for token in tokens)


def _edited(text: str, edits: list[tuple[int, int, str]]) -> str:
    pieces, done = [], 0
    for start, end, new in edits:
        pieces += [text[done:start], new]
        done = end
    return "".join([*pieces, text[done:]])
