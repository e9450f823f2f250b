"""A chat model that gave no label to 75 of 90 items, and whose headline was "right in 80.0 %"."""

from tests.verdicts.making import answers_of, chat, clean, known, ordinary, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Ordinary pairs are answered; of the data so many are."""
    data = clean(90, 11)
    answered = data.head(15)
    model = chat(place, ordinary(1.0) | known(answered, answers_of(answered, 0.8)))
    return Command("probe", (model,), {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(
    make,
    issues={"V103": "blocker"},
    worst="blocker",
    headline=("83", "no label"),
    not_in_headline=("80.0", "right in"),
    spoils=("test.jsonl", "guard"),
    through_command_line=True,
)
