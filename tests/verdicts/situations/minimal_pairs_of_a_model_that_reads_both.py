"""Each claim stands beside two premises with other labels; errors have nothing to do with the claim."""

import polars as pl
from tests.verdicts.making import THREE, answers_of, clean, probed
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Right in 85 % of the items, whichever they are."""
    data, gold = clean(900, 206), [label for label in THREE for _ in range(300)]
    claims = data["hypothesis"].head(300).to_list() * 3
    data = data.with_columns(hypothesis=pl.Series(claims), label=pl.Series(gold))
    return probed(place, data, data, answers_of(data, 0.85, 206))


SITUATION = Situation(make, without=("V347",), worst="warning")
