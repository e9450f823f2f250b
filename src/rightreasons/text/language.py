"""The language of data: English with all that measures need of it, or one of which only a code is known."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

import polars as pl

from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.printable import printable
from rightreasons.registry import Registry
from rightreasons.text.word_pairs import Pos

AUTO = "auto"
UNKNOWN = "und"
"""Code (ISO 639-2) of a language that is not English as far as its words show."""
LANGUAGES = Registry("language", ("rightreasons.text.english",))
"""The languages that measures know words of."""
LEAST_SHARE = 0.02
"""Share of function words below which words are not English: 0.06 is the least of 173 English sets, 0.006 the
most of 41 other languages (docs/audit.md)."""
LEAST_WORDS = 200
"""Words below which nothing is concluded from them."""
_ROWS = 2_000
_CODE = re.compile(r"[a-z]{2,8}(-[A-Za-z0-9]{1,8})*")
_WORD = r"\p{L}+"


@dataclass(frozen=True)
class Language:
    """Everything that is of one language: its rules as functions, its words and sentences as data files.

    Parameters
    ----------
    code
        By ISO 639-1.
    folder
        Package of its data files: ``swaps.yaml``, ``controls.yaml``, ``hans/``, ....
    articles, article_for
        Indefinite articles, and which of them stands before a word.
    verb_form
        A form of a verb, by lemma and ``third-person singular``, ``past`` or ``-ing``, in its variants.
    swapped_form
        A form of one lemma as the same form of another, by form, both lemmas and part of speech; None where
        there is no exact one.
    stems_of
        The strings that a regular form can be of.
    endings
        By part of speech, what takes the place of which ending in a base form, as Morphy tries them.
    """

    code: str
    folder: str
    articles: tuple[str, ...]
    article_for: Callable[[str], str]
    verb_form: Callable[[str, str], tuple[str, ...]]
    swapped_form: Callable[[str, str, str, Pos | None], str | None]
    stems_of: Callable[[str], tuple[str, ...]]
    endings: Mapping[Pos, tuple[tuple[str, str], ...]]

    @cached_property
    def function_words(self) -> frozenset[str]:
        """Words that few sentences do without, and that are rare in other languages (not "a", "in", "is")."""
        return frozenset(self.read("function_words.txt").decode().split())

    def read(self, name: str) -> bytes:
        """Return the content of one of its data files."""
        return files(self.folder).joinpath(name).read_bytes()

    def data(self, name: str) -> Any:
        """Return what one of its YAML files holds."""
        return packaged_yaml(self.folder, name)


@cache
def language(code: str = "en", what: str = "this") -> Language:
    """Return a language by its code, of whatever region (``en-GB``).

    Parameters
    ----------
    code
        The code.
    what
        What needs it, for the error.

    Raises
    ------
    MeasureInputError
        If it is not one of `LANGUAGES`: what needs it cannot be measured.
    """
    own = code.partition("-")[0]
    if own not in LANGUAGES:
        raise MeasureInputError(
            f"{printable(what)} needs English, and the language is '{printable(code)}'",
            "English sentences",
            "leave it out, or give --language en if the sentences are English",
        )
    found: Language = LANGUAGES.load(own)
    return found


def is_known(code: str) -> bool:
    """Return whether measures know words of a language; of ``auto`` they do until its words are looked at."""
    return code == AUTO or code.partition("-")[0] in LANGUAGES


def language_of(*texts: pl.Series, stated: str = AUTO) -> str:
    """Return the code of the language of texts.

    Parameters
    ----------
    *texts
        Series of strings; of many strings, some that stand evenly among all are looked at.
    stated
        The code that is returned, or `AUTO`: ``"en"``, or `UNKNOWN` if under `LEAST_SHARE` of at least
        `LEAST_WORDS` words are English function words.

    Raises
    ------
    OptionError
        If `stated` is no code.
    """
    if stated != AUTO:
        return _checked(stated)
    some = pl.concat([each.drop_nulls().gather_every(max(1, len(each) // _ROWS)) for each in texts])
    words = some.str.to_lowercase().str.extract_all(_WORD).explode(empty_as_null=False, keep_nulls=False)
    function_words = words.is_in(list(language().function_words)).sum()
    return UNKNOWN if len(words) >= LEAST_WORDS and function_words < LEAST_SHARE * len(words) else "en"


def _checked(code: str) -> str:
    if not _CODE.fullmatch(code):
        raise OptionError(
            f"language '{printable(code)}'", "a code such as en, de or zh, or auto", "correct --language"
        )
    return code


def with_case_of(word: str, model: str) -> str:
    """Return a lower-case `word` in upper case, with a capital, or as it is, whichever `model` is."""
    if len(model) > 1 and model.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if model[:1].isupper() else word
