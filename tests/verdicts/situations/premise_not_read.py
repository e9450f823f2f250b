"""A model that is as right without its premises as with them."""

from tests.verdicts.making import THREE, changed, clean, function, ordinary, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """A word at the end of every hypothesis tells its label, and the model goes by that word."""
    words = dict(zip(THREE, ("bar", "don", "kis"), strict=True))
    data = changed(clean(300, 16), lambda row: {"hypothesis": f"{row['hypothesis']} {words[row['label']]}"})
    labels = "{'bar': 'entailment', 'don': 'neutral', 'kis': 'contradiction'}"
    model = function(place, ordinary(0.95), f"{labels}.get(hypothesis.split()[-1], 'neutral')")
    return Command("probe", (model,), {"on": (written(place, "test.jsonl", data), "controls")})


SITUATION = Situation(make, issues={"V255": "severe"}, worst="severe", headline=("premise",))
