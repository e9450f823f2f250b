"""Sets that are made under a name: evaluation, augmentation (section 7), withheld subcases (appendix D)."""

from collections.abc import Mapping
from functools import cache

from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass

from rightreasons.challenges.hans.data_files import read_data
from rightreasons.challenges.hans.generate import generate
from rightreasons.challenges.hans.hans_set import HansSet
from rightreasons.challenges.hans.templates import Quirks
from rightreasons.challenges.hans.vocabulary.words import HansVocabulary
from rightreasons.errors import UnknownNameError
from rightreasons.pairs import PairTable
from rightreasons.printable import printable


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Recipe:
    """One entry of ``data/recipes.yaml``.

    Parameters
    ----------
    about
        What it makes, in words.
    seed
        What it is drawn with unless another seed is given.
    disjoint_from
        Name of the recipe whose pairs must not occur.
    without
        Subcases that are left out; a model trained on the rest is tested on these.
    """

    about: str
    seed: int
    disjoint_from: str | None = None
    without: tuple[str, ...] = ()


@cache
def recipes() -> Mapping[str, Recipe]:
    """Return all recipes by name."""
    return TypeAdapter(dict[str, Recipe]).validate_python(read_data("recipes.yaml"))


def make_recipe(
    name: str,
    *,
    per_subcase: int = 1000,
    seed: int | None = None,
    quirks: Quirks = "official",
    vocabulary: HansVocabulary | None = None,
    disjoint_from: PairTable | None = None,
) -> HansSet:
    """Make the set that a recipe describes.

    Parameters
    ----------
    name
        Name of the recipe.
    per_subcase, quirks, vocabulary
        As in `generate`; the set that it is kept apart from is made with the same ones.
    seed
        Another seed than that of the recipe.
    disjoint_from
        The evaluation set to keep apart from, where it is another than ours, e.g. the published one.

    Raises
    ------
    UnknownNameError
        If there is no recipe of that name.
    OptionError, SupportError
        As in `generate`.
    """
    if name not in recipes():
        raise UnknownNameError(
            f"recipe '{printable(name)}'", f"one of {', '.join(recipes())}", "correct the name"
        )
    recipe = recipes()[name]
    if disjoint_from is None and recipe.disjoint_from:
        apart = make_recipe(
            recipe.disjoint_from, per_subcase=per_subcase, quirks=quirks, vocabulary=vocabulary
        )
        disjoint_from = apart.to_pairs()
    return generate(
        per_subcase,
        recipe.seed if seed is None else seed,
        quirks,
        without=recipe.without,
        vocabulary=vocabulary,
        disjoint_from=disjoint_from,
    )
