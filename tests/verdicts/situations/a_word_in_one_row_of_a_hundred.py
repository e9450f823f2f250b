"""A word that stands in 1 % of the rows, all of them contradictions."""

from tests.verdicts.making import changed, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Found for sure, and of no size that matters."""
    data = changed(
        clean(3000, 45),
        lambda row: {"hypothesis": f"zorn {row['hypothesis']}"} if row["label"] == "contradiction" else {},
        0.03,
    )
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V308": "warning"}, worst="warning", not_in_headline=("severe:",))
