"""Four in ten neutral hypotheses have a no-break space, in unequal labels."""

from tests.verdicts.making import changed, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """As where one label was pasted from pages of the web."""
    data = changed(
        clean(2000, 63, shares=(0.4, 0.35, 0.25)),
        lambda row: (
            {"hypothesis": "\N{NO-BREAK SPACE}".join(row["hypothesis"].rsplit(" ", 1))}
            if row["label"] == "neutral"
            else {}
        ),
        0.4,
    )
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V221": "severe"}, worst="severe", headline=("form",))
