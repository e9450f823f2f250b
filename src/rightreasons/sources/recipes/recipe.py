"""A recipe of reading: which rows, which columns, what labels mean; for users as for the catalogue."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import polars as pl

from rightreasons.labels import Label
from rightreasons.pairs import ANNOTATORS, CORE_COLUMNS, DISTRIBUTION, PARSE_COLUMNS, Nouns
from rightreasons.sources.recipes.operations import value_of
from rightreasons.sources.recipes.places import Place
from rightreasons.sources.recipes.values import Path as DataPath
from rightreasons.sources.recipes.values import Value
from rightreasons.sources.recipes.whole import Fill, Merge, Together

ROLES = (*CORE_COLUMNS, *PARSE_COLUMNS, ANNOTATORS, DISTRIBUTION)
READING = ("format", "encoding", "quoting", "on_missing_gold", "on_malformed", "gold", "premise_join")
"""Options of reading that a recipe may state; an option of the command goes before them."""
KEYS = (
    "sideways",
    "fill",
    "merge",
    "together",
    "make",
    "rows",
    "each",
    "columns",
    "groups",
    "only",
    "label_map",
    "left_out",
    "nouns",
    *READING,
)
FILLED = "filled"
Columns = Mapping[str, Value]


@dataclass(frozen=True)
class Recipe:
    """How the rows of a source become pairs.

    Parameters
    ----------
    name
        What messages call it.
    sideways
        Whether the columns of the source are its rows.
    fill
        Columns whose empty cells are filled from above.
    merge
        The column the rows of one value of which are one row; None: every row stays one.
    together
        The rows that are put together to one; None: every row stays one.
    make
        Values made before the rows, by name.
    rows
        Paths of which every item, or every field, is a row; several are gone through side by side.
    each
        Columns of each of several rows that every row becomes; empty: it stays one.
    each_rows
        As `rows`, of each entry of `each` alone.
    columns
        What a column is made of: of a role (`ROLES`), or of a group by any other name.
    only
        Values that a row must have in a column, or `FILLED`.
    label_map
        Label by label as found, None for no gold label; None where nothing is stated.
    left_out
        Why rows with a label are left out, by label as found.
    nouns
        What one and several premises and hypotheses are called; empty: as usual.
    options
        The options of `READING` that are stated.
    place
        Where the recipe stands.
    dataset
        Name in the catalogue, with that of the reading, where it is one of its own.
    into_text
        Whether a path goes on into cells of text, which only the source shows.
    """

    name: str = "recipe"
    sideways: bool = False
    fill: tuple[Fill, ...] = ()
    merge: Merge | None = None
    together: Together | None = None
    make: Columns = field(default_factory=dict)
    rows: tuple[DataPath, ...] = ()
    each: tuple[Columns, ...] = ()
    each_rows: tuple[tuple[DataPath, ...], ...] = ()
    columns: Columns = field(default_factory=dict)
    only: Mapping[str, tuple[str, ...] | str] = field(default_factory=dict)
    label_map: Mapping[str, Label | None] | None = None
    left_out: Mapping[str, str] = field(default_factory=dict)
    nouns: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    place: Place = field(default_factory=lambda: Place("recipe"), compare=False)
    dataset: str = ""
    into_text: bool = False

    @property
    def changes_rows(self) -> bool:
        """Whether it does more than to say which column of the source plays which role."""
        plain = all(each.path is not None and name in ROLES for name, each in self.columns.items())
        own = self.of_whole or self.make or self.rows or self.each or self.only
        return bool(own) or not plain or self._goes_inside

    @property
    def of_whole(self) -> bool:
        """Whether what comes of a row depends on others."""
        return self.sideways or bool(self.fill or self.merge) or self.together is not None

    @property
    def _goes_inside(self) -> bool:
        return self.into_text or any("[" in path.text or ".*" in path.text for path in self.paths())

    @property
    def files(self) -> frozenset[str]:
        """The other files that it looks into; none of them is read for its own rows."""
        every = [value for columns in (self.make, self.columns, *self.each) for value in columns.values()]
        return frozenset(file for value in every for file in value.files)

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles that it states."""
        names = {name for columns in (self.columns, *self.each) for name in columns}
        return tuple(role for role in ROLES if role in names)

    @property
    def plain_columns(self) -> dict[str, str]:
        """Role to column, where that is all it says of columns."""
        if self.changes_rows:
            return {}
        return {name: value.path.text for name, value in self.columns.items() if value.path is not None}

    @property
    def described(self) -> dict[str, str]:
        """Role to what it is made of, in words, where the recipe changes rows."""
        if not self.changes_rows:
            return {}
        made = {
            role: [columns[role] for columns in (self.columns, *self.each) if role in columns]
            for role in self.roles
        }
        return {
            role: ", ".join(dict.fromkeys(value.described for value in values))
            for role, values in made.items()
        }

    @property
    def nouns_of_pairs(self) -> Nouns | None:
        """What one and several premises and hypotheses are called, where the recipe says it."""
        if not self.nouns:
            return None
        (one, several), (other, others) = self.nouns["premise"], self.nouns["hypothesis"]
        return Nouns(one, several, other, others)

    @property
    def source_columns(self) -> frozenset[str]:
        """The columns of the source that it needs, as far as a path names them."""
        first = {re.split(r"\[|\.\*", each.text, maxsplit=1)[0] for each in self.paths()}
        return frozenset(first - set(self.make))

    def begins_at(self, column: str) -> bool:
        """Return whether a path begins at a column of the source."""
        return any(re.split(r"[.\[]", each.text, maxsplit=1)[0] == column for each in self.paths())

    @property
    def meanings(self) -> Mapping[str, Label | None] | None:
        """The label map, with labels that are left out as no gold label."""
        if self.label_map is None and not self.left_out:
            return None
        return {**(self.label_map or {}), **dict.fromkeys(self.left_out)}

    def paths(self) -> Iterator[DataPath]:
        """Yield every path that it reads."""
        yield from self.rows
        for rows in self.each_rows:
            yield from rows
        for columns in (self.make, self.columns, *self.each):
            for value in columns.values():
                yield from value.reads

    def with_columns(self, stated: Mapping[str, str]) -> "Recipe":
        """Return the recipe with the columns that are stated elsewhere, which go before its own."""
        new = {name: value_of(path, Place("--columns", (name,))) for name, path in stated.items()}
        return replace(self, columns={**self.columns, **new}) if new else self

    def of_source(self, schema: Mapping[str, Any]) -> "Recipe":
        """Return the recipe as it reads a source with these columns, some of which may be text to go into."""
        steps = (path.text.partition(".") for path in self.paths() if path.text not in schema)
        into = any(rest and isinstance(schema.get(first), pl.String) for first, _, rest in steps)
        return replace(self, into_text=True) if into else self

    def over(self, other: "Recipe") -> "Recipe":
        """Return this recipe, with what it does not say as `other` says it."""
        return replace(
            self,
            sideways=self.sideways or other.sideways,
            fill=self.fill or other.fill,
            merge=self.merge or other.merge,
            together=self.together or other.together,
            make={**other.make, **self.make},
            rows=self.rows or other.rows,
            each=self.each or other.each,
            each_rows=self.each_rows if self.each else other.each_rows,
            columns={**other.columns, **self.columns},
            only={**other.only, **self.only},
            label_map=other.label_map if self.label_map is None else self.label_map,
            left_out=self.left_out or (other.left_out if self.label_map is None else {}),
            nouns=self.nouns or other.nouns,
            options={**other.options, **self.options},
        )


def plural(noun: str) -> str:
    """Return the regular plural of an English noun."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"
