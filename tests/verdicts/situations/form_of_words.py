"""An exclamation mark gives a label away: a word to n-grams, so it is told once, as that."""

from tests.verdicts.making import changed, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Half of the contradicted hypotheses end in it."""
    data = changed(
        clean(1500, 65),
        lambda row: {"hypothesis": row["hypothesis"][:-1] + "!"} if row["label"] == "contradiction" else {},
        0.5,
    )
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V201": "severe"}, worst="severe", not_in_headline=("form",))
