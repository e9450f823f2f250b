"""A model that follows the patterns of its training data, on items where these mislead."""

import polars as pl
from tests.verdicts.making import THREE, changed, clean, function, ordinary, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """In training a word goes with each label; in a third of the test items it goes with another."""
    words = dict(zip(THREE, ("bar", "don", "kis"), strict=True))
    train = changed(clean(1500, 17), lambda row: {"hypothesis": f"{row['hypothesis']} {words[row['label']]}"})
    test = changed(
        clean(450, 18), lambda row: {"hypothesis": f"{row['hypothesis']} {words[row['label']]}"}, 0.67
    )
    other = dict(zip(THREE, ("don", "kis", "bar"), strict=True))
    rest = [row["hypothesis"].split()[-1] == "." for row in test.to_dicts()]
    rows = [
        {**row, "hypothesis": f"{row['hypothesis']} {other[row['label']]}"} if plain else row
        for row, plain in zip(test.to_dicts(), rest, strict=True)
    ]
    test = pl.DataFrame(rows, schema=test.schema)
    labels = "{'bar': 'entailment', 'don': 'neutral', 'kis': 'contradiction'}"
    model = function(place, ordinary(0.95), f"{labels}.get(hypothesis.split()[-1], 'neutral')")
    options = {"on": (written(place, "test.jsonl", test),), "train": written(place, "train.jsonl", train)}
    return Command("probe", (model,), options)


SITUATION = Situation(make, issues={"V336": "warning"}, worst="warning")
