"""Two files without skill on labels of which one has 90 %: the better of the two is no good either."""

import numpy as np
from tests.verdicts.making import TWO, clean, saved, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """One says the frequent label in 55 %, the other in 80 %, whatever the item."""
    data = clean(1000, 319, TWO, shares=(0.9, 0.1))
    rng = np.random.default_rng(19)
    files = [
        saved(place, f"{name}.csv", data, rng.choice(TWO, 1000, p=(share, 1 - share)).tolist())
        for name, share in (("first", 0.55), ("second", 0.8))
    ]
    return Command("compare", tuple(files), {"on": (written(place, "test.jsonl", data),)})


SITUATION = Situation(
    make,
    issues={"V261": "severe"},
    worst="severe",
    headline=("always answering entailment",),
    through_command_line=True,
)
