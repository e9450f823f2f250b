"""Recipes read from the data files of this package, and what a user changes of them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from rightreasons.errors import FileMissingError, OptionError, UnknownNameError
from rightreasons.guarded_yaml import guarded_yaml
from rightreasons.options import misfit
from rightreasons.printable import printable, quoted
from rightreasons.streams.files import file_bytes
from rightreasons.training.recipe import (
    TRANSFORMERS,
    Batches,
    LearningRateSchedule,
    Optimiser,
    Recipe,
    Text,
    Words,
)

_SMALL, _SIZES, _UP_TO = "small", "sizes", "up_to"


_PARTS = {
    "optimiser": Optimiser,
    "schedule": LearningRateSchedule,
    "batches": Batches,
    "words": Words,
    "text": Text,
}


_FIXED = ("model", "about", "source", "printed", "not_stated", "settings", *_PARTS)


_ENDING = ".yaml"


def needs_trees(model: str) -> bool:
    """Return whether the model of a recipe reads trees."""
    from rightreasons.models import MODELS

    return model != TRANSFORMERS and MODELS.load(model).needs_trees is True


def checkpoint_name(place: str) -> str:
    """Return what records call an encoder: its name on the hub, or its folder without the way to it."""
    return Path(place).resolve().name if Path(place).is_dir() else place


def recipe_title(recipe: str) -> str:
    """Return what to call a recipe: its name, or that of its file."""
    return Path(recipe).stem if recipe.endswith(_ENDING) else recipe


def recipe_names() -> tuple[str, ...]:
    """Return the names of all recipes, sorted."""
    folder = files(__package__).joinpath("recipes")
    names = (each.name for each in folder.iterdir())
    return tuple(sorted(name.removesuffix(_ENDING) for name in names if name.endswith(_ENDING)))


def read_recipe(
    name: str, *, small: bool = False, changes: Sequence[str] = (), parameters: int | None = None
) -> Recipe:
    """Return a recipe.

    Parameters
    ----------
    name
        One of `recipe_names`, or a file of the same form, ``"mine.yaml"``.
    small
        Whether in its small version, which trains in minutes on two cores.
    changes
        ``"key=value"``, with dots for what is inside: ``"epochs=3"``, ``"optimiser.learning_rate=0.01"``,
        ``"settings.hidden=100"``.
    parameters
        Of the encoder that is fine-tuned, for values that go by its size.

    Raises
    ------
    UnknownNameError
        If there is no such recipe.
    OptionError
        If a change is not written so, names nothing that can be changed, or has a value that does not fit.
    """
    values = _values(name)
    smaller, by_size = values.pop(_SMALL, {}), values.pop(_SIZES, ())
    merged = _merged(values, smaller if small else {})
    merged = _merged(merged, _of_size(by_size, parameters))
    for change in changes:
        merged = _merged(merged, _change(change, merged))
    try:
        recipe: Recipe = _adapter().validate_python(merged)
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"] if not str(part)[:1].isupper())
        raise misfit(where, fault, "in the recipe", "correct --set") from error
    return recipe


def _of_size(rows: Sequence[Mapping[str, Any]], parameters: int | None) -> dict[str, Any]:
    """Return the values of the first row that an encoder fits in; none where its size is not known."""
    size = math.nan if parameters is None else parameters
    row = dict(next((row for row in rows if size <= row.get(_UP_TO, math.inf)), {}))
    return {name: row[name] for name in row.keys() - {_UP_TO}}


def _values(name: str) -> dict[str, Any]:
    if name.endswith(_ENDING):
        return _from_file(Path(name))
    check_recipe(name)
    return _parsed(files(__package__).joinpath("recipes", f"{name}{_ENDING}").read_text(encoding="utf-8"))


_FAMILIES = ("bert", "minilm", "electra", "xlnet", "mpnet")  # parts of the names of encoders


def check_recipe(name: str) -> None:
    """Make sure that there is such a recipe, before anything else of a training is asked for.

    Raises
    ------
    UnknownNameError
        If there is none; for the name of an encoder, it says how one is fine-tuned.
    """
    names, shown = recipe_names(), printable(name)
    if name.endswith(_ENDING) or name in names:
        return
    if any(part in name.lower() for part in _FAMILIES) or "/" in name:
        place = shown if "/" in name else "FOLDER|NAME"
        remedy = f"any pretrained encoder is fine-tuned by `train encoder --encoder {place}`"
        raise UnknownNameError(f"recipe '{shown}'", f"one of {', '.join(names)}", remedy)
    raise UnknownNameError.among("recipe", shown, names, "see `rightreasons ls recipes`")


def _from_file(path: Path) -> dict[str, Any]:
    shown = f"the recipe '{printable(path.name)}'"
    if not path.is_file():
        raise FileMissingError(f"no file for {shown}", "a YAML file", "check the path")
    try:
        values = _parsed(file_bytes(path))
    except (OSError, ValueError) as error:
        raise OptionError(f"{shown}: {printable(str(error), 160)}", "YAML", "correct it") from error
    missing = {"model", "about"} - values.keys()
    if missing:
        raise OptionError(
            f"{shown} without {quoted(tuple(sorted(missing)))}", "a recipe as ours are", "complete it"
        )
    return values


def _parsed(text: str | bytes) -> dict[str, Any]:
    values = guarded_yaml(text)
    return dict(values) if isinstance(values, dict) else {}


@cache
def _adapter() -> TypeAdapter[Recipe]:
    return TypeAdapter(Recipe)


def _merged(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return `values` with `changes`, part by part."""
    merged = dict(values)
    for key, value in changes.items():
        inside = merged.get(key)
        both = isinstance(inside, Mapping) and isinstance(value, Mapping)
        merged[key] = _merged(inside, value) if both else value  # type: ignore[arg-type]  # `both` says so
    return merged


def _change(text: str, values: Mapping[str, Any]) -> dict[str, Any]:
    path, separator, written = text.partition("=")
    keys = path.strip().split(".")
    if not separator or not all(keys) or len(keys) > 2:
        raise OptionError(
            f"'{printable(text)}' for --set", "KEY=VALUE", "write --set epochs=3 or --set settings.hidden=100"
        )
    _check_keys(keys, values)
    try:
        value = guarded_yaml(written)
    except ValueError as error:
        raise OptionError(f"'{printable(text)}' for --set", "a value as in YAML", "correct it") from error
    return {keys[0]: value} if len(keys) == 1 else {keys[0]: {keys[1]: value}}


def _check_keys(keys: Sequence[str], values: Mapping[str, Any]) -> None:
    if keys[0] == "settings" and len(keys) == 2:  # the model knows its own settings
        return
    allowed = [
        *(each.name for each in fields(Recipe) if each.name not in _FIXED),
        *(f"{name}.{each.name}" for name, part in _PARTS.items() for each in fields(part)),
    ]
    if ".".join(keys) not in allowed:
        raise OptionError(
            f"'{printable('.'.join(keys))}' for --set",
            f"one of {', '.join(allowed)}, settings.NAME",
            f"see the settings of the recipe: {', '.join(values['settings']) or 'it has none'}",
        )
