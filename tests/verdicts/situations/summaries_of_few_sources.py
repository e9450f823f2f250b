"""Ten summaries of each of 40 sources; two words in all summaries of eight of them, which have one label."""

import polars as pl
from tests.verdicts.making import TWO, written
from tests.verdicts.situation import Command, Place, Situation
from tests.verdicts.sourced import in_sources, outputs


def make(place: Place) -> Command:
    """Each word is in four sources: a fifth of the rows hold one, and no other source does."""
    data = outputs(40, 10, 204, together=1.0)
    first = in_sources(data, TWO[1], 4, 10, lambda text: f"attack {text}")
    named = first.with_columns(source=data["source"])
    others = named.filter(~pl.col("hypothesis").str.starts_with("attack"))
    rest = in_sources(others, TWO[1], 4, 10, lambda text: f"police {text}")
    kept = first.filter(pl.col("hypothesis").str.starts_with("attack"))
    return Command("audit", (written(place, "train.jsonl", pl.concat([kept, rest])),))


SITUATION = Situation(make, issues={"V412": "note"}, worst="warning", without=("V202", "V203", "V308"))
