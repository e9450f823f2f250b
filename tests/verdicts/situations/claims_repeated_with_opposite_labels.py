"""Every claim twice, with opposite labels, as in FEVER-symmetric."""

import polars as pl
from tests.verdicts.making import TWO, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """A claim that was seen has the other label now."""
    data = clean(600, 37, TWO)
    claims, gold = data["hypothesis"].head(300).to_list() * 2, data["label"].head(300).to_list()
    gold += [TWO[1 - TWO.index(label)] for label in gold]
    data = data.with_columns(hypothesis=pl.Series(claims), label=pl.Series(gold))
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V310": "warning"}, worst="warning")
