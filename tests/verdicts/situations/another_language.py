"""Pairs in another language than English."""

import numpy as np
from tests.verdicts.making import changed, clean, written
from tests.verdicts.situation import Command, Place, Situation

WORDS = (
    "der",
    "Hund",
    "läuft",
    "über",
    "die",
    "Straße",
    "und",
    "nicht",
    "Frau",
    "schläft",
    "Mädchen",
    "grün",
)


def make(place: Place) -> Command:
    """Word lists and inflection of English find nothing in them."""
    rng = np.random.default_rng(50)

    def german(_: dict[str, str]) -> dict[str, str]:
        return {side: " ".join(rng.choice(WORDS, 9)) + "." for side in ("premise", "hypothesis")}

    return Command("audit", (written(place, "train.jsonl", changed(clean(600, 50), german)),))


SITUATION = Situation(make, issues={"V318": "warning"}, worst="warning")
