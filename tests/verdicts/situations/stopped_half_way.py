"""A chat model whose server is gone after half of the items."""

from tests.verdicts.making import answers_of, by_pair, chat, clean, ordinary, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """One attempt each."""
    data = clean(90, 14)
    answers = ordinary(1.0) | by_pair(data.head(45), answers_of(data.head(45), 0.8))
    model = chat(place, answers, otherwise=503)
    options = {"on": (written(place, "test.jsonl", data),), "attempts": 1, "concurrency": 1}
    return Command("probe", (model,), options)


SITUATION = Situation(make, issues={"V105": "blocker"}, worst="blocker", headline=("not finished",))
