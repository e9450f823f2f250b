"""Eight claims of each of 80 sources, labels that go together; "allegedly" in most claims of one label."""

import numpy as np
from tests.verdicts.making import TWO, changed, written
from tests.verdicts.situation import Command, Place, Situation
from tests.verdicts.sourced import outputs


def make(place: Place) -> Command:
    """It goes with the label of the row, in whatever source."""
    data = outputs(80, 8, 203, together=0.5).drop("source")
    rng = np.random.default_rng(203)

    def hedged(row: dict[str, str]) -> dict[str, str]:
        often = 0.7 if row["label"] == TWO[1] else 0.05
        return {"hypothesis": f"allegedly {row['hypothesis']}"} if rng.random() < often else {}

    return Command("audit", (written(place, "train.jsonl", changed(data, hedged)),))


SITUATION = Situation(make, issues={"V201": "severe", "V202": "severe"}, worst="severe")
