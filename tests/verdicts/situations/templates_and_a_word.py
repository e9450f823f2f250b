"""Thirty templates of one label each, and a word that goes with one label in all of them: too few to tell."""

import numpy as np
from tests.verdicts.making import TWO, changed, written
from tests.verdicts.situation import Command, Place, Situation
from tests.verdicts.templated import templated


def make(place: Place) -> Command:
    """What tells the label of new templates too is no template."""
    rng = np.random.default_rng(222)

    def marked(row: dict[str, str]) -> dict[str, str]:
        often = 0.8 if row["label"] == TWO[1] else 0.1
        return {"hypothesis": f"never {row['hypothesis']}"} if rng.random() < often else {}

    data = changed(templated(30, 30, 222, TWO, "template"), marked)
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V201": "severe", "V338": "warning"}, worst="severe")
