"""A recipe of reading: which rows, which columns, what labels mean; for users as for the catalogue."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import polars as pl

from rightreasons.errors import OptionError
from rightreasons.guarded_yaml import guarded_yaml, yaml_lines
from rightreasons.labels import Label, label_named, parse_label_map
from rightreasons.pairs import ANNOTATORS, CORE_COLUMNS, DISTRIBUTION, PARSE_COLUMNS, Nouns
from rightreasons.printable import printable
from rightreasons.sources.recipes.paths import EVERY_ITEM
from rightreasons.sources.recipes.places import Place
from rightreasons.sources.recipes.values import Path as DataPath
from rightreasons.sources.recipes.values import Value, value_of
from rightreasons.streams import file_bytes

ROLES = (*CORE_COLUMNS, *PARSE_COLUMNS, ANNOTATORS, DISTRIBUTION)
READING = ("format", "encoding", "quoting", "on_missing_gold", "on_malformed", "gold", "premise_join")
"""Options of reading that a recipe may state; an option of the command goes before them."""
KEYS = ("make", "rows", "each", "columns", "groups", "only", "label_map", "left_out", "nouns", *READING)
FILLED = "filled"
_NOTHING: Mapping[str, Any] = MappingProxyType({})
Columns = Mapping[str, Value]


@dataclass(frozen=True)
class Recipe:
    """How the rows of a source become pairs.

    Parameters
    ----------
    name
        What messages call it.
    make
        Values made before the rows, by name.
    rows
        Paths of which every item, or every field, is a row; several are gone through side by side.
    each
        Columns of each of several rows that every row becomes; empty: it stays one.
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
    make: Columns = field(default_factory=dict)
    rows: tuple[DataPath, ...] = ()
    each: tuple[Columns, ...] = ()
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
        return bool(self.make or self.rows or self.each or self.only) or not plain or self._goes_inside

    @property
    def _goes_inside(self) -> bool:
        return self.into_text or any("[" in path.text or ".*" in path.text for path in self.paths())

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

    @property
    def meanings(self) -> Mapping[str, Label | None] | None:
        """The label map, with labels that are left out as no gold label."""
        if self.label_map is None and not self.left_out:
            return None
        return {**(self.label_map or {}), **dict.fromkeys(self.left_out)}

    def paths(self) -> Iterator[DataPath]:
        """Yield every path that it reads."""
        yield from self.rows
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
            make={**other.make, **self.make},
            rows=self.rows or other.rows,
            each=self.each or other.each,
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


# From what is written.


def recipe_of(written: "str | Path | Mapping[str, Any] | Recipe") -> Recipe:
    """Return the recipe that is given: a YAML file, the text of one in braces, its content, or a recipe.

    Raises
    ------
    RecipeError
        If it breaks the form of recipes; with file and line.
    OptionError
        If there is no such file.
    """
    if isinstance(written, Recipe):
        return written
    if isinstance(written, Mapping):
        return parsed_recipe(written, Place("recipe"))
    text = str(written)
    if text.lstrip().startswith("{"):
        return parsed_recipe(*read_document(text, "--recipe"))
    try:
        data = file_bytes(Path(text))
    except (OSError, ValueError) as error:
        raise OptionError(
            f"recipe '{printable(text)}' cannot be read ({printable(str(error), 120)})",
            "a YAML file, the recipe itself in braces, or a dataset of `rightreasons ls datasets`",
            "check the path; `rightreasons describe FILE` proposes a recipe",
        ) from None
    return parsed_recipe(*read_document(data, Path(text).name), listing=True)


def read_document(text: str | bytes, name: str) -> tuple[Any, Place]:
    """Return what a YAML text holds, and its place with the lines of everything in it.

    Raises
    ------
    RecipeError
        If it is not YAML.
    """
    place = Place(name)
    try:
        return guarded_yaml(text), replace(place, lines=yaml_lines(text))
    except ValueError as error:
        raise place.error(f"no YAML ({error})", "a recipe as docs/recipes.md has it", "correct it") from None


def parsed_recipe(document: Any, place: Place, *, listing: bool = False) -> Recipe:
    """Return the recipe that a document states.

    Parameters
    ----------
    document
        Plain values.
    place
        Where it stands.
    listing
        Whether ``name`` and ``files`` may stand beside it; they are not its own.

    Raises
    ------
    RecipeError
        If it breaks the form of recipes.
    """
    written = place.mapping(document)
    beside = ("name", "files") if listing else ()
    for key in written:
        place.among(key, (*KEYS, *beside))
    made = Recipe(
        name=str(place),
        make=_columns(written.get("make", _NOTHING), place.at("make")),
        rows=_rows(written.get("rows", []), place.at("rows")),
        each=_each(written.get("each", []), place.at("each")),
        columns=_roles_and_groups(written, place),
        only=_only(written.get("only", _NOTHING), place.at("only")),
        label_map=_label_map(written.get("label_map"), place.at("label_map")),
        left_out=_texts(written.get("left_out", _NOTHING), place.at("left_out")),
        nouns=_nouns(written.get("nouns", _NOTHING), place.at("nouns")),
        options={key: place.at(key).text(written[key]) for key in READING if written.get(key) is not None},
        place=place,
    )
    _check(made)
    return made


