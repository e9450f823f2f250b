"""A chat model that gives no label to half of the items."""

from tests.verdicts.making import answers_of, chat, clean, known, ordinary, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Ordinary pairs are answered; of the data so many are."""
    data = clean(90, 11)
    answered = data.head(45)
    model = chat(place, ordinary(1.0) | known(answered, answers_of(answered, 0.8)))
    return Command("probe", (model,), {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(
    make,
    issues={"V103": "blocker"},
    worst="blocker",
    headline=("50", "no label"),
    spoils=("test.jsonl", "guard"),
)
