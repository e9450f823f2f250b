"""Entailed hypotheses are words of their premises; the others are not."""

from tests.verdicts.making import changed, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The hypothesis alone says nothing."""
    data = changed(
        clean(1500, 47),
        lambda row: (
            {"hypothesis": " ".join(row["premise"].split()[1:6]) + " ."}
            if row["label"] == "entailment"
            else {}
        ),
    )
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V205": "severe"}, worst="severe")
