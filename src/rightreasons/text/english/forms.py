"""Forms of English nouns, verbs and adjectives: the irregular ones from a list, all others by rule."""

from collections.abc import Callable, Mapping
from functools import cache

from rightreasons.text.english.odd_forms import Variants, english, odd_forms, parts_of, words_of
from rightreasons.text.english.spelling import CONSONANT_Y, compared, syllables, with_ed, with_ing, with_s
from rightreasons.text.word_pairs import Pos

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
