"""A session with a model: asked challenge by challenge, each once, and no more once it is out of reach."""

from dataclasses import dataclass, field, replace

import polars as pl

from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import InputError, MeasureInputError
from rightreasons.jobs.options import ProbeOptions
from rightreasons.jobs.probing.models import ProbedModel
from rightreasons.measures.model.inputs import ChangeableItems, SeveralLabels
from rightreasons.measures.model.probed_items import predicted_items
from rightreasons.measures.model.score import score
from rightreasons.measures.model.scored_responses import why_incomplete
from rightreasons.pairs import CORE_COLUMNS, LABEL_SET, LABEL_TYPE, READINGS, PairTable
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


def with_several_labels(challenge: Challenge) -> tuple[Challenge | None, Challenge | None]:
    """Return the items of a challenge's data that have several right labels, and their readings.

    To be asked, not to be scored: as gold label the items have the first that is right. None where the data
    have none, or a sample is asked.
    """
    pairs = challenge.pairs
    if pairs is None or pairs.several is None or challenge.strata is not None:
        return None, None
    first = pl.col(LABEL_SET).list.first().cast(LABEL_TYPE)
    items = pairs.several.with_columns(label=first)
    asked = _asked(pairs, fill("probed.several_labels", data=challenge.name), items.drop(LABEL_SET))
    if READINGS not in items.columns:
        return asked, None
    each = items.select(pl.col("id").alias("item"), READINGS).explode(READINGS).drop_nulls(READINGS)
    number = pl.int_range(pl.len()).over("item").cast(pl.String)
    readings = each.select(
        (pl.col("item") + "#" + number).alias("id"), "item", pl.col(READINGS).struct.unnest()
    ).with_columns(pl.col("label").cast(LABEL_TYPE))
    named = fill("probed.readings", data=challenge.name)
    return asked, _asked(pairs, named, readings.drop_nulls()) if readings.height else None


def _asked(pairs: PairTable, name: str, frame: pl.DataFrame) -> Challenge:
    groups = ("item",) if "item" in frame.columns else ()
    table = replace(pairs, frame=frame.select(*CORE_COLUMNS, *groups), several=None)
    return from_pairs(name, table.named(name), groups)


def several_labels(
    challenge: Challenge, session: PredictionSession, options: ProbeOptions, items: list[pl.DataFrame]
) -> SeveralLabels | None:
    """Return the items of a challenge's data that have several right labels, as the model answered them.

    Parameters
    ----------
    challenge, session, options, items
        As of `changeable_items`.

    Raises
    ------
    MeasureInputError
        If none of the items with several right labels has a prediction.
    """
    asked, readings = with_several_labels(challenge)
    if asked is None or challenge.pairs is None or challenge.pairs.several is None:
        return None
    own, found = (_answers(session, each).predictions.frame for each in (challenge, asked))
    several = found.filter(pl.col("id").is_in(asked.items["id"].implode()))
    if not several.height:
        raise MeasureInputError(
            fill("probed.several_unpredicted", items=len(asked)),
            "predictions of these items too",
            "predict them, and add them to the file",
        )
    single = own.filter(pl.col("id").is_in(challenge.items["id"].implode()))
    items.append(_rows(asked, _answers(session, asked), options).with_columns(label=None, correct=None))
    of_readings = _of_readings(readings, session, options, items)
    return SeveralLabels(
        asked.name,
        challenge.name,
        _right_labels(challenge.pairs, challenge.pairs.several),
        replace(_answers(session, asked).predictions, frame=pl.concat([single, several])),
        None if readings is None else readings.items.select("id", "item", pl.col("label").cast(pl.String)),
        of_readings,
    )


def _right_labels(single: PairTable, several: pl.DataFrame) -> pl.DataFrame:
    """Return every label that is right for the items with one, then for those with several."""
    one = pl.concat_list(pl.col("label").cast(pl.String)).alias(LABEL_SET)
    return pl.concat([single.frame.select("id", one), several.select("id", LABEL_SET)])


def _of_readings(
    readings: Challenge | None, session: PredictionSession, options: ProbeOptions, items: list[pl.DataFrame]
) -> Predictions | None:
    """Return what the model says of readings; None where predictions were saved that do not hold them."""
    if readings is None or not session.model.reads_text:
        return None
    try:
        responses = _answers(session, readings)
        found = _labels(responses)
    except InputError:
        if session.model.declared is not None:
            raise
        return None
    items.append(_rows(readings, responses, options))
    return found


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
