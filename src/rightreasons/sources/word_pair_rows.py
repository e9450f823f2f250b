"""Files of word pairs: which column is what, and which rows give a pair in a relation."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

from rightreasons.errors import ColumnError, MalformedRowError, OptionError, UnknownLabelError
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.printable import printable, quoted
from rightreasons.sources.raw import LINE, ROW, RawTable, place

# What a file of word pairs looks like: which column is what, and what its values mean.


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
    found: dict[str, Any] = packaged_yaml("rightreasons.sources", "word_pairs.yaml")
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


# From the rows of a file of word pairs to pairs in a relation, or to why a row gives none.


NOT_HELD = "the relation does not hold"
OTHER = "another relation"
SELF = "a word with itself"
SEVERAL_WORDS = "more than one word on a side"

Pair = tuple[str, str, str | None, str]


class Row(NamedTuple):
    """What stands in one row, and on which line."""

    where: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowReader:
    """Reads rows of one file.

    Parameters
    ----------
    name
        What messages call the file.
    layout
        What its columns hold.
    relation
        The relation asked for; None: every one.
    """

    name: str
    layout: Layout
    relation: str | None

    def read(self, row: Row) -> Pair | str:
        """Return the pair of a row, or why there is none.

        Raises
        ------
        MalformedRowError
            If a word is empty.
        UnknownLabelError
            If it is not known what a label means.
        OptionError
            If the file does not tell which relation it is, or of which word.
        """
        first, second = (row.fields[at].strip().lower() for at in (self.layout.first, self.layout.second))
        if not first or not second:
            raise MalformedRowError(
                f"{printable(self.name)} {row.where} has an empty word", "two words", "mend or remove the row"
            )
        relation = self._relation(row)
        if relation is False:
            return NOT_HELD
        if relation is True:
            relation = self._default()
        elif relation and self.layout.relation_is is None:
            self._refuse_undirected(relation)
        first, second, relation = self._directed(first, second, relation or "")
        return self._refusal(first, second, relation) or (first, second, self._pos(row), relation)

    def _refusal(self, first: str, second: str, relation: str) -> str | None:
        if not relation or (self.relation and relation != self.relation):
            return OTHER
        if first == second:
            return SELF
        single = all(len(word.replace("_", " ").split()) == 1 for word in (first, second))
        return None if single else SEVERAL_WORDS

    def _relation(self, row: Row) -> Meaning:
        """Return the relation that a row names, or whether the one that the file is about holds."""
        label = self._meaning(row, self.layout.label)
        if self.layout.relation is None:
            return label
        relation = self._meaning(row, self.layout.relation)
        denied = label is False and relation == (self.layout.label_of or relation)
        return False if denied else relation

    def _default(self) -> str:
        relation = self.layout.default or self.relation
        if relation is None:
            raise OptionError(
                f"{printable(self.name)} says of its pairs that they hold, not in which relation",
                "the relation",
                "give it, e.g. relation='hypernym' (what the second word is to the first)",
            )
        return relation

    def _meaning(self, row: Row, at: int | None) -> Meaning:
        if at is None:
            return True
        value = row.fields[at].strip().lower()
        if value not in self.layout.meanings:
            raise UnknownLabelError(
                f"{printable(self.name)} {row.where} says '{printable(value)}' of the relation",
                f"one of {quoted(tuple(self.layout.meanings), 60)}",
                "write one of these in the file",
            )
        return self.layout.meanings[value]

    def _refuse_undirected(self, relation: str) -> None:
        if relation in conventions()["converses"]:
            raise OptionError(
                f"{printable(self.name)} has '{relation}' before two words, and not which of them it is",
                "relation_is='first' or relation_is='second'",
                "give it: in 'hypernym dog animal' it is the second, in 'hypernym animal dog' the first",
            )

    def _directed(self, first: str, second: str, relation: str) -> tuple[str, str, str]:
        """Turn a pair so that its second word is what the relation says, and as it was asked for."""
        converses: Mapping[str, str] = conventions()["converses"]
        if relation not in converses:
            return first, second, relation
        if self.layout.relation_is == "first":
            first, second = second, first
        if self.relation == converses[relation]:
            return second, first, self.relation
        return first, second, relation

    def _pos(self, row: Row) -> str | None:
        if self.layout.pos is None:
            return self.layout.default_pos
        found: str | None = conventions()["pos"].get(row.fields[self.layout.pos].strip().lower())
        return found


def rows_of(raw: RawTable, *, skip_first: bool) -> Iterator[Row]:
    """Yield the rows of a table that was read without a header."""
    columns = [raw.parsed.frame[name].to_list() for name in (*raw.columns, ROW, LINE)]
    for at, (*fields, row, line) in enumerate(zip(*columns, strict=True)):
        if at or not skip_first:
            yield Row(place(row, line), tuple(fields))
