"""Thirty templates of three labels, named in a column that is called after nothing of the kind."""

from tests.verdicts.making import THREE, written
from tests.verdicts.situation import Command, Place, Situation
from tests.verdicts.templated import templated


def make(place: Place) -> Command:
    """Six of nine to eleven words are those of the template."""
    data = templated(30, 30, 226, THREE, "made_by", fixed=6)
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(
    make,
    issues={"V338": "warning", "V332": "warning"},
    worst="warning",
    without=("V201", "V202", "V203"),
)
