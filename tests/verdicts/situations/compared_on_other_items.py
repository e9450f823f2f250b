"""Two models that were probed on different items."""

import polars as pl
from tests.verdicts.making import answers_of, clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """No item is the same."""
    for name, seed in (("first", 21), ("second", 22)):
        data = clean(300, seed).with_columns(id=pl.lit(name) + pl.col("id"))
        file = saved(place, f"{name}.csv", data, answers_of(data, 0.8))
        Command("probe", (file,), {"on": (written(place, "test.jsonl", data),), "out": name}).called()
    return Command("compare", ("first", "second"))


SITUATION = Situation(make, error="RR603", through_command_line=True)
