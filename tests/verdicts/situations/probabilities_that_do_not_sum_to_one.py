"""A model whose probabilities sum to more than one."""

import polars as pl
from tests.verdicts.making import THREE, answers_of, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """As of outputs that were never normalised; the labels are right nine times in ten."""
    data = clean(300, 9)
    answers = answers_of(data, 0.9)
    columns = {label: [0.9 if each == label else 0.5 for each in answers] for label in THREE}
    data.select("id").with_columns(**{name: pl.Series(each) for name, each in columns.items()}).write_csv(
        place.folder / "said.csv"
    )
    return Command("probe", ("said.csv",), {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(make, issues={"V320": "warning"}, worst="warning")
