"""Cells of text that hold records or lists, as JSON or as Python writes them."""

import ast
import json
import warnings
from collections.abc import Mapping
from typing import Any

import polars as pl

from rightreasons.sources.python_values import as_text
from rightreasons.sources.recipes.steps import EVERY_FIELD, EVERY_ITEM, Steps, natural


def walked(texts: pl.Series, *, steps: Steps, several: bool) -> pl.Series:
    """Return what a path leads to inside cells of text: texts, or lists of them where it leads to several."""
    found = [
        None if text is None else [as_text(each) for each in walk(decoded(text), steps)] for text in texts
    ]
    if several:
        lists = [None if each is None else [text for text in each if text is not None] for each in found]
        return pl.Series(texts.name, lists, dtype=pl.List(pl.String))
    return pl.Series(texts.name, [each[0] if each else None for each in found], dtype=pl.String)


def lists_in(texts: pl.Series) -> pl.Series:
    """Return the lists that cells of text hold, with items that are null; null for anything else."""
    found = [None if text is None else decoded(text) for text in texts]
    lists = [[as_text(each) for each in value] if isinstance(value, list) else None for value in found]
    return pl.Series(texts.name, lists, dtype=pl.List(pl.String))


def decoded(text: str) -> Any:
    """Return what a text holds as JSON or as Python writes it; the text itself if it is neither."""
    if text.lstrip()[:1] not in ("[", "{"):
        return text
    for read in (json.loads, _as_python_writes):
        try:
            return read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
    return text


def _as_python_writes(text: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # of text that only looks like it
        return ast.literal_eval(text)


def walk(value: Any, steps: Steps) -> list[Any]:
    """Return what a path leads to inside a value of Python."""
    if not steps or value is None:
        return [value] if value is not None else []
    step, rest = steps[0], steps[1:]
    if step == EVERY_FIELD:
        keys = sorted(value, key=natural) if isinstance(value, Mapping) else []
        return [found for key in keys for found in walk(value[key], rest)]
    if step == EVERY_ITEM:
        return [
            found for each in (value if isinstance(value, list) else [value]) for found in walk(each, rest)
        ]
    if step.at is not None:
        there = isinstance(value, list) and -len(value) <= step.at < len(value)
        return walk(value[step.at], rest) if there else []
    if isinstance(value, list):
        return [found for each in value for found in walk(each, steps)]
    return walk(value.get(step.name), rest) if isinstance(value, Mapping) else []


def fields_in(text: str | None, key: str, value: str) -> list[dict[str, str | None]]:
    """Return the fields of a record that a text holds, as records of key and value; none of anything else."""
    record = None if text is None else decoded(text)
    if not isinstance(record, Mapping):
        return []
    names = sorted((name for name in record if record[name] is not None), key=lambda name: natural(str(name)))
    return [{key: str(name), value: as_text(record[name])} for name in names]
