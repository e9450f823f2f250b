"""A chat model whose server failed on a tenth of the items."""

from tests.verdicts.making import answers_of, by_pair, chat, clean, ordinary, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The rest is answered; the run goes on from there."""
    data = clean(90, 13)
    answers = ordinary(1.0) | by_pair(data.head(81), answers_of(data.head(81), 0.8))
    model = chat(place, answers, otherwise=422)
    return Command("probe", (model,), {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(
    make, issues={"V105": "blocker"}, worst="blocker", headline=("not finished",), invalidates=("test.jsonl",)
)
