"""The responses of a model to a challenge: what stands beside its figures, and an earlier store of them."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.group_accuracy import Pooling
from rightreasons.challenges.guard import thresholded
from rightreasons.challenges.hans.challenges import BY_TEXT
from rightreasons.challenges.scoring import DEFINITION
from rightreasons.engine.progress import Progress
from rightreasons.errors import OptionError, PredictionError
from rightreasons.figures import WRONG_FIRST, Figure, Figures, where
from rightreasons.findings import Finding
from rightreasons.pairs import SENTENCES
from rightreasons.predictors.cached_predictor import recalled
from rightreasons.predictors.predictor import Identity
from rightreasons.predictors.response import Response, Responses, Total
from rightreasons.predictors.store import Store
from rightreasons.printable import printable
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

# What stands beside the figures of a challenge: the items without a label, and what the responses took.


NOTHING_READ = "it was answered, but nothing could be read as a label"
_REASONS_SHOWN = 5


def why_incomplete(responses: Responses, challenge: Challenge) -> str | None:
    """Return in words what is missing, or None."""
    if responses.is_complete:
        return None
    done = len(responses) - len(responses.failed)
    reasons = [responses.stopped] if responses.stopped else []
    reasons += _counted(responses.failed)
    return f"{challenge.name}: {done:,} of {len(challenge):,} items are answered ({'; '.join(reasons)})"


def with_responses(finding: Finding, responses: Responses, challenge: Challenge) -> Finding:
    """Return a finding with the items that got no label counted beside its figures.

    Figures: ``unanswered`` (share of items answered without a label), ``accuracy_unanswered_wrong`` (they
    count as wrong), ``failed`` (share of items on which the model raised) and ``premises_cut`` (share of
    items whose premise was too long for the model), where there are any.
    """
    notes = (*finding.notes, *responses.notes, *total_notes(responses.totals))
    missing = why_incomplete(responses, challenge)
    if missing:
        notes = (f"incomplete: {missing}", *notes)
    if responses.unanswered:
        reasons = "; ".join(_counted(responses.unanswered))
        notes = (*notes, f"no label was given to {len(responses.unanswered):,} items: {reasons}")
    figures = (*finding.figures.values(), *_figures(finding, responses, challenge))
    return replace(finding, figures=Figures(figures), notes=notes, on=challenge.name)


def without_labels(challenge: Challenge, responses: Responses, model: str) -> Finding:
    """Return the finding of a challenge none of whose items got a label: an accuracy without a value.

    Parameters
    ----------
    challenge
        What was asked.
    responses
        Answered without labels, or failed.
    model
        What to call the model.
    """
    reason = NOTHING_READ if responses.unanswered else "the model failed on every item that it was asked"
    none = Estimate(None, "proportion", 0, reason=reason)
    return Finding(
        measure=challenge.name,
        subject=model,
        definition=DEFINITION,
        headline=f"No accuracy on {printable(challenge.name)}: {reason}.",
        figures=[Figure("accuracy", none, rows=where(set=challenge.name), form="accuracy")],
        settings={"items": len(challenge)},
    )


def total_notes(totals: Mapping[str, Total]) -> tuple[str, ...]:
    """Return what is known of pairs beyond their labels, in words: sums of numbers, counts of texts."""
    notes = []
    for name, found in totals.items():
        shown = printable(name.replace("_", " "))
        if isinstance(found, Mapping):
            notes += [f"{shown}: {printable(text)} ({count:,} pairs)" for text, count in found.items()]
        else:
            notes.append(f"{shown}: {found:,.6g} in all")
    return tuple(notes)


def _figures(finding: Finding, responses: Responses, challenge: Challenge) -> list[Figure]:
    answered = len(responses.predictions) + len(responses.unanswered)
    figures = _unanswered(finding, responses, challenge) if responses.unanswered else []
    if responses.failed:
        share = proportion(len(responses.failed), answered + len(responses.failed))
        figures.append(
            Figure("unanswered", share, rows=where(set=challenge.name, failed=True), form="failed")
        )
    cut = sum("premise" in str(each.details.get("truncated", "")) for each in responses.by_id.values())
    if cut:
        of_cut = where(set=challenge.name, premise_cut=True)
        figures.append(
            Figure("share", proportion(cut, len(responses.by_id)), rows=of_cut, form="premises_cut")
        )
    return figures


def _unanswered(finding: Finding, responses: Responses, challenge: Challenge) -> list[Figure]:
    """Return the share of items without a label, and accuracy where these are wrong."""
    answered = _answered(finding, responses, challenge)
    pooling = Pooling.of(challenge.strata, answered)
    no_label = where(set=challenge.name, unanswered=True)
    wrong = where(set=challenge.name).ordered_by(*WRONG_FIRST)
    return [
        Figure("unanswered", pooling.share(answered, "unanswered"), rows=no_label, form="unanswered"),
        Figure("accuracy", pooling.share(answered, "correct"), rows=wrong, form="accuracy_unanswered_wrong"),
    ]


def _answered(finding: Finding, responses: Responses, challenge: Challenge) -> pl.DataFrame:
    """Return the items answered, with ``correct`` and ``unanswered``; what got no label is not right."""
    ids = [*responses.predictions.frame["id"], *responses.unanswered]
    answered = pl.DataFrame({"id": ids}, schema={"id": pl.String})
    frame = challenge.items.join(answered, on="id", how="semi", maintain_order="left")
    if finding.items is None or "correct" not in finding.items.columns:
        frame = frame.with_columns(correct=False)
    else:
        right = finding.items.select("id", "correct")
        frame = frame.join(right, on="id", how="left", maintain_order="left")
    unanswered = pl.col("id").is_in(list(responses.unanswered))
    return frame.with_columns(pl.col("correct").fill_null(value=False), unanswered=unanswered)


def _counted(reasons: Mapping[str, str]) -> list[str]:
    counts: Sequence[tuple[str, int]] = Counter(reasons.values()).most_common()
    shown = [f"{printable(reason)}: {count:,}" for reason, count in counts[:_REASONS_SHOWN]]
    return [*shown, "..."] if len(counts) > _REASONS_SHOWN else shown


# Rows of a probe: every item that was asked, with its text, groups and what the model answered.


ITEM_COLUMNS: Mapping[str, str] = {
    "predicted": "text: The label that the model gave; null where it gave none.",
    "answer": "text: The label that was compared with gold, after any collapse.",
    "correct": "bool: Whether the answer is right; null where there is none.",
    "probability_{label}": "float: The model's probability of a label, from 0 to 1.",
    "unanswered": "bool: Whether the model answered without a label; where it did so anywhere.",
    "unanswered_reason": "text: Why an answer was not read as a label.",
    "failed": "bool: Whether the model raised on this item; where it did so anywhere.",
    "failed_reason": "text: What the model raised.",
    "premise_cut": "bool: Whether the premise was too long for the model; where it was so anywhere.",
    "response_text": "text: The reply of a chat model as it wrote it.",
    "finish_reason": "text: Why the server says that the reply ended.",
    "input_tokens": "int: Tokens that the model read, as the server counts them.",
    "output_tokens": "int: Tokens that the model wrote, as the server counts them.",
    "milliseconds": "float: From the request that was answered to its reply.",
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


def predicted_items(challenge: Challenge, responses: Responses, judged: pl.DataFrame | None) -> pl.DataFrame:
    """Return every item that was asked: text and parses, groups, response, whether it is right.

    Parameters
    ----------
    challenge
        What was asked.
    responses
        What the model answered; items without a label have null for prediction, answer and `correct`.
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
    frame = _item_frame(challenge).filter(pl.col("id").is_in(answered.implode()))
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
        if name.endswith("ed_reason"):
            columns.append(column.is_not_null().alias(name.removesuffix("_reason")))
    cut = ["premise" in str(response.details.get("truncated", "")) for response in by_id.values()]
    if any(cut):
        columns.append(pl.Series("premise_cut", cut, dtype=pl.Boolean))
    return pl.DataFrame(columns)


