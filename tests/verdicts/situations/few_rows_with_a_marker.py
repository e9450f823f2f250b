"""A word in one of eight contradictions: 20,000 rows of this would show it, 350 do not."""

from tests.verdicts.making import changed, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Whether nothing is there or too little was looked at, the verdict must not say the first."""
    data = changed(
        clean(350, 101),
        lambda row: {"hypothesis": "kibu " + row["hypothesis"]} if row["label"] == "contradiction" else {},
        0.12,
    )
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(
    make,
    issues={"V302": "warning"},
    worst="warning",
    headline=("too few", "smallest gain", "points"),
    not_in_headline=("no issue",),
)
