"""Entailed hypotheses share more words with their premises, but seldom all of them."""

import numpy as np
from tests.verdicts.making import TWO, changed, clean, sentence, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """Three to five words of the premise in entailment, none to three in others, the rest drawn."""
    rng = np.random.default_rng(71)

    def mixed(row: dict[str, str]) -> dict[str, str]:
        own = row["premise"].split()[:-1]
        least, most = (3, 5) if row["label"] == "entailment" else (0, 3)
        kept = rng.permutation(own)[: int(rng.integers(least, most + 1))]
        drawn = sentence(rng, 12, 13).split()[: 6 - len(kept)]
        return {"hypothesis": " ".join(rng.permutation([*kept, *drawn])) + " ."}

    data = changed(clean(1500, 71, TWO, shares=(0.35, 0.65)), mixed)
    return Command("audit", (written(place, "train.jsonl", data),))


SITUATION = Situation(make, issues={"V205": "severe"}, worst="severe", headline=("overlap",))
