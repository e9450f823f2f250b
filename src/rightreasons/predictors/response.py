"""What a model answered to a pair: one record from the predictor to the run, with the reply that it is of."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import polars as pl

from rightreasons.labels import Label
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions

Detail = str | int | float | bool
Total = int | float | Mapping[str, int]
LogProbabilities = Sequence[tuple[str, float]]
"""Tokens that a reply could have begun with, and the natural logarithms of their probabilities."""


@dataclass(frozen=True, slots=True)
class Response:
    """What a model answered to one pair.

    Parameters
    ----------
    label
        The label, or None: `unanswered` or `failed` then says why.
    probabilities
        Probability by label, from 0 to 1; None if the model gives none.
    text
        The reply as a chat model wrote it.
    log_probabilities
        What the server gave for the first token of the reply, as it gave it.
    finish_reason
        Why the server says that the reply ended.
    input_tokens, output_tokens
        Tokens read and written, as the server counts them.
    milliseconds
        From the request that was answered to its reply.
    unanswered
        Why the model answered without a label (``"refused"``, ``"not parsed"``): an answer all the same.
    failed
        What the model raised.
    details
        What else is known of the pair, by name: numbers are summed, texts counted, and both stand beside the
        result (``{"truncated": "premise cut"}``, ``{"requests": 2}``).
    """

    label: Label | None = None
    probabilities: Mapping[Label, float] | None = None
    text: str | None = None
    log_probabilities: LogProbabilities | None = None
    finish_reason: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    milliseconds: float | None = None
    unanswered: str | None = None
    failed: str | None = None
    details: Mapping[str, Detail] = field(default_factory=dict)

    @property
    def may_be_asked_again(self) -> bool:
        """Whether the pair is still open: the model raised. An answer without a label is final."""
        return self.failed is not None

    @property
    def counted(self) -> Mapping[str, Detail]:
        """The details with the tokens."""
        tokens = {"input_tokens": self.input_tokens, "output_tokens": self.output_tokens}
        return {**self.details, **{name: n for name, n in tokens.items() if n is not None}}


@dataclass(frozen=True)
class Responses:
    """What a model answered to a set of pairs, as far as it could be asked.

    Parameters
    ----------
    predictions
        Of the pairs that have a label, under their ids, in the order of the pairs.
    by_id
        Every response, those without a label too; empty where only the predictions were saved.
    stopped
        Why the model was given up before every pair was asked for, or None.
    totals
        Sums of the numbers and counts of the texts among the details, by name.
    asked
        For how many distinct pairs the model was asked now and came to an end.
    notes
        What a reader of the figures has to know of these responses.
    by_prompt
        The predictions under each prompt, of a model that was asked under several.
    """

    predictions: Predictions
    by_id: Mapping[str, Response] = field(default_factory=dict)
    stopped: str | None = None
    totals: Mapping[str, Total] = field(default_factory=dict)
    asked: int = 0
    notes: tuple[str, ...] = ()
    by_prompt: Mapping[str, Predictions] = field(default_factory=dict)

    @property
    def unanswered(self) -> Mapping[str, str]:
        """Reason by id of the pairs that were answered without a label; they are not asked for again."""
        return self._reasons("unanswered")

    @property
    def failed(self) -> Mapping[str, str]:
        """Reason by id of the pairs on which the model raised; the next time they are asked for again."""
        return self._reasons("failed")

    @property
    def is_complete(self) -> bool:
        """Whether every pair was answered, with a label or without."""
        return self.stopped is None and not self.failed

    @property
    def is_whole(self) -> bool:
        """Whether every pair got a label."""
        return self.is_complete and not self.unanswered

    def __len__(self) -> int:
        """How many pairs there is anything of."""
        return max(len(self.by_id), len(self.predictions))

    def _reasons(self, kind: Literal["unanswered", "failed"]) -> dict[str, str]:
        found = {key: getattr(response, kind) for key, response in self.by_id.items()}
        return {key: reason for key, reason in found.items() if reason}


def responses_of(predictions: Predictions) -> dict[str, Response]:
    """Return predictions as responses by id, in their order."""
    columns = predictions.probabilities.to_dict(as_series=False)
    rows = zip(*columns.values(), strict=True) if columns else ([] for _ in range(len(predictions)))
    frame = predictions.frame
    return {
        key: Response(Label(label), dict(zip(predictions.labels, row, strict=True)) if columns else None)
        for key, label, row in zip(frame["id"], frame["label"], rows, strict=True)
    }


def predictions_of(name: str, labels: tuple[Label, ...], by_id: Mapping[str, Response]) -> Predictions:
    """Return the responses that have a label as predictions, with probabilities if all of them have some.

    Parameters
    ----------
    name, labels
        Of the model.
    by_id
        Its responses.
    """
    labelled = {key: response for key, response in by_id.items() if response.label is not None}
    columns = [
        pl.Series("id", list(labelled), dtype=pl.String),
        pl.Series("label", [response.label for response in labelled.values()], dtype=LABEL_TYPE),
    ]
    given = [each.probabilities for each in labelled.values() if each.probabilities is not None]
    if given and len(given) == len(labelled):
        columns += [
            pl.Series(label.value, [each[label] for each in given], dtype=pl.Float64) for label in labels
        ]
    return Predictions(pl.DataFrame(columns), labels, Provenance(name))


def totals_of(by_id: Mapping[str, Response], text_of: Mapping[str, str]) -> dict[str, Total]:
    """Return what the details of responses come to, by name.

    Parameters
    ----------
    by_id
        Responses.
    text_of
        By id what tells the text of a pair from others: numbers are summed over texts, since each was read
        once; texts and truth values are counted over pairs.
    """
    distinct = {text_of[key]: response for key, response in by_id.items()}
    sums: dict[str, float] = defaultdict(int)
    for response in distinct.values():
        for name, value in response.counted.items():
            if isinstance(value, int | float) and not isinstance(value, bool):
                sums[name] += value
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for response in by_id.values():
        for name, value in response.counted.items():
            if isinstance(value, str | bool):
                counts[name][str(value)] += 1
    return {**sums, **{name: dict(found) for name, found in counts.items()}}
