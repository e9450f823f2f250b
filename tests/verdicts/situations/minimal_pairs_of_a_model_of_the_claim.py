"""Each claim stands beside a premise that entails it and one that contradicts it; only claims are read."""

import polars as pl
from tests.verdicts.making import THREE, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Every claim gets one answer, whatever the premise is."""
    data, gold = clean(600, 205), [label for label in (THREE[0], THREE[2]) for _ in range(300)]
    claims = data["hypothesis"].head(300).to_list() * 2
    data = data.with_columns(hypothesis=pl.Series(claims), label=pl.Series(gold))
    return probed(place, data, data, [THREE[place % 3] for place in range(300)] * 2)


SITUATION = Situation(make, issues={"V347": "warning"}, worst="severe")
