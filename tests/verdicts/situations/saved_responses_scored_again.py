"""Responses of a proved model, scored again on data with two labels, where their order cannot be proved."""

import polars as pl
from tests.verdicts.making import answers_of, by_pair, clean, function, ordinary, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The first probe proved it; the second has only its folder."""
    data = clean(300, 79)
    model = function(place, ordinary(0.95) | by_pair(data, answers_of(data, 0.9)))
    first = written(place, "three.jsonl", data)
    Command("probe", (model,), {"on": (first,), "out": "first"}).called()
    names = {"neutral": "non-entailment", "contradiction": "non-entailment"}
    second = written(place, "two.jsonl", data.with_columns(pl.col("label").replace(names)))
    return Command("probe", ("first",), {"on": (second,)})


SITUATION = Situation(make, issues={"V316": "warning"}, worst="warning", does_not_invalidate=("two.jsonl",))
