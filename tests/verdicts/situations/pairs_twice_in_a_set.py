"""A tenth of the rows are other rows of the set with a word changed and the same label."""

import polars as pl
from tests.verdicts.leaking import copied, one_word_changed
from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Copies that were made to have more rows."""
    data = clean(900, 149)
    again = copied(data.head(100), one_word_changed)
    return Command("audit", (written(place, "train.jsonl", pl.concat([data, again])),))


SITUATION = Situation(make, issues={"V333": "warning"}, worst="warning")
