"""A good file of predictions beside one whose entailment and contradiction have changed places."""

from tests.verdicts.making import EXCHANGED, answers_of, clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Both are right in 85 %, if their labels mean what they should."""
    data = clean(600, 71)
    good = saved(place, "good.csv", data, answers_of(data, 0.85))
    turned = [EXCHANGED.get(label, label) for label in answers_of(data, 0.85, seed=8)]
    other = saved(place, "other.csv", data, turned)
    return Command("compare", (good, other), {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(
    make,
    issues={"V101": "blocker"},
    headline=("mapping", "permuted"),
    not_in_headline=("more accurate",),
    worst="blocker",
    invalidates=("compare",),
    through_command_line=True,
)
