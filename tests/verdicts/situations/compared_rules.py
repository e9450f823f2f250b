"""Two rules of ours beside each other, which nobody trained and nobody could train again."""

from tests.verdicts.making import clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Both are probed on the same pairs."""
    on = (written(place, "test.jsonl", clean(300, 330)),)
    for rule, name in (("rule:random", "one"), ("rule:lexical-overlap", "two")):
        Command("probe", (rule,), {"on": on, "out": name}).called()
    return Command("compare", ("one", "two"))


SITUATION = Situation(make, worst="severe", without=("V313",))
