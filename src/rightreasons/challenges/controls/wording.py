"""The words that controls put into sentences, and those that describe them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import polars as pl

from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.text.language import language

END = r"[.!?]*\s*$"


@cache
def wording() -> Mapping[str, Mapping[str, str]]:
    """Return by control ``what`` it does, and which ``gold`` counts, as a reader is to see it."""
    found: Mapping[str, Mapping[str, str]] = packaged_yaml(__package__, "wording.yaml")
    return found


@dataclass(frozen=True)
class Templates:
    """What controls put into sentences of a language (``controls.yaml``).

    Parameters
    ----------
    negation, tautology
        Templates with the place ``{sentence}``.
    lowered
        First words that lose their capital inside a sentence.
    """

    negation: str
    tautology: str
    lowered: str


@cache
def _templates(code: str) -> Templates:
    return Templates(**language(code, "this control").data("controls.yaml"))


def negated(sentences: pl.Series, code: str = "en") -> pl.Series:
    """Return the negation of every sentence: "A man sleeps." gives "It is not true that a man sleeps."."""
    first = sentences.str.extract(r"^\s*(\w+)", 1).str.to_lowercase()
    start = sentences.str.slice(0, 1).str.to_lowercase()
    lowered = first.is_in(_templates(code).lowered.split()).fill_null(value=False)
    inner = start.zip_with(lowered, sentences.str.slice(0, 1)) + sentences.str.slice(1)
    before, after = _templates(code).negation.split("{sentence}")
    return before + inner + after


def with_tautology(sentences: pl.Series, code: str = "en") -> pl.Series:
    """Return every sentence with the tautology before its final punctuation marks."""
    before, after = _templates(code).tautology.split("{sentence}")
    end = sentences.str.extract(f"({END})", 1).fill_null("")
    body = sentences.str.replace(END, "").str.strip_chars_end()
    return before + body + after + end
