"""Titles of measures, for people to read beside the names that scripts use."""

from collections.abc import Mapping
from functools import cache

from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.measures import COMPARISON_MEASURES, MEASURES, MODEL_MEASURES
from rightreasons.registry import united

FILE, CONSTANT = "titles.yaml", "TITLES"
"""Where titles stand: in our file, or in a literal beside a measure, ``TITLES = {"lengths": "Lengths"}``."""


@cache
def measure_titles() -> Mapping[str, str]:
    """Return the title of each measure that has one, by its name; one of a plug-in need not have any.

    Raises
    ------
    DuplicateNameError
        If two claim the title of one measure.
    """
    in_file: Mapping[str, str] = packaged_yaml(__package__ or "", FILE)
    kinds = (MEASURES, MODEL_MEASURES, COMPARISON_MEASURES)
    beside = {by: named for kind in kinds for by, named in kind.claims(CONSTANT).items()}
    return united("title", [(f"{__package__}, {FILE}", in_file), *beside.items()])
