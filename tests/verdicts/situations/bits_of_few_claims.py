"""Usable information alone is asked for, in 117 claims that nothing tells: nothing could have been found."""

from tests.verdicts.making import written
from tests.verdicts.situation import Command, Place, Situation
from tests.verdicts.situations.few_claims import claims_of_few


def make(place: Place) -> Command:
    """Three pieces of evidence a claim, all of one label."""
    data = written(place, "train.jsonl", claims_of_few())
    return Command("audit", (data,), {"measures": ("usable_information",)})


SITUATION = Situation(
    make,
    issues={"V302": "warning"},
    worst="warning",
    headline=("too few", "80 % power"),
    not_in_headline=("no issue",),
)
