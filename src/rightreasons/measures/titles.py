"""Titles of measures, for people to read beside the names that scripts use."""

from collections.abc import Mapping
from functools import cache

from rightreasons.guarded_yaml import packaged_yaml


@cache
def measure_titles() -> Mapping[str, str]:
    """Return the title of each measure of ours by its name; one of a plug-in has none."""
    titles: Mapping[str, str] = packaged_yaml(__package__ or "", "titles.yaml")
    return titles
