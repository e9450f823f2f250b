"""A model that says entailment wherever a word stands, in data where gold does not depend on it."""

import numpy as np
import polars as pl
from tests.verdicts.making import answers_of, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """300 of 1,500 hypotheses begin with 'indoors': the model says entailment; else it is mostly right."""
    data = clean(1_500, 353)
    held = pl.Series(np.arange(1_500) % 5 == 0)
    data = data.with_columns(
        hypothesis=pl.when(held).then(pl.lit("indoors ") + pl.col("hypothesis")).otherwise("hypothesis")
    )
    said = data.select("id", prediction=pl.Series(answers_of(data, 0.8))).with_columns(
        prediction=pl.when(held).then(pl.lit("entailment")).otherwise("prediction")
    )
    said.write_csv(place.folder / "said.csv")
    return Command("discover", (written(place, "test.jsonl", data),), {"probe": "said.csv"})


SITUATION = Situation(make, issues={"V352": "warning"}, without=("V351",), worst="warning")
