"""Recipes read from the data files of this package, and what a user changes of them."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic import TypeAdapter, ValidationError

from rightreasons.errors import OptionError, UnknownNameError
from rightreasons.printable import printable
from rightreasons.training.recipe import Batches, Optimiser, Recipe, Schedule, Text, Words

_SMALL = "small"
_PARTS = {"optimiser": Optimiser, "schedule": Schedule, "batches": Batches, "words": Words, "text": Text}
_FIXED = ("model", "about", "source", "printed", "not_stated", "settings", *_PARTS)
_ENDING = ".yaml"


def recipe_names() -> tuple[str, ...]:
    """Return the names of all recipes, sorted."""
    folder = files(__package__).joinpath("recipes")
    return tuple(
        sorted(each.name.removesuffix(".yaml") for each in folder.iterdir() if _is_recipe(each.name))
    )


def _is_recipe(name: str) -> bool:
    return name.endswith(".yaml")


def read_recipe(name: str, *, small: bool = False, changes: Sequence[str] = ()) -> Recipe:
    """Return a recipe.

    Parameters
    ----------
    name
        One of `recipe_names`.
    small
        Whether in its small form, which trains in minutes on two cores.
    changes
        ``"key=value"``, with dots for what is inside: ``"epochs=3"``, ``"optimiser.learning_rate=0.01"``,
        ``"settings.hidden=100"``.

    Raises
    ------
    UnknownNameError
        If there is no such recipe.
    OptionError
        If a change is not written so, names nothing that can be changed, or has a value that does not fit.
    """
    values = _values(name)
    smaller = values.pop(_SMALL)
    merged = _merged(values, smaller if small else {})
    for change in changes:
        merged = _merged(merged, _change(change, merged))
    try:
        recipe: Recipe = _adapter().validate_python(merged)
    except ValidationError as error:
        raise _misfit(error.errors()[0]) from error
    return recipe


def _values(name: str) -> dict[str, Any]:
    import yaml

    names = recipe_names()
    if name not in names:
        near = difflib.get_close_matches(name, names, n=1)
        hint = f"did you mean '{near[0]}'?" if near else "see `rightreasons ls recipes`"
        raise UnknownNameError(f"recipe '{printable(name)}'", f"one of {', '.join(names)}", hint)
    text = files(__package__).joinpath("recipes", f"{name}.yaml").read_text(encoding="utf-8")
    values: dict[str, Any] = yaml.safe_load(text)
    return values


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
    import yaml

    path, separator, written = text.partition("=")
    keys = path.strip().split(".")
    if not separator or not all(keys) or len(keys) > 2:
        raise OptionError(
            f"'{printable(text)}' for --set", "KEY=VALUE", "write --set epochs=3 or --set settings.hidden=100"
        )
    _check_keys(keys, values)
    try:
        value = yaml.safe_load(written)
    except yaml.YAMLError as error:
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


def _misfit(fault: Any) -> OptionError:
    where = ".".join(str(part) for part in fault["loc"] if not str(part)[:1].isupper())
    return OptionError(
        f"{printable(where)}={printable(str(fault['input']))} in the recipe",
        printable(str(fault["msg"])).removeprefix("Input should be "),
        "correct --set",
    )
