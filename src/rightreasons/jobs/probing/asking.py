"""Asking a model, challenge by challenge: each once, and none any more once it is out of reach."""

from dataclasses import dataclass, field

from rightreasons.challenges.challenge import Challenge
from rightreasons.engine.progress import Progress, silent
from rightreasons.jobs.probing.models import ProbedModel
from rightreasons.jobs.probing.said import Said

OUT_OF_REACH = "the model is out of reach"


@dataclass
class Asking:
    """What was asked so far.

    Parameters
    ----------
    model
        What is asked.
    progress
        Where it says how far it is.
    incomplete
        What could not be asked, in words, in the order in which it happened.
    """

    model: ProbedModel
    progress: Progress = silent
    incomplete: list[str] = field(default_factory=list)
    _said: dict[str, Said] = field(default_factory=dict)
    _is_out_of_reach: bool = False

    def says(self, challenge: Challenge) -> Said | None:
        """Return what the model says of a challenge, or None if it is out of reach and said nothing of it."""
        if challenge.name in self._said:
            return self._said[challenge.name]
        if self._is_out_of_reach:
            return None
        said = self.model.says(challenge, self.progress)
        self._said[challenge.name] = said
        missing = said.why_incomplete(challenge)
        if missing:
            self.incomplete.append(missing)
        self._is_out_of_reach = said.stopped is not None
        return said if len(said.predictions) else None
