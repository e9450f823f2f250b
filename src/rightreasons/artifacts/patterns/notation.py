"""Patterns as people write them: 'A # # outdoors .' stands for any two tokens between A and outdoors."""

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.pattern_counts import NOTHING, Patterns

PLACEHOLDER = "#"
_ESCAPED = re.compile(r"\\*#")


def written(words: Sequence[str], gaps: Sequence[int]) -> str:
    """Return the text of one pattern; a word that is itself ``#`` is written with a backslash before it."""
    parts = [_word(words[0])]
    for gap, word in zip(gaps, words[1:], strict=True):
        parts += [*[PLACEHOLDER] * gap, _word(word)]
    return " ".join(parts)


def columns(patterns: Patterns) -> pl.DataFrame:
    """Return the patterns as columns ``pattern`` (text), ``words`` and ``gaps`` (lists)."""
    words = [_named(patterns.vocabulary, ids) for ids in patterns.words.T]
    spelled = [_named(_escaped(patterns.vocabulary), ids) for ids in patterns.words.T]
    between = [_named(_placeholders(patterns), gaps) for gaps in patterns.gaps.T]
    parts = [spelled[0], *(gap + word for gap, word in zip(between, spelled[1:], strict=True))]
    gaps = [pl.Series(each, dtype=pl.Int32) for each in patterns.gaps.T]
    return pl.select(
        pattern=pl.concat_str(parts, ignore_nulls=True),
        words=pl.concat_list(words).list.drop_nulls(),
        gaps=pl.concat_list(gaps).list.filter(pl.element() != NOTHING)
        if gaps
        else pl.repeat([], len(patterns), dtype=pl.List(pl.Int32)),
    )


def _named(names: pl.Series, ids: npt.NDArray[np.int32]) -> pl.Series:
    """Return the name of every id; null for `NOTHING`."""
    return names.gather(pl.Series(ids).replace(NOTHING, None).cast(pl.UInt32))


def _placeholders(patterns: Patterns) -> pl.Series:
    """Return what stands between two words, by the number of tokens skipped."""
    most = int(patterns.gaps.max(initial=0))
    return pl.Series([" " + f"{PLACEHOLDER} " * gap for gap in range(most + 1)])


def _escaped(vocabulary: pl.Series) -> pl.Series:
    return vocabulary.str.replace(f"^({_ESCAPED.pattern})$", r"\$1")


def _word(word: str) -> str:
    return "\\" + word if _ESCAPED.fullmatch(word) else word
