"""From the rows of a file of word pairs to pairs in a relation, or to why a row gives none."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rightreasons.errors import MalformedRowError, OptionError, UnknownLabelError
from rightreasons.printable import printable, quoted
from rightreasons.sources.raw import LINE, ROW, RawTable, place
from rightreasons.sources.word_pairs.layout import Layout, Meaning, conventions

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
