"""Contradicted hypotheses repeat a run of words of their premise; the others as many words, apart."""

import numpy as np
from tests.verdicts.making import changed, clean, sentence, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Three words of the premise in each, in order where the label is contradiction."""
    rng = np.random.default_rng(72)

    def mixed(row: dict[str, str]) -> dict[str, str]:
        own, drawn = row["premise"].split(), sentence(rng, 8, 9).split()
        if row["label"] == "contradiction":
            return {"hypothesis": " ".join([*drawn[:2], *own[1:4], *drawn[2:4]]) + " ."}
        return {"hypothesis": " ".join([own[3], drawn[0], own[2], drawn[1], own[1], *drawn[2:4]]) + " ."}

    return Command("audit", (written(place, "train.jsonl", changed(clean(1500, 72), mixed)),))


SITUATION = Situation(make, issues={"V205": "severe"}, worst="severe", headline=("overlap",))