# The store of an earlier probe as a model: what it said is scored again, and nothing runs.


STORE = "predictions.sqlite"


@dataclass(frozen=True)
class Stored:
    """What a model said in an earlier probe.

    Parameters
    ----------
    path
        The store.
    fingerprint, identity
        The model whose answers are meant.
    threshold
        From which probability of entailment on a pair counts as entailed; None: the label as it stands.
    """

    path: Path
    fingerprint: str
    identity: Identity = field(repr=False)
    threshold: float | None = None

    @property
    def name(self) -> str:
        """What the model is called."""
        return f"{self.identity.kind}:{self.identity.name}"

    @property
    def reads_text(self) -> bool:
        """It does: answers are kept by the hash of the sentences."""
        return True

    def described(self) -> dict[str, Any]:
        """Return name, identity and threshold."""
        identity = self.identity.described() | {"fingerprint": self.fingerprint}
        return {"name": self.name, "threshold": self.threshold, "identities": [identity], "files": []}

    def default_challenges(self) -> tuple[str, ...]:
        """Return HANS with text."""
        return (BY_TEXT,)

    def with_threshold(self, threshold: float) -> "Stored":
        """Return the same answers with a threshold of the probability of entailment."""
        return replace(self, threshold=threshold)

    def responses(self, challenge: Challenge, progress: Progress) -> Responses:  # noqa: ARG002 - takes no time
        """Return the stored responses to the pairs of a challenge.

        Raises
        ------
        OptionError
            If the text of the challenge is not known.
        PredictionError
            If none of the pairs was asked.
        """
        pairs = challenge.with_text()
        with Store.open(self.path) as store:
            found = recalled(store, self.fingerprint, self.identity, pairs)
        if not found.by_id:
            raise PredictionError(
                f"the answers of '{printable(self.name)}' do not hold '{printable(challenge.name)}'",
                "pairs that the model was asked",
                "probe the model itself",
            )
        if self.threshold is None or not len(found.predictions):
            return found
        return replace(found, predictions=thresholded(found.predictions, self.threshold))


def stored_at(path: Path, threshold: float | None) -> Stored:
    """Return the one model whose answers a store holds.

    Raises
    ------
    OptionError
        If it holds those of several, or of none.
    """
    with Store.open(path) as store:
        models = store.models()
    if len(models) != 1:
        names = ", ".join(printable(f"{each.kind}:{each.name}") for each in models.values())
        raise OptionError(
            f"{len(models)} models in '{printable(path.name)}' ({names})",
            "a store with the answers of one model",
            "write those that are meant with `rightreasons make predictions --model`, and probe that file",
        )
    ((fingerprint, identity),) = models.items()
    return Stored(path, fingerprint, identity, threshold)
