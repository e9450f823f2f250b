"""Each premise has one row a label; two of them are in training, the third, which then is known, in test."""

import polars as pl
from tests.verdicts.making import THREE, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """As in IndoNLI."""
    data = clean(900, 35, per_premise=3).with_columns(label=pl.Series(list(THREE) * 300))
    held = pl.int_range(pl.len()) % 3 == (pl.int_range(pl.len()) // 3) % 3
    train, test = data.filter(~held), data.filter(held)
    names = [written(place, name, part) for name, part in (("train.jsonl", train), ("test.jsonl", test))]
    return Command("audit", (names[0],), {"test": (names[1],)})


SITUATION = Situation(make, issues={"V207": "severe", "V210": "severe"}, worst="severe")
