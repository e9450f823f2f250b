"""Two files of predictions: one goes by a word of the hypothesis, one does not, and is no worse."""

from tests.verdicts.making import answers_of, half_marked, right_where_marked, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """One is right in 95 % where a word tells the label and in 60 % of the others, one in 78 % of both."""
    data = half_marked(1200, 81)
    files = (
        saved(place, "by_word.csv", data, right_where_marked(data, 81)),
        saved(place, "evenly.csv", data, answers_of(data, 0.78, 5)),
    )
    return Command("compare", files, {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(
    make,
    issues={"V353": "warning", "V313": "warning"},
    worst="warning",
    headline=("by_word loses more accuracy than evenly", "does not predict the label"),
)
