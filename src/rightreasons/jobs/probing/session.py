"""A session with a model: asked challenge by challenge, each once, and no more once it is out of reach."""

from dataclasses import dataclass, field

import polars as pl

from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import MeasureInputError
from rightreasons.jobs.options import ProbeOptions
from rightreasons.jobs.probing.models import ProbedModel
from rightreasons.measures.model.inputs import ChangeableItems
from rightreasons.measures.model.probed_items import predicted_items
from rightreasons.measures.model.score import score
from rightreasons.measures.model.scored_responses import why_incomplete
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors.response import Responses
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill

_ANSWERS, _AGAIN = "a model that answers", "start again with the same options"


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


def changeable_items(
    base: Challenge, session: PredictionSession, options: ProbeOptions, items: list[pl.DataFrame]
) -> ChangeableItems:
    """Return the items of a challenge for measures that ask changed ones.

    Parameters
    ----------
    base
        The challenge.
    session
        With the model that is asked.
    options
        How its answers are judged.
    items
        Grows by every changed item that is asked, with its prediction.

    Raises
    ------
    MeasureInputError
        If the text is not known, or no item gets a label.
    """
    if base.pairs is None:
        raise MeasureInputError(
            f"'{base.name}' holds ids and no sentences",
            "sentences that can be changed",
            "name data with --on",
        )
    if not session.model.reads_text:
        raise MeasureInputError(
            f"'{printable(session.model.name)}' is keyed by id, and so the same for changed sentences",
            "a model, or predictions by pair_hash or sentences",
            "predict what `rightreasons make items` exports",
        )

    def asked(changed: PairTable) -> Predictions:
        challenge = from_pairs(changed.name, changed, ())
        responses = _answers(session, challenge)
        items.append(_rows(challenge, responses, options))
        return _labels(responses)

    normal = _labels(_answers(session, base))
    return ChangeableItems(base, base.pairs.named(base.name), normal, asked)


def _answers(session: PredictionSession, challenge: Challenge) -> Responses:
    responses = session.responses(challenge)
    if responses is None:
        raise MeasureInputError(fill("probed.out_of_reach"), _ANSWERS, _AGAIN)
    return responses


def _labels(responses: Responses) -> Predictions:
    if not len(responses.predictions):
        raise MeasureInputError(fill("score.nothing_read"), _ANSWERS, _AGAIN)
    return responses.predictions


def _rows(challenge: Challenge, responses: Responses, options: ProbeOptions) -> pl.DataFrame:
    if not len(responses.predictions):
        return predicted_items(challenge, responses, None)
    judged = score(challenge, responses.predictions, options.collapse, allow_partial=True).items
    return predicted_items(challenge, responses, judged)
