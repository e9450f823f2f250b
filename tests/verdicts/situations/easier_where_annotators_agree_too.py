"""The same where five annotators agree on every row: no doubtful gold explains it."""

import polars as pl
from tests.verdicts.making import half_marked, probed, right_where_marked
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 95 % where a word of the hypothesis tells the label, in 60 % of the others."""
    data = half_marked(1200, 83)
    labels = pl.Series([[label] * 5 for label in data["label"]])
    return probed(place, data.with_columns(annotator_labels=labels), data, right_where_marked(data, 83))


SITUATION = Situation(
    make,
    issues={"V256": "severe"},
    headline=("annotators all agree",),
    worst="severe",
)
