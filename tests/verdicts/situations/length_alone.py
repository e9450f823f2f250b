"""Neutral hypotheses are twice as long; their words say nothing."""

import numpy as np
from tests.verdicts.making import changed, clean, sentence, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """The same words in the same shares, only more of them."""
    rng = np.random.default_rng(46)
    data = changed(
        clean(1500, 46),
        lambda row: {"hypothesis": sentence(rng, 10, 20)} if row["label"] == "neutral" else {},
    )
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V204": "severe"}, worst="severe")
