"""Six in ten contradicted hypotheses end in a space, which no word shows."""

from tests.verdicts.making import changed, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Nothing but that space speaks for a label."""
    data = changed(
        clean(1500, 61),
        lambda row: {"hypothesis": row["hypothesis"] + " "} if row["label"] == "contradiction" else {},
        0.6,
    )
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(
    make,
    issues={"V221": "severe"},
    worst="severe",
    headline=("form", "white space"),
    through_command_line=True,
)
