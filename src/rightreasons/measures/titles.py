"""Titles of measures, for people to read beside the names that scripts use."""

from collections.abc import Mapping
from functools import cache

from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.measures import COMPARISON_MEASURES, MEASURES, MODEL_MEASURES
from rightreasons.pairs import Nouns
from rightreasons.registry import united

FILE, CONSTANT = "titles.yaml", "TITLES"
"""Where titles stand: in our file, or in a literal beside a measure, ``TITLES = {"lengths": "Lengths"}``."""


@cache
def measure_titles(nouns: Nouns = Nouns()) -> Mapping[str, str]:  # noqa: B008 (frozen)
    """Return the title of each measure that has one, by its name; one of a plug-in need not have any.

    Parameters
    ----------
    nouns
        What the data call their premises and hypotheses.

    Raises
    ------
    DuplicateNameError
        If two claim the title of one measure.
    """
    in_file: Mapping[str, str] = packaged_yaml(__package__ or "", FILE)
    kinds = (MEASURES, MODEL_MEASURES, COMPARISON_MEASURES)
    beside = {by: named for kind in kinds for by, named in kind.claims(CONSTANT).items()}
    titles = united("title", [(f"{__package__}, {FILE}", in_file), *beside.items()])
    sides = {"premise": nouns.premise, "hypothesis": nouns.hypothesis}
    words = sides | {side.capitalize(): noun.capitalize() for side, noun in sides.items()}
    return {name: title.format_map(words) for name, title in titles.items()}
