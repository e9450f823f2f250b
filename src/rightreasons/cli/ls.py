"""The command `rightreasons ls KIND`: what is registered under which name."""

from collections.abc import Callable
from typing import Annotated

from rightreasons.cli.generated import Argument
from rightreasons.cli.output import AsJson, write_result
from rightreasons.errors import UnknownNameError
from rightreasons.printable import printable
from rightreasons.reports.formats import REPORT_FORMATS

Kind = Annotated[str | None, Argument("KIND", "datasets, measures, ... ; none: the kinds.")]


def ls(shown: AsJson, kind: Kind = None) -> None:
    """List datasets, measures, models, recipes and other names."""
    if kind is None:
        rows = dict.fromkeys(_KINDS, "")
    elif kind in _KINDS:
        rows = _KINDS[kind]()
    else:
        raise UnknownNameError.among("kind", printable(kind), tuple(_KINDS), "see `rightreasons ls`")
    width = max(map(len, rows), default=0)
    lines = (f"{name:<{width}}  {meaning}".rstrip() for name, meaning in rows.items())
    write_result(rows, *lines, as_json=shown.as_json)


def _measures() -> dict[str, str]:
    from rightreasons.measures.lacks import listed

    return listed()


def _datasets() -> dict[str, str]:
    from rightreasons.sources.catalogue.recognition import load_catalogue

    return {key: f"{data.summary}; licence: {data.licence}" for key, data in load_catalogue().items()}


def _challenges() -> dict[str, str]:
    from rightreasons.challenges import CHALLENGES
    from rightreasons.jobs.probing.challenges import CONTROLS, challenge_names
    from rightreasons.sources.catalogue.challenge_sets import ALL, challenge_sets

    lines = CHALLENGES.summaries() | {name: each.summary for name, each in challenge_sets().items()}
    lines[CONTROLS] = "Items with a part removed or changed, as controls."
    lines[ALL] = "All published sets whose files are in the folder of --data."
    return {name: lines[name] for name in challenge_names()}


def _models() -> dict[str, str]:
    from rightreasons.predictors import PREDICTORS

    return {f"{name}:": line for name, line in PREDICTORS.summaries().items()}


def _recipes() -> dict[str, str]:
    from rightreasons.training.recipe_files import read_recipe, recipe_names

    return {name: read_recipe(name).about for name in recipe_names()}


def _tokenisations() -> dict[str, str]:
    from rightreasons.text.tokenisations import TOKENISATIONS

    return dict(TOKENISATIONS)


def _methods() -> dict[str, str]:
    from rightreasons.debiasing import METHODS

    return METHODS.summaries()


def _shortcuts() -> dict[str, str]:
    from rightreasons.shortcuts import SHORTCUT_FAMILIES

    return SHORTCUT_FAMILIES.summaries()


def _report_formats() -> dict[str, str]:
    return REPORT_FORMATS.summaries()


def _columns() -> dict[str, str]:
    from rightreasons.measures.item_columns import item_columns

    return {column.name: f"{column.type}: {column.meaning}" for column in item_columns()}


def _codes() -> dict[str, str]:
    from rightreasons.verdicts.policy import codes

    return {code: f"{each.severity}: {each.name}. {each.meaning}" for code, each in codes().items()}


def _sizes() -> dict[str, str]:
    from rightreasons.numbers import significant
    from rightreasons.verdicts.policy import default_policy

    sizes = default_policy().sizes
    return {name: f"{significant(each.value)}: {each.reason}" for name, each in sizes.items()}


_KINDS: dict[str, Callable[[], dict[str, str]]] = {
    "datasets": _datasets,
    "measures": _measures,
    "challenges": _challenges,
    "models": _models,
    "recipes": _recipes,
    "methods": _methods,
    "shortcuts": _shortcuts,
    "report-formats": _report_formats,
    "tokenisations": _tokenisations,
    "columns": _columns,
    "codes": _codes,
    "sizes": _sizes,
}
