"""The regular spelling rules of English inflection: what happens where an ending meets a word."""

import re

from rightreasons.text.english.odd_forms import Variants, words_of

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
