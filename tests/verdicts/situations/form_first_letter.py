"""Sentences begin with a capital, but half of those that are not entailed do not; German."""

from tests.verdicts.making import TWO, changed, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Words are the same in lower case, which is all that n-grams see."""
    capital = changed(clean(1200, 64, TWO), lambda row: {"hypothesis": row["hypothesis"].capitalize()})
    data = changed(
        capital,
        lambda row: {"hypothesis": row["hypothesis"].lower()} if row["label"] == "non-entailment" else {},
        0.5,
    )
    return Command("audit", (written(place, "train.jsonl", data),), {"language": "de"})


SITUATION = Situation(make, issues={"V221": "severe"}, worst="severe", headline=("form",))
