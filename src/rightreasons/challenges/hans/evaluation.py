"""The challenge ``hans`` as everyone is tested on it: made anew, always the same."""

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.hans.challenges import hans
from rightreasons.challenges.hans.recipes import make_recipe

RECIPE = "evaluation"


def evaluation() -> Challenge:
    """Return HANS made anew: 1,000 pairs a subcase from seed 2019, with text, parses and official quirks."""
    return hans(make_recipe(RECIPE).to_pairs())