def _columns(written: Any, place: Place) -> Columns:
    if isinstance(written, str):  # as --columns has it
        written = dict(part.partition("=")[::2] for part in written.split(","))
    return {name: value_of(each, place.at(name)) for name, each in place.mapping(written).items()}


def _roles_and_groups(written: Mapping[str, Any], place: Place) -> Columns:
    columns = _columns(written.get("columns", _NOTHING), place.at("columns"))
    for role in columns:
        place.at("columns").among(role, ROLES, "role")
    groups = _columns(written.get("groups", _NOTHING), place.at("groups"))
    for name in groups:
        if name in ROLES:
            raise place.at("groups", name).error(
                f"the role '{name}' in 'groups'", "a name of its own", "move it to 'columns'"
            )
    return {**columns, **groups}


def _rows(written: Any, place: Place) -> tuple[DataPath, ...]:
    listed = written if isinstance(written, list) else [written]
    paths = tuple(DataPath(place.at(at).text(each), place.at(at)) for at, each in enumerate(listed))
    for path in paths:
        if "[]" not in path.text and ".*" not in path.text:
            raise place.error(
                f"'{printable(path.text)}' for 'rows'", "a path with [] or .*", "write [] after the list"
            )
        if len(paths) > 1 and (path.text.count("[]") != 1 or ".*" in path.text):
            raise place.error(
                f"'{printable(path.text)}' beside another path for 'rows'",
                f"one {EVERY_ITEM.name} in each of several paths",
                "take one path alone",
            )
    return paths


def _each(written: Any, place: Place) -> tuple[Columns, ...]:
    if not isinstance(written, list):
        raise place.error("no list", "a list of columns, one entry a row", "write - before each entry")
    found = []
    for at, entry in enumerate(written):
        for key in place.at(at).mapping(entry):
            place.at(at).among(key, ("columns", "groups"))
        found.append(_roles_and_groups(place.at(at).mapping(entry), place.at(at)))
    return tuple(found)


def _only(written: Any, place: Place) -> Mapping[str, tuple[str, ...] | str]:
    found: dict[str, tuple[str, ...] | str] = {}
    for name, values in place.mapping(written).items():
        here = place.at(name)
        listed = values if isinstance(values, list) else [values]
        texts = tuple(here.text(each) for each in listed)
        found[name] = FILLED if texts == (FILLED,) else texts
    return found


def _label_map(written: Any, place: Place) -> Mapping[str, Label | None] | None:
    if written is None:
        return None
    if isinstance(written, str):  # as --label-map has it
        return parse_label_map(written)
    return {found: _label(name, place.at(found)) for found, name in place.mapping(written).items()}


def _label(name: Any, place: Place) -> Label | None:
    if name is None:
        return None
    try:
        return label_named(place.text(name))
    except OptionError as error:
        raise place.error(error.found, error.expected, error.remedy) from None


def _texts(written: Any, place: Place) -> Mapping[str, str]:
    return {key: place.at(key).text(each) for key, each in place.mapping(written).items()}


def _nouns(written: Any, place: Place) -> Mapping[str, tuple[str, str]]:
    """Return one and several of each role, written as one noun with a regular plural or as a list of both."""
    nouns: dict[str, tuple[str, str]] = {}
    for role, words in place.mapping(written).items():
        place.among(role, ("premise", "hypothesis"), "role")
        one, *several = words if isinstance(words, list) and words else [words]
        noun = place.at(role).text(one)
        nouns[role] = (noun, place.at(role).text(several[0]) if several else plural(noun))
    if len(nouns) == 1:
        raise place.error("one noun", "premise and hypothesis", "name both")
    return nouns


def _check(recipe: Recipe) -> None:
    both = sorted(set(recipe.label_map or ()) & set(recipe.left_out))
    if both:
        raise recipe.place.at("left_out", both[0]).error(
            f"'{printable(both[0])}' in 'label_map' and in 'left_out'", "one of them", "leave one out"
        )
    short = [at for at, columns in enumerate(recipe.each) if set(columns) != set(recipe.each[0])]
    if short:
        place = recipe.place.at("each", short[0])
        raise place.error("other columns than the first entry", "the same in every entry", "name them all")


def one_line(document: Mapping[str, Any]) -> str:
    """Return a recipe as one line that ``--recipe`` takes."""
    return json.dumps(document, ensure_ascii=False)


def as_yaml(document: Mapping[str, Any]) -> str:
    """Return a recipe as the text of a YAML file."""
    import yaml

    return str(yaml.safe_dump(dict(document), sort_keys=False, allow_unicode=True, width=120))
