"""Rows of a probe: every item that was asked, with its text, groups and what the model answered."""

from collections.abc import Callable, Mapping, Sequence

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.findings import Finding
from rightreasons.pairs import SENTENCES
from rightreasons.predictors.response import Response, Responses

ITEM_COLUMNS: Mapping[str, str] = {
    "predicted": "text prediction: The label that the model gave; null where it gave none.",
    "answer": "text answer: The label that was compared with gold, after any collapse.",
    "correct": "bool correct: Whether the answer is right; null where there is none.",
    "probability_{label}": "float score of {label}: The model's probability of a label, from 0 to 1.",
    "unanswered": "bool truth: Whether the model answered without a label; where it did so anywhere.",
    "unanswered_reason": "text reply of unanswered: Why an answer was not read as a label.",
    "failed": "bool truth: Whether the model raised on this item; where it did so anywhere.",
    "failed_reason": "text reply of failed: What the model raised.",
    "premise_cut": "bool truth: Whether the premise was too long for the model; where it was so anywhere.",
    "response_text": "text reply: The reply of a chat model as it wrote it.",
    "finish_reason": "text text: Why the server says that the reply ended.",
    "input_tokens": "int count: Tokens that the model read, as the server counts them.",
    "output_tokens": "int count: Tokens that the model wrote, as the server counts them.",
    "milliseconds": "float number: From the request that was answered to its reply.",
}
_PARSES = ("premise_parse", "hypothesis_parse")
_OF_RESPONSES: Mapping[str, tuple[type[pl.DataType], Callable[[Response], str | int | float | None]]] = {
    "unanswered_reason": (pl.String, lambda response: response.unanswered),
    "failed_reason": (pl.String, lambda response: response.failed),
    "response_text": (pl.String, lambda response: response.text),
    "finish_reason": (pl.String, lambda response: response.finish_reason),
    "input_tokens": (pl.Int64, lambda response: response.input_tokens),
    "output_tokens": (pl.Int64, lambda response: response.output_tokens),
    "milliseconds": (pl.Float64, lambda response: response.milliseconds),
}
_SAID_WHETHER = {"unanswered_reason": "unanswered", "failed_reason": "failed"}
"""Columns beside a reason that say of every item whether there is one."""


def predicted_items(challenge: Challenge, responses: Responses, judged: pl.DataFrame | None) -> pl.DataFrame:
    """Return every item that was asked: text and parses, groups, response, whether it is right.

    Parameters
    ----------
    challenge
        What was asked.
    responses
        What the model answered; items without a label have null for prediction, answer and `correct`. Of
        saved predictions every item with gold was asked; of a model that was stopped, those that it answered.
    judged
        Columns ``id``, ``predicted``, ``answer``, ``correct`` of the items with a label; None: no item.

    Returns
    -------
    pl.DataFrame
        Columns ``set``, ``id``, the sentences, ``label``, groups, then `ITEM_COLUMNS` as far as they hold
        anything. A group that is called as another column stands under ``group_NAME``.
    """
    if judged is None:
        empty = {"predicted": pl.String, "answer": pl.String, "correct": pl.Boolean}
        judged = pl.DataFrame(schema={"id": pl.String, **empty})
    answered = pl.concat([judged["id"], pl.Series("id", list(responses.by_id), dtype=pl.String)]).unique()
    was_saved = not responses.by_id and responses.stopped is None
    asked = pl.col("id").is_in(answered.implode()) | (pl.col("label").is_not_null() & was_saved)
    frame = _item_frame(challenge).filter(asked)
    judged = judged.cast({"predicted": pl.String, "answer": pl.String})
    added = (judged, _probabilities(responses), _response_columns(responses.by_id))
    for each in added:
        clash = {name: f"group_{name}" for name in each.columns if name != "id" and name in frame.columns}
        frame = frame.rename(clash).join(each, on="id", how="left", maintain_order="left")
    first = ("id", *SENTENCES, "label")
    frame = frame.rename({"set": "group_set"}, strict=False)
    return frame.select(pl.lit(challenge.name).alias("set"), *first, pl.exclude(first)).cast(
        {"label": pl.String}
    )


def joined_items(findings: Sequence[Finding]) -> pl.DataFrame:
    """Return the items of one challenge with the columns of every finding about it."""
    first, *others = (finding.items for finding in findings if finding.items is not None)
    for other in others:
        new = [name for name in other.columns if name == "id" or name not in first.columns]
        first = first.join(other.select(new), on="id", how="left", maintain_order="left")
    return first


def _item_frame(challenge: Challenge) -> pl.DataFrame:
    """Return the items with their sentences, null where these are not known, and parses."""
    if challenge.pairs is None:
        return challenge.items.with_columns([pl.lit(None, pl.String).alias(name) for name in SENTENCES])
    parses = [name for name in _PARSES if name in challenge.pairs.frame.columns]
    return challenge.items.hstack(challenge.pairs.frame.select(*SENTENCES, *parses))


def _probabilities(responses: Responses) -> pl.DataFrame:
    labels = responses.predictions.probabilities.columns
    return responses.predictions.frame.drop("label").rename(
        {label: f"probability_{label}" for label in labels}
    )


def _response_columns(by_id: Mapping[str, Response]) -> pl.DataFrame:
    """Return what is known of responses beyond label and probabilities: the columns that hold anything."""
    columns = [pl.Series("id", list(by_id), dtype=pl.String)]
    for name, (kind, value) in _OF_RESPONSES.items():
        column = pl.Series(name, [value(response) for response in by_id.values()], dtype=kind)
        if column.null_count() == len(column):
            continue
        columns.append(column)
        if name in _SAID_WHETHER:
            columns.append(column.is_not_null().alias(_SAID_WHETHER[name]))
    cut = ["premise" in str(response.details.get("truncated", "")) for response in by_id.values()]
    if any(cut):
        columns.append(pl.Series("premise_cut", cut, dtype=pl.Boolean))
    return pl.DataFrame(columns)
