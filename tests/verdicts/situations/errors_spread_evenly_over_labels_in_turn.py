"""Right in 20 % of rows whose labels come in turn, where a shift is right more often too."""

import polars as pl
from tests.verdicts.making import THREE, answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Of labels in turn a shift by one is another order of the labels."""
    data = clean(900, 45)
    data = data.with_columns(label=pl.Series([*THREE] * 300))
    return probed(place, data, data, answers_of(data, 0.2))


SITUATION = Situation(
    make,
    issues={"V254": "severe"},
    headline=("worse than chance",),
    worst="severe",
)
