"""What of a text is form and no word: case, spaces, punctuation, scripts, what it begins and ends with."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.guarded_yaml import packaged_yaml

MOST_COUNTED = 3
"""Three of a kind and more are the same, so that the length of a text says as little as may be."""
_ENDS = {
    "upper-case letter": r"\p{Lu}",
    "lower-case letter": r"\p{Ll}",
    "other letter": r"\p{L}",
    "digit": r"\p{N}",
    "white space": r"\s",
    "invisible character": r"\p{Cf}",
}


@dataclass(frozen=True)
class Marks:
    """The marks of form of many texts.

    Parameters
    ----------
    names
        What a mark is, by its number.
    numbers, offsets
        Text ``i`` has the marks ``numbers[offsets[i]:offsets[i + 1]]``, in ascending order.
    """

    names: tuple[str, ...]
    numbers: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]


def form_marks(texts: pl.Series, *, seen_by_words: bool = False) -> Marks:
    """Return the marks of form of each text: kinds of characters with their count, its first and its last.

    Parameters
    ----------
    texts
        Strings without null, shape (texts,).
    seen_by_words
        Only those that lower-cased words may show as well: neither case nor spaces.
    """
    column = pl.col("text")
    listed = _patterns()["characters"] | ({} if seen_by_words else _patterns()["case and spaces"])
    counted = [_counted(column, name, pattern) for name, pattern in listed.items()]
    ends = [_at(column, "begins", first=True), _at(column, "ends", first=False)]
    read = _as_words_show(column) if seen_by_words else column
    outlined = texts.rename("text").to_frame().select(_outline(read))
    marked = outlined.unique().with_columns(marks=pl.concat_list(*ends, *counted).list.drop_nulls())
    of_texts = outlined.join(marked, on="text", how="left", maintain_order="left")["marks"]
    lengths = of_texts.list.len().cast(pl.Int64).to_numpy()
    every = of_texts.explode(empty_as_null=False) if len(of_texts) else pl.Series([], dtype=pl.String)
    names = every.unique().sort()
    numbers = every.replace_strict(names, np.arange(len(names)), return_dtype=pl.Int32).to_numpy()
    return Marks(tuple(names), numbers, np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)]))


def _as_words_show(column: pl.Expr) -> pl.Expr:
    return column.str.to_lowercase().str.replace_all(r"\s+", " ").str.strip_chars()


def _outline(column: pl.Expr) -> pl.Expr:
    """Return texts that have the same marks and are equal far more often: one letter a word, 9 a digit."""
    outline = column.str.replace_all("[a-z]+", "a").str.replace_all("[A-Z]", "A")
    return outline.str.replace_all("[0-9]", "9").str.replace_all("a(?: a)+", "a a")


@cache
def _patterns() -> dict[str, dict[str, str]]:
    listed: dict[str, dict[str, str]] = packaged_yaml("rightreasons.artifacts", "form.yaml")
    return listed


def _counted(column: pl.Expr, name: str, pattern: str) -> pl.Expr:
    """Return the mark of how often a pattern is found, null where it is not."""
    found = column.str.count_matches(pattern)
    marks = (f"{name}: {count}" for count in range(1, MOST_COUNTED))
    exact = pl.coalesce(pl.when(found == count).then(pl.lit(mark)) for count, mark in enumerate(marks, 1))
    more = pl.when(found >= MOST_COUNTED).then(pl.lit(f"{name}: {MOST_COUNTED} or more"))
    return pl.coalesce(exact, more).alias(name)


def _at(column: pl.Expr, verb: str, *, first: bool) -> pl.Expr:
    """Return the mark of the first or of the last character; what is of no kind is itself."""
    character = column.str.head(1) if first else column.str.tail(1)
    marks: Any = pl.when(character == "").then(None)
    for kind, pattern in _ENDS.items():
        marks = marks.when(character.str.contains(pattern)).then(pl.lit(f"{verb} with {kind}"))
    of_all: pl.Expr = marks.otherwise(pl.format(f"{verb} with {{}}", character))
    return of_all.alias(verb)
