"""The words that controls put into sentences, and those in which they are told."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import polars as pl

END = r"[.!?]*\s*$"


@dataclass(frozen=True)
class Wording:
    """What stands in ``wording.yaml``.

    Parameters
    ----------
    negation, tautology
        Templates with the place ``{sentence}``.
    lowered
        First words that lose their capital inside a sentence.
    controls
        By control: ``what`` it does, and which ``gold`` counts.
    """

    negation: str
    tautology: str
    lowered: tuple[str, ...]
    controls: Mapping[str, Mapping[str, str]]


@cache
def wording() -> Wording:
    """Return the words."""
    import yaml

    said = yaml.safe_load(files(__package__).joinpath("wording.yaml").read_text(encoding="utf-8"))
    return Wording(said["negation"], said["tautology"], tuple(said["lowered"].split()), said["controls"])


def negated(sentences: pl.Series) -> pl.Series:
    """Return the negation of every sentence: "A man sleeps." gives "It is not true that a man sleeps."."""
    first = sentences.str.extract(r"^\s*(\w+)", 1).str.to_lowercase()
    start = sentences.str.slice(0, 1).str.to_lowercase()
    lowered = first.is_in(list(wording().lowered)).fill_null(value=False)
    inner = start.zip_with(lowered, sentences.str.slice(0, 1)) + sentences.str.slice(1)
    before, after = wording().negation.split("{sentence}")
    return before + inner + after


def with_tautology(sentences: pl.Series) -> pl.Series:
    """Return every sentence with the tautology before its final punctuation marks."""
    before, after = wording().tautology.split("{sentence}")
    end = sentences.str.extract(f"({END})", 1).fill_null("")
    body = sentences.str.replace(END, "").str.strip_chars_end()
    return before + body + after + end
