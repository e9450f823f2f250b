"""Half of the contradictions hold a word that no other hypothesis has."""

from tests.verdicts.making import changed, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The other two labels are alike."""
    data = changed(
        clean(1500, 44),
        lambda row: {"hypothesis": f"zorn {row['hypothesis']}"} if row["label"] == "contradiction" else {},
        0.5,
    )
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(
    make, issues={"V201": "severe", "V202": "severe"}, worst="severe", headline=("contradiction",)
)
