"""Controls of a probe: the items of a challenge changed, asked again, and compared with the normal run."""

from dataclasses import replace

import polars as pl

from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.challenges.controls import CONTROLS, ControlSettings, controlled, controls
from rightreasons.challenges.scoring import score
from rightreasons.errors import MeasureInputError
from rightreasons.findings import Finding
from rightreasons.jobs.probing.items import predicted_items
from rightreasons.jobs.probing.options import ProbeOptions
from rightreasons.jobs.probing.responses import NOTHING_READ
from rightreasons.jobs.probing.session import OUT_OF_REACH, PredictionSession
from rightreasons.predictors.response import Responses
from rightreasons.printable import printable


def controls_on(
    base: Challenge, session: PredictionSession, options: ProbeOptions
) -> tuple[Finding, pl.DataFrame]:
    """Return what changed items say of the model, and every changed item with its prediction.

    Parameters
    ----------
    base
        A challenge with text.
    session
        With the model that is asked.
    options
        Seed and collapse.

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
    normal = session.responses(base)
    if normal is None or not len(normal.predictions):
        reason = OUT_OF_REACH if normal is None else NOTHING_READ
        raise MeasureInputError(reason, "a model that answers", "start again with the same options")
    predictions, not_made, items = {}, {}, []
    for name in CONTROLS:
        try:
            changed = controlled(base.pairs, name, options.seed)
        except MeasureInputError as error:
            not_made[name] = error.found
            continue
        challenge = from_pairs(f"{base.name}, {name}", changed, ())
        responses = session.responses(challenge)
        if responses is None:
            not_made[name] = OUT_OF_REACH
            continue
        items.append(_items(challenge, responses, options))
        if len(responses.predictions):
            predictions[name] = responses.predictions
        else:
            not_made[name] = NOTHING_READ
    settings = ControlSettings(seed=options.seed, collapse=options.collapse, allow_partial=True)
    finding = controls(base.pairs, normal.predictions, predictions, not_made, settings)
    return replace(finding, items=None), pl.concat(items, how="diagonal_relaxed") if items else pl.DataFrame()


def _items(challenge: Challenge, responses: Responses, options: ProbeOptions) -> pl.DataFrame:
    if not len(responses.predictions):
        return predicted_items(challenge, responses, None)
    judged = score(challenge, responses.predictions, options.collapse, allow_partial=True).items
    return predicted_items(challenge, responses, judged)
