"""A YAML file that lists data, each with its path, format, columns, label map and split."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rightreasons.errors import RecipeError, UnreadableFileError
from rightreasons.sources.formats.yaml_rows import holds_rows, yaml_document
from rightreasons.sources.opening.compression import load
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.recipes.places import Place
from rightreasons.sources.recipes.recipe import KEYS, Recipe
from rightreasons.sources.recipes.written import parsed_recipe, read_document

ENDINGS = (".yaml", ".yml")
_EXAMPLE = (
    "write `files:` and under it entries such as `- {path: dev.tsv, columns: {label: gold}, split: dev}`"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of a listing.

    Parameters
    ----------
    path
        Where it is, spelled as any DATA; a path is found from the folder of the listing.
    options
        How it is read.
    split
        Which split it is, or, where it holds several, which is read; None takes it as it is.
    """

    path: str
    options: ReadOptions
    split: str | None = None


def is_listing(path: Path) -> bool:
    """Return whether a YAML file lists data, or was meant to: it has a key of recipes, or holds no rows."""
    data = load(path).data
    try:
        document, _ = read_document(data, path.name)
    except RecipeError:
        return not _are_several(data)
    named = isinstance(document, dict) and bool({"files", *KEYS} & document.keys())
    return named or not holds_rows(document)


def _are_several(data: bytes) -> bool:
    """Return whether a YAML file has several documents that are rows."""
    try:
        document = yaml_document(data)
    except ValueError:
        return False
    return isinstance(document, list) and holds_rows(document)


def read_listing(path: Path, options: ReadOptions) -> tuple[str | None, tuple[Entry, ...]]:
    """Return what a YAML data file calls the data, and its files.

    What `options` state goes before what it states for a file, and this before what it states for all.

    Raises
    ------
    UnreadableFileError
        If it is not YAML.
    RecipeError
        If it breaks the form of recipes; with the line.
    """
    try:
        document, place = read_document(load(path).data, path.name)
    except RecipeError as error:
        raise UnreadableFileError(error.found, "a YAML file of data", _EXAMPLE) from None
    outer = place.mapping({"files": document} if isinstance(document, list) else document)
    whole = parsed_recipe(outer, place, listing=True)
    files = outer.get("files")
    if not isinstance(files, list) or not files:
        raise place.error(
            "no files", "`files:` with a list, and `name:`", f"{_EXAMPLE}, or give it with --recipe"
        )
    at = place.at("files") if "files" in (document if isinstance(document, dict) else {}) else place
    name = outer.get("name")
    entries = tuple(_entry(item, at.at(number), whole, options) for number, item in enumerate(files))
    return None if name is None else str(name), entries


def _entry(item: Any, place: Place, whole: Recipe, options: ReadOptions) -> Entry:
    entry = place.mapping({"path": item} if isinstance(item, str) else item)
    if not isinstance(entry.get("path"), str):
        raise place.error("a file without a path", "its path", _EXAMPLE)
    own = {key: each for key, each in entry.items() if key not in ("path", "split") and each is not None}
    recipe = parsed_recipe(own, place).over(whole)
    split = entry.get("split")
    resolved = replace(options, recipe=recipe, split=None).resolved()
    return Entry(entry["path"], resolved, None if split is None else str(split))


def distinct_names(names: Sequence[str], form: str = "{} ({})") -> list[str]:
    """Return the names, each that occurs again with its number put in by `form`."""
    seen: Counter[str] = Counter()
    result = []
    for name in names:
        seen[name] += 1
        result.append(name if seen[name] == 1 else form.format(name, seen[name]))
    return result
