"""Sets that test a model for one kind of mistake, and how predictions on them are scored.

A challenge that has a name is a function ``make(train, options) -> Challenge`` of the training data, or None,
and of `rightreasons.challenges.challenge.ChallengeOptions`.
"""

from rightreasons.registry import Registry

CHALLENGES = Registry("challenge", (__name__,))
