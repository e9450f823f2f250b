"""Reads the words of English that its rules get wrong, from ``inflection.yaml``."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from rightreasons.text.language import language

Variants = tuple[str, ...]
"""Forms that mean the same, the one to write first."""


@cache
def english() -> Mapping[str, Any]:
    """Return the content of ``inflection.yaml``."""
    found: dict[str, Any] = language().data("inflection.yaml")
    return found


@cache
def words_of(name: str) -> frozenset[str]:
    """Return a list of words as a set."""
    return frozenset(english()[name])


@cache
def parts_of(name: str) -> Mapping[str, tuple[Variants, ...]]:
    """Return a table of forms: for every word its parts (white space separates them) in their variants."""
    table: Mapping[str, str] = english()[name]
    return {word: _parts(text) for word, text in table.items()}


def _parts(text: str) -> tuple[Variants, ...]:
    return tuple(tuple(part.split("/")) for part in text.split())


@cache
def odd_forms(inflection: str) -> Mapping[str, tuple[Variants, ...]]:
    """Return the irregular forms of verbs other than past and participle, as `parts_of` does."""
    table: Mapping[str, str] = english()["irregular_parts"].get(inflection, {})
    return {word: _parts(text) for word, text in table.items()}
