"""The change of a name: another person, place, date, drug or disease of the same kind."""

import re
from functools import cache

import numpy as np

from rightreasons.challenges.changes.sentences import (
    Change,
    LeftOutError,
    Word,
    is_open,
    lists,
    replaced,
    sentences,
    words,
    words_of,
)
from rightreasons.text.language import language

ADDS = {"change": {"name-change": "changed_name"}}

_ONLY_NAMES = ("given", "country", "nationality", "city", "month", "weekday")


def changed_name(premise: str, claim: str, random: np.random.Generator) -> Change:
    """Return the claim with one name exchanged for another of its kind that the premise does not hold.

    Raises
    ------
    LeftOutError
        If no name of ``changes.yaml`` stands once in the claim and in the premise, by itself, in a sentence
        that another name makes something else.
    """
    reasons: list[str] = []
    all_words = [word.text for word in words(claim)]
    for start, end in sentences(claim):
        sentence = words(claim[start:end], start)
        for place, word in enumerate(sentence):
            kind = _kinds().get(word.text)
            if kind is None:
                continue
            try:
                _refuse(premise, claim, sentence, place, kind)
            except LeftOutError as reason:
                reasons.append(str(reason))
                continue
            if all_words.count(word.text) > 1:
                reasons.append("the name occurs twice")
                continue
            new = _other(premise, claim, kind, random)
            return _exchanged(claim, sentence, place, new)
    raise LeftOutError(reasons[0] if reasons else "no name")


@cache
def _kinds() -> dict[str, str]:
    return {name: kind for kind, names in lists()["names"].items() for name in names.split()}


def _refuse(premise: str, claim: str, sentence: list[Word], place: int, kind: str) -> None:
    if is_open(sentence):
        raise LeftOutError("a negation, a condition, a quantifier or a list of examples beside it")
    word = sentence[place]
    held = [each.text for each in words(premise)]
    if word.text not in held:
        raise LeftOutError("the premise does not hold the name")
    before = sentence[place - 1] if place else None
    after = sentence[place + 1] if place + 1 < len(sentence) else None
    if kind in _ONLY_NAMES and _is_part(before, after, kind):
        raise LeftOutError("part of a longer name")
    forms = set(str(lists()["other_forms"].get(kind, "")).split())
    both = {*held, *(each.text for each in words(claim))}
    if kind == "disease":
        both = {each.text for each in words(claim)}
    if forms & both or (kind == "month" and re.search(r"\b\d{1,2}[/.-]\d{1,2}\b", premise)):
        raise LeftOutError("named in two forms")
    if words_of("universal") & {each.lower() for each in held}:
        raise LeftOutError("the premise speaks of everything")


def _is_part(before: Word | None, after: Word | None, kind: str) -> bool:
    """Return whether a name stands within another: before or after a capital, or after *of*."""
    follows = after is not None and after.is_capitalised and kind != "given"
    precedes = before is not None and (
        (before.is_capitalised and before.lower not in words_of("function"))
        or (before.lower in ("of", "de", "van", "von", "saint") and kind not in ("month", "country"))
    )
    hyphen = any(each is not None and each.text in "-–'’&" for each in (before, after))
    return follows or precedes or hyphen


def _other(premise: str, claim: str, kind: str, random: np.random.Generator) -> str:
    there = {each.lower for text in (premise, claim) for each in words(text)}
    free = [name for name in lists()["names"][kind].split() if not _occurs(name, there)]
    if not free:
        raise LeftOutError("every other name stands in the premise")
    return str(random.choice(free))


def _exchanged(claim: str, sentence: list[Word], place: int, new: str) -> Change:
    """Return the claim with another name, and the article before it as the name calls for."""
    word = sentence[place]
    if place == 0 and word.is_capitalised:
        new = new[0].upper() + new[1:]
    start, text = word.start, new
    if place and sentence[place - 1].lower in ("a", "an"):
        article = sentence[place - 1]
        start = article.start
        written = language().article_for(new)
        text = f"{written.capitalize() if article.is_capitalised else written} {new}"
    return Change(replaced(claim, start, word.end, text), claim[start : word.end], text)


def _occurs(name: str, there: set[str]) -> bool:
    stem = name.lower()[:4]
    return any(each.startswith(stem) for each in there)
