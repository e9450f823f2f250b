"""The language of data is told by its function words, and what needs English says so in another one."""

import polars as pl
import pytest

from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.text.language import LANGUAGES, UNKNOWN, is_known, language, language_of

ENGLISH = "The man with the dog is on a beach."
# by hand, with the words of each language that English has too: "in", "is", "was", "die", "on", "a"
OTHERS = {
    "de": "Die Frau war in der Stadt, also ist sie nicht am Strand.",
    "nl": "De man is in het water en was op een boot.",
    "fr": "On dort dans la maison, et un chien court sur la plage.",
    "hu": "A férfi a parton alszik, és a kutya is.",
    "zh": "一个男人在海滩上睡觉。",
}


@pytest.mark.parametrize("code", OTHERS)
def test_sentences_of_another_language_are_not_english(code: str) -> None:
    assert language_of(pl.Series([OTHERS[code]] * 250)) == UNKNOWN


def test_english_sentences_are_english_even_with_some_of_another_language() -> None:
    assert language_of(pl.Series([ENGLISH] * 50)) == "en"
    assert language_of(pl.Series([*[ENGLISH] * 50, *[OTHERS["de"]] * 50])) == "en"


def test_a_table_that_begins_with_another_language_is_looked_at_throughout() -> None:
    assert language_of(pl.Series([*[OTHERS["de"]] * 5_000, *[ENGLISH] * 5_000])) == "en"


def test_of_few_words_nothing_is_concluded() -> None:
    assert language_of(pl.Series([OTHERS["de"], None, ""]), pl.Series([], dtype=pl.String)) == "en"


def test_what_is_stated_is_believed_and_must_be_a_code() -> None:
    assert language_of(pl.Series([ENGLISH] * 50), stated="de-AT") == "de-AT"
    assert is_known("en-GB")
    assert not is_known("de")
    with pytest.raises(OptionError, match="language="):
        language_of(pl.Series([ENGLISH]), stated="the German one")


def test_only_english_can_be_asked_for() -> None:
    assert list(LANGUAGES.targets()) == ["en"]
    assert language("en-US") == language()
    with pytest.raises(MeasureInputError, match="swaps needs English, and the language is 'de'"):
        language("de", "swaps")
