"""Two words in a row give the label away; each of them alone says nothing."""

from tests.verdicts.making import changed, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Words of both orders occur with every label."""
    ends = {"entailment": "bar don", "contradiction": "don bar", "neutral": "bar kis"}
    data = changed(
        clean(1500, 52), lambda row: {"hypothesis": f"{ends[row['label']]} {row['hypothesis']}"}, 0.5
    )
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V201": "severe", "V203": "severe"}, worst="severe")
