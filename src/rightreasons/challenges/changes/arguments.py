"""The swap of arguments: subject and object of a plain clause change places, the words staying the same."""

from dataclasses import dataclass
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

ADDS = {"change": {"argument-swap": "swapped_arguments"}}

_LONGEST = 4


@dataclass(frozen=True)
class _Clause:
    """Subject, auxiliary, verb and object of a clause, each as its words, and what follows."""

    subject: list[Word]
    auxiliary: str
    verb: Word
    object: list[Word]


def swapped_arguments(premise: str, claim: str, random: np.random.Generator) -> Change:  # noqa: ARG001
    """Return the claim with subject and object of one clause exchanged; auxiliary and verb agree again.

    Only clauses of the shape *subject (auxiliary) verb object (...)* with a verb of ``changes.yaml``, whose
    subject and object are plain: an article or number, then up to four words.

    Raises
    ------
    LeftOutError
        If no sentence is such a clause: symmetric verbs, pronouns, anything joined or subordinate.
    """
    reasons: list[str] = []
    for start, end in sentences(claim):
        sentence = words(claim[start:end], start)
        try:
            clause = _clause(sentence)
            _refuse(premise, sentence, clause)
        except LeftOutError as reason:
            reasons.append(str(reason))
            continue
        return _swapped(premise, claim, clause)
    raise LeftOutError(next((each for each in reasons if each != _NO_CLAUSE), _NO_CLAUSE))


_NO_CLAUSE = "no plain clause with a verb of the list"


@cache
def _forms() -> dict[str, dict[str, str]]:
    """Return lemma by form, by kind of form."""
    found: dict[str, dict[str, str]] = {"ing": {}, "s": {}, "past": {}, "base": {}}
    names = {"ing": "-ing", "s": "third-person singular", "past": "past"}
    for lemma in words_of("verbs") - words_of("symmetric"):
        found["base"][lemma] = lemma
        for kind, inflection in names.items():
            for form in language().verb_form(lemma, inflection):
                found[kind][form] = lemma
    return found


def _clause(sentence: list[Word]) -> _Clause:
    lowered = [word.lower for word in sentence]
    symmetric = {form for lemma in words_of("symmetric") for form in _all_forms(lemma)}
    for place, word in enumerate(lowered):
        if place == 0:
            continue
        before = lowered[place - 1]
        if word in symmetric and place > 1:
            raise LeftOutError("a symmetric verb")
        has_be, has_modal = before in words_of("be"), before in words_of("modals")
        forms = _forms()
        fits = (
            word in forms["ing"]
            if has_be
            else word in forms["base"]
            if has_modal
            else word in forms["s"] or (word in forms["past"])
        )
        if not fits:
            continue
        auxiliary = before if has_be or has_modal else ""
        subject = sentence[: place - 1 if auxiliary else place]
        return _Clause(_phrase(subject), auxiliary, sentence[place], _object(sentence[place + 1 :]))
    raise LeftOutError(_NO_CLAUSE)


@cache
def _all_forms(lemma: str) -> frozenset[str]:
    return frozenset(
        {
            form
            for name in ("-ing", "third-person singular", "past")
            for form in language().verb_form(lemma, name)
        }
    )


def _phrase(found: list[Word]) -> list[Word]:
    """Return a plain noun phrase, or leave the clause out."""
    inner = found[1:] if found and found[0].lower in lists()["determiners"] else found
    if not 1 <= len(inner) <= _LONGEST or any(not _is_noun_like(word) for word in inner):
        raise LeftOutError(_NO_CLAUSE)
    return found


def _is_noun_like(word: Word) -> bool:
    return (
        word.text[0].isalpha()
        and word.lower not in words_of("function")
        and not word.lower.endswith(("ly",))
        and word.lower not in _forms()["ing"]
    )


def _object(found: list[Word]) -> list[Word]:
    """Return the object: the words up to what may follow it, or to the end of the sentence."""
    stops = words_of("rest")
    length = next(
        (place for place, word in enumerate(found) if word.lower in stops or word.text in (".", "!")),
        len(found),
    )
    return _phrase(found[:length])


def _refuse(premise: str, sentence: list[Word], clause: _Clause) -> None:
    if is_open(sentence):
        raise LeftOutError("a negation, a condition, a quantifier or a list of examples beside it")
    if {word.lower for word in words(premise)} & {"mutually"} or "each other" in premise.lower():
        raise LeftOutError("the premise speaks of each other")
    subject, object_ = ({word.lower.rstrip("s") for word in part} for part in (clause.subject, clause.object))
    if subject == object_ or _head(clause.subject) == _head(clause.object):
        raise LeftOutError("subject and object are called alike")


def _head(phrase: list[Word]) -> str:
    return phrase[-1].lower.rstrip("s")


def _swapped(premise: str, claim: str, clause: _Clause) -> Change:
    held = {word.text for word in words(premise)}
    first, last = clause.subject[0].start, clause.object[-1].end
    before = claim[first:last]
    plural = _is_plural(clause.object)
    auxiliary, verb = _agreeing(clause, plural=plural)
    subject = _inside(claim, clause.subject, held)
    object_ = _capital(claim[clause.object[0].start : clause.object[-1].end])
    after = " ".join(part for part in (object_, auxiliary, verb, subject) if part)
    return Change(replaced(claim, first, last, after), before, after)


def _agreeing(clause: _Clause, *, plural: bool) -> tuple[str, str]:
    verb, auxiliary = clause.verb.text, clause.auxiliary
    if auxiliary in ("is", "are"):
        return ("are" if plural else "is"), verb
    if auxiliary in ("was", "were"):
        return ("were" if plural else "was"), verb
    if auxiliary in ("do", "does"):
        return ("do" if plural else "does"), verb
    lemma = _forms()["s"].get(clause.verb.lower)
    return auxiliary, lemma if lemma and plural else verb


def _is_plural(phrase: list[Word]) -> bool:
    number = lists()["determiners"].get(phrase[0].lower, 0)
    if number:
        return bool(number > 1)
    head = phrase[-1].lower
    return head in words_of("irregular_plurals") or (
        head.endswith("s") and not head.endswith(("ss", "us", "is"))
    )


def _inside(claim: str, phrase: list[Word], held: set[str]) -> str:
    """Return the subject as it stands within a sentence: with a capital only where it is a name."""
    text = claim[phrase[0].start : phrase[-1].end]
    first = phrase[0]
    is_name = first.text in held and first.lower not in held
    keeps = is_name or sum(map(str.isupper, first.text)) > 1
    if first.lower in lists()["determiners"] or not keeps:
        return text[0].lower() + text[1:]
    return text


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
