"""Patterns as people write them: 'A # # outdoors .' stands for any two tokens between A and outdoors."""

import re
from collections.abc import Sequence

import polars as pl

from rightreasons.artifacts.patterns.counts import NOTHING, Patterns

PLACEHOLDER = "#"
_ESCAPED = re.compile(r"\\*#")


def written(words: Sequence[str], gaps: Sequence[int]) -> str:
    """Return the text of one pattern; a word that is itself ``#`` is written with a backslash before it."""
    parts = [_word(words[0])]
    for gap, word in zip(gaps, words[1:], strict=True):
        parts += [*[PLACEHOLDER] * gap, _word(word)]
    return " ".join(parts)


def read_pattern(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return words and gaps of a pattern that `written` wrote.

    Raises
    ------
    ValueError
        If the text begins or ends with a placeholder, or is empty.
    """
    parts = text.split(" ")
    if PLACEHOLDER in (parts[0], parts[-1]) or not text:
        raise ValueError(f"a pattern begins and ends with a word: {text!r}")
    words: list[str] = []
    gaps: list[int] = []
    skipped = 0
    for part in parts:
        if part == PLACEHOLDER:
            skipped += 1
            continue
        if words:
            gaps.append(skipped)
        words.append(part[1:] if _ESCAPED.fullmatch(part) else part)
        skipped = 0
    return tuple(words), tuple(gaps)


def columns(patterns: Patterns) -> pl.DataFrame:
    """Return the patterns as columns ``pattern`` (text), ``words`` and ``gaps`` (lists)."""
    vocabulary = patterns.vocabulary.to_list()
    words = [[vocabulary[word] for word in row if word != NOTHING] for row in patterns.words.tolist()]
    gaps = [[gap for gap in row if gap != NOTHING] for row in patterns.gaps.tolist()]
    texts = [written(each, between) for each, between in zip(words, gaps, strict=True)]
    return pl.DataFrame(
        [
            pl.Series("pattern", texts, dtype=pl.String),
            pl.Series("words", words, dtype=pl.List(pl.String)),
            pl.Series("gaps", gaps, dtype=pl.List(pl.Int32)),
        ]
    )


def _word(word: str) -> str:
    return "\\" + word if _ESCAPED.fullmatch(word) else word
