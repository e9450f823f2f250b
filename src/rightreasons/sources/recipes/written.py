"""A recipe from what is written: a YAML file, its text, or plain values, checked."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rightreasons.errors import OptionError
from rightreasons.guarded_yaml import guarded_yaml, yaml_lines
from rightreasons.labels import Label, label_named, parse_label_map
from rightreasons.printable import printable
from rightreasons.sources.raw import HIDDEN
from rightreasons.sources.recipes.operations import value_of
from rightreasons.sources.recipes.places import Place
from rightreasons.sources.recipes.recipe import FILLED, KEYS, READING, ROLES, Columns, Recipe, plural
from rightreasons.sources.recipes.steps import EVERY_ITEM
from rightreasons.sources.recipes.values import Path as DataPath
from rightreasons.sources.recipes.whole import written_fill, written_merge, written_together
from rightreasons.streams.files import file_bytes

_NOTHING: Mapping[str, Any] = MappingProxyType({})
_MOST_PATHS = 1_000


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
        sideways=_sideways(written.get("sideways", False), place.at("sideways")),
        fill=written_fill(written.get("fill", []), place.at("fill")),
        merge=written_merge(written.get("merge"), place.at("merge")),
        together=written_together(written.get("together", _NOTHING), place.at("together")),
        make=_columns(written.get("make", _NOTHING), place.at("make")),
        rows=_rows(written.get("rows", []), place.at("rows")),
        each=_each(written.get("each", []), place.at("each")),
        each_rows=_each_rows(written.get("each", []), place.at("each")),
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


def _sideways(written: Any, place: Place) -> bool:
    if not isinstance(written, bool):
        raise place.error(f"'{printable(str(written), 40)}'", "true or false", "leave it out")
    return written


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
        if name in ROLES or name in HIDDEN:
            taken = f"the role '{name}' in 'groups'" if name in ROLES else f"the group '{name}'"
            remedy = "move it to 'columns'" if name in ROLES else "call it otherwise"
            raise place.at("groups", name).error(taken, "a name of its own", remedy)
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
            place.at(at).among(key, ("rows", "columns", "groups"))
        found.append(_roles_and_groups(place.at(at).mapping(entry), place.at(at)))
    return tuple(found)


def _each_rows(written: list[Mapping[str, Any]], place: Place) -> tuple[tuple[DataPath, ...], ...]:
    """Return the rows of each entry of a list that `_each` has checked."""
    return tuple(_rows(entry.get("rows", []), place.at(at, "rows")) for at, entry in enumerate(written))


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
    paths = sum(1 for _ in recipe.paths())
    if max(paths, len(recipe.each)) > _MOST_PATHS:
        found = f"{paths:,} paths, and {len(recipe.each):,} entries of 'each'"
        raise recipe.place.error(found, f"at most {_MOST_PATHS:,} of either", "shorten it")


def as_yaml(document: Mapping[str, Any]) -> str:
    """Return a recipe as the text of a YAML file."""
    import yaml

    return str(yaml.safe_dump(dict(document), sort_keys=False, allow_unicode=True, width=120))
