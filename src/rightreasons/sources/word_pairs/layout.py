"""Files of word pairs: which column is what, and which rows give a pair in a relation."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from rightreasons.errors import ColumnError
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.printable import printable, quoted

Meaning = str | bool | None
"""A relation, whether the file's relation holds, or one that nothing here is made of."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns by position, and how the file speaks.

    Parameters
    ----------
    first, second
        The columns of the words.
    has_header
        Whether the first row names the columns.
    label, relation, pos
        Columns that say whether a relation holds (or which), which one, and the part of speech.
    meanings
        What values of `label` and `relation` mean, by the value in lower case.
    default
        The relation of pairs of which the file says no more than that it holds.
    default_pos
        The part of speech where there is no column of it.
    label_of
        The relation that `label` speaks of where it is not the one of `relation`.
    relation_is
        Which of the two words is what the relation says; None: not known.
    """

    first: int
    second: int
    has_header: bool
    label: int | None
    relation: int | None
    pos: int | None
    meanings: Mapping[str, Meaning]
    default: str | None
    default_pos: str | None
    label_of: str | None
    relation_is: Literal["first", "second"] | None


@cache
def conventions() -> Mapping[str, Any]:
    """Return the content of ``word_pairs.yaml``."""
    found: dict[str, Any] = packaged_yaml("rightreasons.sources.word_pairs", "word_pairs.yaml")
    return found


def layout_of(name: str, first_row: Sequence[str]) -> Layout:
    """Tell the layout from the name of a file and its first row.

    Raises
    ------
    ColumnError
        If the columns cannot be told.
    """
    named = _named_columns(first_row)
    layout = _recognised(name, [field.strip().lower() for field in first_row])
    meanings = _meanings(layout)
    columns = named or _columns_by_content(name, first_row, meanings)
    last_word = max(columns["first"], columns["second"])
    after = all(columns.get(role, last_word) >= last_word for role in ("label", "relation"))
    return Layout(
        columns["first"],
        columns["second"],
        bool(named),
        columns.get("label"),
        columns.get("relation"),
        columns.get("pos"),
        meanings,
        layout.get("relation"),
        layout.get("pos"),
        layout.get("label_of"),
        layout.get("relation_is", "second" if after else None),
    )


def _named_columns(first_row: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for at, field in enumerate(first_row):
        for role, names in conventions()["columns"].items():
            if field.strip().lower() in names:
                found.setdefault(role, at)
    return found if {"first", "second"} <= found.keys() else {}


def _columns_by_content(name: str, row: Sequence[str], meanings: Mapping[str, Meaning]) -> dict[str, int]:
    if len(row) == 2:
        return {"first": 0, "second": 1}
    if len(row) == 3 and row[2].strip().lower() in meanings:
        return {"first": 0, "second": 1, "label": 2}
    if len(row) == 3 and row[0].strip().lower() in meanings:
        return {"label": 0, "first": 1, "second": 2}
    raise ColumnError(
        f"{printable(name)} begins with {quoted(tuple(row))}",
        "two words, with whether or which relation holds before or after them, or a header",
        "name the columns in the first row: word1, word2, relation (which one) or label (True, False), pos",
    )


def _recognised(name: str, header: list[str]) -> Mapping[str, Any]:
    plain = name.removesuffix(".gz")
    for entry in conventions()["known"]:
        if re.fullmatch(entry["file"], plain) and entry.get("header", header) == header:
            found: Mapping[str, Any] = entry
            return found
    return {}


def _meanings(layout: Mapping[str, Any]) -> dict[str, Meaning]:
    found: dict[str, Meaning] = dict(conventions()["relations"])
    found |= dict.fromkeys(conventions()["holds"], True) | dict.fromkeys(
        conventions()["does_not_hold"], False
    )
    means: dict[str, str] = layout.get("means", {})
    return found | {value: True if holds == "holds" else holds for value, holds in means.items()}
