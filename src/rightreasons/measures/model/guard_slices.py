"""A guard by parts of a set: by its columns, such as the dataset, and by the length of document and claim."""

import numpy as np
import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.entailment_scores import why_no_score
from rightreasons.challenges.matching import matched
from rightreasons.errors import NotApplicableError
from rightreasons.figures import where
from rightreasons.findings import Cell, Finding, View, bounded
from rightreasons.labels import Label
from rightreasons.measures.slices import Slice, slices_of
from rightreasons.predictions import Predictions
from rightreasons.sentences.templates import fill
from rightreasons.statistics.checks import FloatArray
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.roc_area import auroc

ADDS = {"model_measure": ["guard_slices"]}
MEASURE = "guard_slices"
_TWO = {Label.ENTAILMENT, Label.NON_ENTAILMENT}
_FIGURES = ("auroc", "grounded_passed", "ungrounded_passed")
_COLUMNS = (
    *("slice_by", "slice", "n", "grounded"),
    *(f"{figure}{end}" for figure in _FIGURES for end in ("", "_low", "_high")),
)
ROLES = {
    "slice_by": "side",
    "slice": "group",
    "grounded": "count",
    "grounded_passed": "share",
    "ungrounded_passed": "share",
}


def guard_slices(challenge: Challenge, predictions: Predictions, *, allow_partial: bool = False) -> Finding:
    """Measure how well a guard separates grounded from ungrounded items in every part of a set.

    Parameters
    ----------
    challenge, predictions
        What was asked, with two gold labels, and what a model said; joined by id.
    allow_partial
        Whether items may lack a prediction and predictions an item; such are left out.

    Returns
    -------
    Finding
        Table ``slices``: AUROC, and what passes as decided, for every part. No figures: the parts are many,
        and nothing is adjusted for that.

    Raises
    ------
    NotApplicableError
        If gold has other labels than two, the set is made against shortcuts (its groups have one label each),
        or neither columns nor texts make parts.
    PredictionError
        If ids are missing or unknown.
    """
    if not set(challenge.labels) <= _TWO:
        raise NotApplicableError("gold of other labels than two", "two gold labels", "see the measure score")
    if challenge.tests_shortcuts:
        raise NotApplicableError("a set made against shortcuts", "ordinary data", "see the measure score")
    found = matched(challenge, predictions, allow_partial=allow_partial)
    items = _with_texts(challenge, found.frame)
    parts = tuple(slices_of(items, challenge.groups, challenge.name))
    if not parts:
        raise NotApplicableError("neither groups nor sentences", "either", "name data with --on")
    grounded = (found.frame["label"] == Label.ENTAILMENT).to_numpy()
    passed = (found.frame["predicted"] == Label.ENTAILMENT).to_numpy()
    scores = None if why_no_score(predictions) else found.probabilities[Label.ENTAILMENT].to_numpy()
    lines = [(part, slice_cells(part, grounded, passed, scores)) for part in parts]
    view = View(
        fill("guard_slices.title"),
        _COLUMNS,
        tuple((part.by, part.name, *cells) for part, cells in lines),
        by=("slice_by", "slice"),
        bounds=bounded(*_FIGURES),
        rows=where(set=challenge.name),
        line_rows=tuple(part.rows for part in parts),
        roles=ROLES,
    )
    return Finding(
        measure=MEASURE,
        subject=f"{predictions.name} on {challenge.name}",
        definition=fill("guard_slices.definition"),
        headline=_headline(lines),
        views={"slices": view},
        on=challenge.name,
    )


def slice_cells(
    part: Slice, grounded: "np.ndarray", passed: "np.ndarray", scores: FloatArray | None
) -> tuple[Cell, ...]:
    """Return n, grounded items, and AUROC and what passes of both kinds with their bounds.

    Parameters
    ----------
    part
        The items.
    grounded, passed
        Whether gold is entailment, and whether entailment was answered, shape (n,).
    scores
        Probability of entailment, shape (n,); None where there is none.
    """
    own, of = part.members, grounded[part.members]
    area = None if scores is None else auroc(scores[own], of)
    shares = (
        proportion(int(passed[own & kind].sum()), int((own & kind).sum())) for kind in (grounded, ~grounded)
    )
    estimates = (area, *shares)
    cells = ((None,) * 3 if each is None else (each.value, *each.bounds) for each in estimates)
    return (int(own.sum()), int(of.sum()), *(cell for each in cells for cell in each))


def _with_texts(challenge: Challenge, frame: pl.DataFrame) -> pl.DataFrame:
    items = frame.select("id").join(challenge.items, on="id", how="left", maintain_order="left")
    if challenge.pairs is None:
        return items
    texts = challenge.pairs.frame.select("id", "premise", "hypothesis")
    return items.join(texts, on="id", how="left", maintain_order="left")


def _headline(lines: list[tuple[Slice, tuple[Cell, ...]]]) -> str:
    """Name the parts with the lowest and the highest AUROC."""
    areas = [(float(cells[2]), part) for part, cells in lines if isinstance(cells[2], float)]
    if not areas:
        return fill("guard_slices.none", parts=len(lines))
    (low, worst), (high, best) = (pick(areas, key=lambda each: each[0]) for pick in (min, max))
    return fill(
        "guard_slices.headline",
        low=low,
        worst=f"{worst.by}: {worst.name}",
        high=high,
        best=f"{best.by}: {best.name}",
    )
