"""German pairs occur again with another label, their letters and marks apart."""

import polars as pl
from tests.verdicts.leaking import copied, decomposed, german
from tests.verdicts.making import THREE, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The labels go round."""
    data = german(800, 148, THREE)
    again = copied(data.head(120), decomposed)
    data = pl.concat(
        [
            data,
            again.with_columns(
                pl.col("label").replace(dict(zip(THREE, (*THREE[1:], THREE[0]), strict=True)))
            ),
        ]
    )
    return Command("audit", (written(place, "train.jsonl", data),), {"language": "de"})


SITUATION = Situation(make, issues={"V306": "warning"}, worst="warning")
