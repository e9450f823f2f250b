"""English inflection for swaps: a form of one lemma becomes the same form of another, or nothing at all."""

import re
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from typing import Literal

from rightreasons.text.english.forms import comparison, plural, verb_form
from rightreasons.text.english.odd_forms import Variants, english
from rightreasons.text.language import with_case_of
from rightreasons.text.word_pairs import Pos


class Inflection(Enum):
    """What a form of a word is."""

    BASE = "base"
    PLURAL = "plural"
    THIRD_PERSON = "third-person singular"
    PAST = "past"
    PAST_PARTICIPLE = "past participle"
    ING = "-ing"
    COMPARATIVE = "comparative"
    SUPERLATIVE = "superlative"


_OF_VERBS = (Inflection.THIRD_PERSON, Inflection.PAST, Inflection.PAST_PARTICIPLE, Inflection.ING)
_COMPARED = (Inflection.COMPARATIVE, Inflection.SUPERLATIVE)
_BY_POS: Mapping[Pos | None, tuple[Inflection, ...]] = {
    None: (),
    "n": (Inflection.PLURAL,),
    "v": _OF_VERBS,
    "a": _COMPARED,
    "r": _COMPARED,
}
_REMEMBERED = 2**17


def inflect(lemma: str, pos: Pos | None, inflection: Inflection) -> str | None:
    """Return a form of a lemma; the commoner, in American English, where there are two.

    Parameters
    ----------
    lemma
        A lower-case base form.
    pos
        Its part of speech; a word of an unknown one has only its base form.
    inflection
        Which form.

    Returns
    -------
    str or None
        None if words of `pos` have no such form, or, of adjectives, if this one is compared by *more*.
    """
    variants = forms_of(lemma, pos).get(inflection)
    return variants[0] if variants else None


@lru_cache(_REMEMBERED)
def forms_of(lemma: str, pos: Pos | None) -> Mapping[Inflection, Variants]:
    """Return all forms of a lemma in their variants (dreamed, dreamt), the one that `inflect` gives first."""
    found = {inflection: _variants(lemma, pos, inflection) for inflection in _BY_POS[pos]}
    return {Inflection.BASE: (lemma,)} | {inflection: forms for inflection, forms in found.items() if forms}


def inflections_of(form: str, lemma: str, pos: Pos | None) -> tuple[Inflection, ...]:
    """Return what `form`, in any case, can be of `lemma`: nothing, one inflection, or more (put, walked)."""
    lower = form.lower()
    return tuple(inflection for inflection, forms in forms_of(lemma, pos).items() if lower in forms)


def swaps(lemma_from: str, lemma_to: str, pos: Pos | None) -> dict[str, str]:
    """Return the forms of one lemma with the same forms of another, where the way there and back is exact.

    A form that could be two inflections is there only if both lead to the same word, and that word back to
    it: ``walked`` to ``talked`` (past or participle), but not ``walked`` to ``ran`` or ``put`` to ``took``.

    Parameters
    ----------
    lemma_from, lemma_to
        Lower-case base forms.
    pos
        Their part of speech.
    """
    found: dict[str, str] = {}
    for variants in forms_of(lemma_from, pos).values():
        for form in variants:
            others = _same_forms(form, lemma_from, lemma_to, pos)
            other = next(iter(others)) if len(others) == 1 else None
            if other is not None and _same_forms(other, lemma_to, lemma_from, pos) == {form}:
                found[form] = other
    return found


def swapped_form(form: str, lemma_from: str, lemma_to: str, pos: Pos | None) -> str | None:
    """Return `form` of one lemma as the same form of another, in the same case.

    Parameters
    ----------
    form
        A form of `lemma_from` as it was found, e.g. ``Dogs``.
    lemma_from, lemma_to
        Lower-case base forms.
    pos
        Their part of speech.

    Returns
    -------
    str or None
        None if swapping the result back would not give `form` again, letter by letter; see `swaps`.
    """
    lower = form.lower()
    other = swaps(lemma_from, lemma_to, pos).get(lower)
    if other is None:
        return None
    swapped = with_case_of(other, form)
    return swapped if with_case_of(lower, swapped) == form else None


def article_for(word: str) -> Literal["a", "an"]:
    """Return the indefinite article before a word as it is written, by how it is spoken."""
    before_an, before_a = english()["an_before"], english()["a_before"]
    number = re.match(r"\d+", word)
    if number:
        sounded = number[0].startswith("8") or (number[0] in before_an["numbers"])
    elif word.isupper() and not re.search("[AEIOUY]", word[1:]):  # spelt out: an X, an NFL
        sounded = word[0] in before_an["letters"]
    else:
        lower = word.lower()
        consonant = lower in before_a["words"] or lower.startswith(tuple(before_a["stems"]))
        vowel = lower.startswith(("a", "e", "i", "o", "u")) and not consonant
        sounded = vowel or lower.startswith(tuple(before_an["stems"]))
    return "an" if sounded else "a"


def _same_forms(form: str, lemma_from: str, lemma_to: str, pos: Pos | None) -> set[str | None]:
    """Return what `form` is in the other lemma, by each of its inflections; None for a form it lacks."""
    return {inflect(lemma_to, pos, inflection) for inflection in inflections_of(form, lemma_from, pos)}


def _variants(lemma: str, pos: Pos | None, inflection: Inflection) -> Variants:
    if pos == "n":
        return plural(lemma)
    if pos == "v":
        return verb_form(lemma, inflection.value)
    return comparison(lemma, pos, inflection.value)
