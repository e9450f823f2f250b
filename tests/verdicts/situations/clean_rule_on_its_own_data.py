"""Saved predictions of a good model on data with groups."""

import polars as pl
from tests.verdicts.making import answers_of, clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Two groups, in which it is equally right."""
    data = clean(800, 78).with_columns(genre=pl.Series(["fiction", "news"] * 400))
    file = saved(place, "said.csv", data, answers_of(data, 0.85))
    return Command("probe", (file,), {"on": (written(place, "test.jsonl", data),), "by": ("genre",)})


SITUATION = Situation(
    make,
    headline=("85.0 %", "always answering", "no shortcut was tested"),
    not_in_headline=("no issue",),
    does_not_invalidate=("test.jsonl",),
)
