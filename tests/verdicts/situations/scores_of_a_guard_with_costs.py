"""Gold and scores of a guard below the majority label, with costs: these decide, and not the accuracy."""

from dataclasses import replace

from tests.verdicts.situation import Command, Place, Situation
from tests.verdicts.situations import scores_of_a_guard_below_the_majority


def make(place: Place) -> Command:
    """The guard of the other situation, of whom the user says what errors cost."""
    command = scores_of_a_guard_below_the_majority.make(place)
    return replace(command, options={**command.options, "cost": "miss=10,block=1"})


SITUATION = Situation(make, without=("V334",))
