"""Usable information alone is asked for, in pairs of two labels that nothing tells."""

from tests.verdicts.making import TWO, clean, written
from tests.verdicts.situation import Command, Place, Situation


def make(place: Place) -> Command:
    """No part of a pair has to do with its label."""
    data = clean(4000, 202, TWO)
    return Command("audit", (written(place, "claims.jsonl", data),), {"measures": ("usable_information",)})


SITUATION = Situation(make, without=("V201", "V204", "V205", "V208"), worst="warning")
