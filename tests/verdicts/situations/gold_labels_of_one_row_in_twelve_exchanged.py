"""One gold label of twelve is another; the model is right on the true labels in 95 % of the items."""

import polars as pl
from tests.verdicts.confident import confident
from tests.verdicts.making import THREE, answers_of, clean
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """It is confident of its answers, wrong ones too."""
    data = clean(1200, 208)
    answers = answers_of(data, 0.95, 208)
    after = dict(zip(THREE, (*THREE[1:], THREE[0]), strict=True))
    gold = [label if row % 12 else after[label] for row, label in enumerate(data["label"])]
    return confident(place, data.with_columns(label=pl.Series(gold)), answers)


SITUATION = Situation(make, issues={"V406": "note"}, worst="warning")
