"""Claims with three pieces of evidence each, all of one label; two labels, 350 rows, no signal."""

import polars as pl
from tests.verdicts.making import TWO, clean, written
from tests.verdicts.situation import Command, Place, Situation


def claims_of_few() -> pl.DataFrame:
    """Return 117 claims in 351 rows."""
    data = clean(351, 102, TWO)
    of_claim = [3 * (row // 3) for row in range(351)]
    return data.with_columns(
        hypothesis=pl.Series([data["hypothesis"][row] for row in of_claim]),
        label=pl.Series([data["label"][row] for row in of_claim]),
    )


def make(place: Place) -> Command:
    """There are 117 claims, whatever the rows are."""
    return Command("audit", (written(place, "train.jsonl", claims_of_few()),))


SITUATION = Situation(
    make,
    issues={"V302": "warning"},
    worst="warning",
    headline=("too few", "cannot exclude a larger gain"),
    not_in_headline=("no issue",),
)
