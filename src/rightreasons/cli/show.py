"""`rightreasons ls KIND`: what is registered under which name."""

import json
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from rightreasons.cli import options
from rightreasons.errors import UnknownNameError
from rightreasons.printable import printable

Kind = Annotated[str | None, typer.Argument(help="datasets, measures, ... ; none: the kinds.")]


def ls(kind: Kind = None, as_json: options.AsJson = False) -> None:
    """List what is registered: datasets, measures, challenges, models, recipes, methods, tokenisations."""
    if kind is None:
        rows = dict.fromkeys(_KINDS, "")
    elif kind in _KINDS:
        rows = _KINDS[kind]()
    else:
        raise UnknownNameError(
            f"kind '{printable(kind)}'", f"one of {', '.join(_KINDS)}", "see `rightreasons ls`"
        )
    if as_json:
        sys.stdout.write(json.dumps(rows, indent=1) + "\n")
        return
    width = max(map(len, rows), default=0)
    for name, meaning in rows.items():
        sys.stdout.write(f"{name:<{width}}  {meaning}".rstrip() + "\n")


def _measures() -> dict[str, str]:
    from rightreasons.artifacts import MEASURES

    return {name: _first_line(MEASURES.load(name)) for name in MEASURES}


def _datasets() -> dict[str, str]:
    from rightreasons.sources.catalogue import load_catalogue

    return {key: f"{known.summary}; licence: {known.licence}" for key, known in load_catalogue().items()}


def _challenges() -> dict[str, str]:
    from rightreasons.challenges import CHALLENGES
    from rightreasons.jobs.probing.challenges import CONTROLS
    from rightreasons.jobs.probing.swaps import SWAPS

    ours = {name: _first_line(CHALLENGES.load(name)) for name in CHALLENGES}
    swaps = {name: f"Word swaps made from --train: {relation} pairs." for name, relation in SWAPS.items()}
    return ours | swaps | {CONTROLS: "Items asked again with something taken away or changed."}


def _models() -> dict[str, str]:
    from rightreasons.predictors import PREDICTORS

    return {f"{name}:": _first_line(PREDICTORS.load(name)) for name in PREDICTORS}


def _recipes() -> dict[str, str]:
    from rightreasons.training.reading import read_recipe, recipe_names

    return {name: read_recipe(name).about for name in recipe_names()}


def _tokenisations() -> dict[str, str]:
    from rightreasons.text.tokenisations import TOKENISATIONS

    return dict(TOKENISATIONS)


def _methods() -> dict[str, str]:
    from rightreasons.debiasing import METHODS

    return {name: _first_line(METHODS.load(name)) for name in METHODS}


def _first_line(target: Callable[..., object]) -> str:
    return (target.__doc__ or "").strip().splitlines()[0].replace("``", "")


_KINDS: dict[str, Callable[[], dict[str, str]]] = {
    "datasets": _datasets,
    "measures": _measures,
    "challenges": _challenges,
    "models": _models,
    "recipes": _recipes,
    "methods": _methods,
    "tokenisations": _tokenisations,
}
