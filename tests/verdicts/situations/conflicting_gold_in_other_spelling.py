"""Two hundred pairs occur again with another label, and with other punctuation, quotes, case or space."""

import polars as pl
from tests.verdicts.leaking import copied, respelled
from tests.verdicts.making import EXCHANGED, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Letter by letter no pair occurs twice."""
    data = clean(1500, 146)
    again = copied(data.filter(pl.col("label") != "neutral").head(200), respelled)
    data = pl.concat([data, again.with_columns(pl.col("label").replace(EXCHANGED))])
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V306": "warning"}, worst="warning", through_command_line=True)
