"""A session with a model, challenge by challenge: each once, and none any more once it is out of reach."""

from dataclasses import dataclass, field

from rightreasons.challenges.challenge import Challenge
from rightreasons.engine.progress import Progress, silent
from rightreasons.jobs.probing.models import ProbedModel
from rightreasons.jobs.probing.responses import why_incomplete
from rightreasons.predictors.response import Responses

OUT_OF_REACH = "the model is out of reach"


@dataclass
class PredictionSession:
    """What a model was asked so far.

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
    _responses: dict[str, Responses] = field(default_factory=dict)
    _is_out_of_reach: bool = False

    def responses(self, challenge: Challenge) -> Responses | None:
        """Return the responses to the items of a challenge, or None if there are none: it is out of reach."""
        if challenge.name in self._responses:
            return self._responses[challenge.name]
        if self._is_out_of_reach:
            return None
        responses = self.model.responses(challenge, self.progress)
        self._responses[challenge.name] = responses
        missing = why_incomplete(responses, challenge)
        if missing:
            self.incomplete.append(missing)
        self._is_out_of_reach = responses.stopped is not None
        return responses if len(responses) else None
