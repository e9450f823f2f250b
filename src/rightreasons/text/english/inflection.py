"""English inflection: spelling rules, irregular forms, and the same form of another lemma."""

import re
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache, lru_cache
from typing import Any, Literal

from rightreasons.text.language import language, with_case_of
from rightreasons.text.word_pairs import Pos

# Reads the words of English that its rules get wrong, from the YAML file beside this one.


Variants = tuple[str, ...]
"""Forms that mean the same, the one to write first."""


@cache
def english() -> Mapping[str, Any]:
    """Return the content of ``inflection.yaml``."""
    found: dict[str, Any] = language().data("inflection.yaml")
    return found


@cache
def words_of(name: str) -> frozenset[str]:
    """Return a list of words as a set."""
    return frozenset(english()[name])


@cache
def parts_of(name: str) -> Mapping[str, tuple[Variants, ...]]:
    """Return a table of forms: for every word its parts (white space separates them) in their variants."""
    table: Mapping[str, str] = english()[name]
    return {word: _parts(text) for word, text in table.items()}


def _parts(text: str) -> tuple[Variants, ...]:
    return tuple(tuple(part.split("/")) for part in text.split())


@cache
def odd_forms(inflection: str) -> Mapping[str, tuple[Variants, ...]]:
    """Return the irregular forms of verbs other than past and participle, as `parts_of` does."""
    table: Mapping[str, str] = english()["irregular_parts"].get(inflection, {})
    return {word: _parts(text) for word, text in table.items()}


# The regular spelling rules of English inflection: what happens where an ending meets a word.


_HISSING = re.compile(r"(s|x|z|ch|sh)$")
CONSONANT_Y = re.compile(r"([^aeiou]|qu)y$")
# One syllable that ends in one vowel and one consonant that is pronounced: stop, quit; not play, fix.
_SHORT = re.compile(r"(y?[^aeiouy]*|[^aeiouy]*qu)[aeiouy][^aeiouycwx]")
_VOWEL_L = re.compile(r".*([^aeiou][aeiouy]|ia|ua|ue)l")
_VOWELS = re.compile(r"[aeiouy]+")


def with_s(word: str) -> Variants:
    """Return a noun in the plural, or a verb in the third person singular."""
    if word in words_of("o_takes_es"):
        return (f"{word}es",)
    if word in words_of("o_takes_either"):
        return (f"{word}es", f"{word}s")
    if CONSONANT_Y.search(word):
        return (f"{word[:-1]}ies",)
    if _HISSING.search(word) and word not in words_of("ch_as_k"):
        return (f"{word}zes",) if word.endswith("z") and _SHORT.fullmatch(word) else (f"{word}es",)
    return (f"{word}s",)


def with_ed(word: str) -> Variants:
    """Return a regular verb in the past."""
    return tuple(f"{stem}ed" for stem in _stems(_y_to_i(word)))


def with_ing(word: str) -> Variants:
    """Return a verb with -ing."""
    if word in words_of("ie_to_y"):
        return (f"{word[:-2]}ying",)
    if word.endswith(("ee", "ie", "oe", "ye")):
        return (f"{word}ing",)
    return tuple(f"{stem}ing" for stem in _stems(word))


def compared(word: str, ending: str) -> Variants:
    """Return an adjective with ``er`` or ``est``."""
    stem = _y_to_i(word).removesuffix("e")
    return (f"{stem}{stem[-1]}{ending}",) if _SHORT.fullmatch(word) else (f"{stem}{ending}",)


def syllables(word: str) -> int:
    """Return about how many syllables a word has: its groups of vowels, without a silent e."""
    groups = len(_VOWELS.findall(word))
    silent = word.endswith("e") and not word.endswith("le") and word[-2:-1] not in set("aeiouy")
    return groups - 1 if silent and groups > 1 else groups


def _y_to_i(word: str) -> str:
    return f"{word[:-1]}i" if CONSONANT_Y.search(word) else word


def _stems(word: str) -> Variants:
    """Return what -ed and -ing are put behind."""
    if word.endswith("e"):
        return (word[:-1],)
    doubled = word + word[-1]
    if _SHORT.fullmatch(word) or word in words_of("doubling_verbs"):
        return (doubled,)
    if word.endswith("ic"):
        return (f"{word}k",)
    return (word, doubled) if _VOWEL_L.fullmatch(word) else (word,)


# Forms of English nouns, verbs and adjectives: the irregular ones from a list, all others by rule.


