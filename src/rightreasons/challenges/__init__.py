"""Sets that test a model for one kind of mistake, and how predictions on them are scored.

A challenge that has a name is a function without parameters that returns a `Challenge`.
"""

from rightreasons.registry import Registry

CHALLENGES = Registry(
    "challenge",
    {
        "hans": "rightreasons.challenges.hans.challenges:evaluation",
        "hans-2019": "rightreasons.challenges.hans.challenges:hans_2019",
    },
)
