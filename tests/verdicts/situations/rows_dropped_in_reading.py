"""Three of ten rows have no gold label and are dropped."""

from tests.verdicts.making import changed, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """As "-" in SNLI, only more often."""
    data = changed(clean(1000, 49), lambda _: {"label": "-"}, 0.3)
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V301": "warning"}, worst="warning", headline=())