_REGULAR: Mapping[str, Callable[[str], Variants]] = {
    "third-person singular": with_s,
    "past": with_ed,
    "past participle": with_ed,
    "-ing": with_ing,
}
_ENDINGS = {"comparative": "er", "superlative": "est"}


def plural(lemma: str) -> Variants:
    """Return the plural of a noun in its variants."""
    if lemma in words_of("same_plurals"):
        return (lemma,)
    if lemma in parts_of("irregular_simple_nouns"):
        return parts_of("irregular_simple_nouns")[lemma][0]
    last = _last_part(lemma)
    if lemma in words_of("regular_nouns") or last is None:
        return with_s(lemma)
    before = lemma.removesuffix(last)
    return tuple(before + form for form in parts_of("irregular_nouns")[last][0])


def verb_form(lemma: str, inflection: str) -> Variants:
    """Return a form of a verb in its variants.

    Parameters
    ----------
    lemma
        The verb.
    inflection
        ``third-person singular``, ``past``, ``past participle`` or ``-ing``.
    """
    prefix, base = _irregular_base(lemma)
    parts = parts_of("irregular_verbs").get(base, ())
    if base in odd_forms(inflection):
        forms = odd_forms(inflection)[base][0]
    elif parts and inflection in {"past", "past participle"}:
        forms = parts[0 if inflection == "past" else -1]
    else:
        forms = _REGULAR[inflection](base)
    return tuple(prefix + form for form in forms)


def comparison(lemma: str, pos: Pos | None, inflection: str) -> Variants:
    """Return ``comparative`` or ``superlative`` of an adjective or adverb; nothing where it takes *more*."""
    irregular = parts_of("irregular_comparisons").get(lemma)
    if irregular:
        return irregular[list(_ENDINGS).index(inflection)]
    return compared(lemma, _ENDINGS[inflection]) if _takes_ending(lemma, pos) else ()


@cache
def _last_part(lemma: str) -> str | None:
    """Return the irregular noun that a noun is, or ends in."""
    ends = [noun for noun in parts_of("irregular_nouns") if lemma.endswith(noun)]
    return max(ends, key=len, default=None)


@cache
def _irregular_base(lemma: str) -> tuple[str, str]:
    """Return prefix and irregular verb, or nothing and the verb itself."""
    irregular = parts_of("irregular_verbs")
    if lemma not in irregular and lemma not in words_of("regular_verbs"):
        for prefix in english()["verb_prefixes"]:
            base = lemma.removeprefix(prefix)
            if base != lemma and base in irregular:
                return prefix, base
    return "", lemma


def _takes_ending(lemma: str, pos: Pos | None) -> bool:
    core = lemma.removeprefix("un")
    if core in words_of("compared_by_ending"):
        return True
    return pos == "a" and syllables(core) == 2 and CONSONANT_Y.search(core) is not None


# English inflection for swaps: a form of one lemma becomes the same form of another, or nothing at all.


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


# Base forms that a regular form can be of: what a missing word's vector is taken from.


_REGULAR_ENDINGS = (("s", with_s), ("ed", with_ed), ("ing", with_ing))


@lru_cache(2**16)
def stems_of(word: str) -> tuple[str, ...]:
    """Return the strings whose plural, third person, past or -ing is spelt as a lower-case word is.

    They need not be words: ``walked`` gives ``walk`` and ``walke``, ``hoping`` gives ``hope`` but not
    ``hop``, ``stopped`` gives ``stop`` behind ``stopp``. Who knows the words takes the first that is one.
    """
    found: list[str] = []
    for ending, inflected in _REGULAR_ENDINGS:
        if word.endswith(ending):
            bare = word.removesuffix(ending)
            candidates = [
                bare,
                f"{bare}e",
                bare[:-1],
                f"{bare[:-1]}y",
                bare.removesuffix("e"),
                bare[:-2],
                f"{bare[:-1]}ie",
                f"{bare[:-2]}y",
            ]
            found += [stem for stem in candidates if len(stem) > 1 and word in inflected(stem)]
    return tuple(dict.fromkeys(found))


# As in morphy(7WN), in its order, with ves -> f, which NLTK added.
ENDINGS: Mapping[Pos, tuple[tuple[str, str], ...]] = {
    "n": (
        ("s", ""),
        ("ses", "s"),
        ("ves", "f"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "v": (
        ("s", ""),
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}
"""Endings of forms and of their base forms."""
