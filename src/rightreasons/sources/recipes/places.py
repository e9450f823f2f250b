"""Where something stands in a recipe, so that every error names file and line."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rightreasons.errors import RecipeError
from rightreasons.errors.nearest import nearest
from rightreasons.printable import printable

Key = str | int


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a recipe.

    Parameters
    ----------
    recipe
        What messages call the recipe.
    keys
        The keys that lead to it.
    lines
        The line of every place in the file, counted from 1; empty where there is no file.
    """

    recipe: str
    keys: tuple[Key, ...] = ()
    lines: Mapping[tuple[Key, ...], int] = field(default_factory=dict)

    def at(self, *keys: Key) -> "Place":
        """Return the place that `keys` lead to from here."""
        return replace(self, keys=(*self.keys, *keys))

    def __str__(self) -> str:
        keys = self.keys
        while keys and keys not in self.lines:
            keys = keys[:-1]
        line = f" line {self.lines[keys]}" if keys in self.lines else ""
        return f"{printable(self.recipe)}{line}"

    def error(self, found: str, expected: str, remedy: str) -> RecipeError:
        """Return the error for what stands here."""
        return RecipeError(f"{self}: {found}", expected, remedy)

    def mapping(self, value: Any) -> Mapping[str, Any]:
        """Return a mapping with texts as keys, or refuse what stands here."""
        if not isinstance(value, Mapping):
            raise self.error(f"{_shown(value)} for '{self._key}'", "a mapping, key: value", "correct it")
        return {_word(key): each for key, each in value.items()}

    def text(self, value: Any) -> str:
        """Return a text, or refuse what stands here; numbers and true and false are texts too."""
        if isinstance(value, (list, Mapping)) or value is None:
            raise self.error(f"{_shown(value)} for '{self._key}'", "a text", "correct it")
        return _word(value)

    def among(self, key: str, known: Collection[str], what: str = "key") -> str:
        """Return `key` if it is known, or refuse it."""
        if key in known:
            return key
        near = nearest(key, known)
        remedy = f"did you mean '{near}'?" if near else "correct it, see docs/recipes.md"
        raise self.at(key).error(f"{what} '{printable(key)}'", f"one of {', '.join(known)}", remedy)

    @property
    def _key(self) -> str:
        return printable(str(self.keys[-1])) if self.keys else "recipe"


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shown(value: Any) -> str:
    return "nothing" if value is None else f"'{printable(str(value), 60)}'"
