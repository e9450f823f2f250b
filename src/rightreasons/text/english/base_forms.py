"""Base forms that a regular form can be of: what a missing word's vector is taken from."""

from collections.abc import Mapping
from functools import lru_cache

from rightreasons.text.english.spelling import with_ed, with_ing, with_s
from rightreasons.text.word_pairs import Pos

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
