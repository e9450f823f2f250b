"""Half the entailed hypotheses have two spaces between their first words; two labels."""

from tests.verdicts.making import TWO, changed, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """A tool that made them left a gap."""
    data = changed(
        clean(800, 62, TWO),
        lambda row: (
            {"hypothesis": row["hypothesis"].replace(" ", "  ", 1)} if row["label"] == "entailment" else {}
        ),
        0.5,
    )
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V221": "severe"}, worst="severe", headline=("form",))
