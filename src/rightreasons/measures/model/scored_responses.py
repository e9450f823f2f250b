"""The measure `score` of a probe: accuracy, the items without a label beside it, and a row for each item."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.pooling import Pooling
from rightreasons.figures import WRONG_FIRST, Figure, Figures, where
from rightreasons.findings import Finding
from rightreasons.labels import CollapseRule
from rightreasons.measures.label_mapping.proof import DeclaredLabels
from rightreasons.measures.model.probed_items import predicted_items
from rightreasons.measures.model.score import score
from rightreasons.predictions import Predictions
from rightreasons.predictors.response import Responses, Total
from rightreasons.references import SCORE
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

ADDS = {"model_measure": {"score": "scored_responses"}}

_REASONS_SHOWN = 5


def scored_responses(
    challenge: Challenge,
    responses: Responses,
    model: str,
    declared: DeclaredLabels | None,
    provable_predictions: Predictions | None,
    collapse: CollapseRule = "argmax",
    *,
    allow_partial: bool = False,
) -> Finding:
    """Score a model on a challenge: accuracy by group and gold label, and items without a label.

    Parameters
    ----------
    challenge, responses
        What was asked, and what was answered.
    model
        What to call the model.
    declared, provable_predictions
        What it says of its labels, and predictions that can prove them where they were saved: without either
        the notes say that nothing proves them.
    collapse, allow_partial
        As of `rightreasons.measures.model.score.score`.

    Returns
    -------
    Finding
        That of `score`, with the figures of `with_responses`. Items: every item that was asked.

    Raises
    ------
    PredictionError, OptionError
        As of `score`.
    """
    if not len(responses.predictions):
        none = without_labels(challenge, responses, model)
        items = predicted_items(challenge, responses, None)
        return with_responses(replace(none, items=items), responses, challenge)
    known = declared is not None and declared.are_known
    finding = score(
        challenge, responses.predictions, collapse, allow_partial=allow_partial, order_known=known
    )
    headline = finding.headline if challenge.headline is None else challenge.headline(finding)
    items = predicted_items(challenge, responses, finding.items)
    made = replace(with_responses(finding, responses, challenge), headline=headline, items=items)
    is_unchecked = declared is None and provable_predictions is None
    return replace(made, notes=(*made.notes, fill("score.unchecked"))) if is_unchecked else made


def why_incomplete(responses: Responses, challenge: Challenge) -> str | None:
    """Return in words what is missing, or None."""
    if responses.is_complete:
        return None
    done = len(responses) - len(responses.failed)
    reasons = [responses.stopped] if responses.stopped else []
    reasons += _counted(responses.failed)
    said = {"data": challenge.name, "done": done, "items": len(challenge)}
    return fill("score.missing", **said, reasons=joined(reasons, "; "))


def with_responses(finding: Finding, responses: Responses, challenge: Challenge) -> Finding:
    """Return a finding with the items that got no label counted beside its figures.

    Figures: ``unanswered`` (share of items answered without a label), ``accuracy_unanswered_wrong`` (they
    count as wrong), ``failed`` (share of items on which the model raised) and ``premises_cut`` (share of
    items whose premise was too long for the model), where there are any.
    """
    notes = (*finding.notes, *responses.notes, *total_notes(responses.totals))
    missing = why_incomplete(responses, challenge)
    if missing:
        notes = (fill("score.incomplete", missing=missing), *notes)
    if responses.unanswered:
        reasons = joined(_counted(responses.unanswered), "; ")
        note = fill("score.unanswered", items=len(responses.unanswered), reasons=reasons)
        notes = (*notes, note)
    figures = (*finding.figures.values(), *_figures(finding, responses, challenge))
    return replace(finding, figures=Figures(figures), notes=notes)


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
    reason = fill("score.nothing_read") if responses.unanswered else fill("score.failed")
    none = Estimate(None, "proportion", 0, reason=reason)
    return Finding(
        measure=SCORE,
        subject=model,
        definition=fill("score.definition"),
        headline=fill("score.none", data=challenge.name, reason=reason),
        figures=[Figure("accuracy", none, rows=where(set=challenge.name))],
        settings={"items": len(challenge)},
        on=challenge.name,
        role="score",
    )


def total_notes(totals: Mapping[str, Total]) -> tuple[str, ...]:
    """Return what is known of pairs beyond their labels, in words: sums of numbers, counts of texts."""
    notes: list[str] = []
    for name, found in totals.items():
        what = name.replace("_", " ")
        if isinstance(found, Mapping):
            notes += [
                fill("score.total_of_text", what=what, text=text, pairs=count)
                for text, count in found.items()
            ]
        else:
            notes.append(fill("score.total", what=what, total=found))
    return tuple(notes)


def _figures(finding: Finding, responses: Responses, challenge: Challenge) -> list[Figure]:
    answered = len(responses.predictions) + len(responses.unanswered)
    figures = _unanswered(finding, responses, challenge) if responses.unanswered else []
    if responses.failed:
        share = proportion(len(responses.failed), answered + len(responses.failed))
        figures.append(
            Figure("unanswered", share, rows=where(set=challenge.name, failed=True), what="failed")
        )
    cut = sum("premise" in str(each.details.get("truncated", "")) for each in responses.by_id.values())
    if cut:
        of_cut = where(set=challenge.name, premise_cut=True)
        figures.append(
            Figure("share", proportion(cut, len(responses.by_id)), rows=of_cut, what="premises_cut")
        )
    return figures


def _unanswered(finding: Finding, responses: Responses, challenge: Challenge) -> list[Figure]:
    """Return the share of items without a label, and accuracy where these are wrong."""
    answered = _answered(finding, responses, challenge)
    pooling = Pooling.of(challenge.strata, answered)
    no_label = where(set=challenge.name, unanswered=True)
    wrong = where(set=challenge.name).ordered_by(*WRONG_FIRST)
    return [
        Figure("unanswered", pooling.share(answered, "unanswered"), rows=no_label),
        Figure("accuracy", pooling.share(answered, "correct"), rows=wrong, what="accuracy_unanswered_wrong"),
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
    shown: list[str] = [
        fill("score.reason", reason=reason, items=count) for reason, count in counts[:_REASONS_SHOWN]
    ]
    return [*shown, "..."] if len(counts) > _REASONS_SHOWN else shown
