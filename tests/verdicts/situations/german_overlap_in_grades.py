"""German pairs of three labels; contradictions share fewer words with their premises, seldom none."""

import numpy as np
from tests.verdicts.leaking import german
from tests.verdicts.making import THREE, changed, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """One or two words of the premise where it is contradicted, three to five elsewhere."""
    rng = np.random.default_rng(236)
    drawn = [f"Wort{number}" for number in range(400)]

    def mixed(row: dict[str, str]) -> dict[str, str]:
        own = sorted(set(row["premise"].split()[:-1]))
        least, most = (1, 2) if row["label"] == "contradiction" else (3, 5)
        kept = rng.permutation(own)[: int(rng.integers(least, most + 1))]
        return {"hypothesis": " ".join(rng.permutation([*kept, *rng.choice(drawn, 8 - len(kept))])) + " ."}

    data = changed(german(1500, 236, THREE), mixed)
    return Command("audit", (written(place, "train.jsonl", data),), {"language": "de"})


SITUATION = Situation(make, issues={"V205": "severe"}, worst="severe")
